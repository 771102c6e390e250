// Carrel in an Express application. Run it with `node test/examples/embedding/express.mjs`.
import { openCatalog } from 'carrel';
import { createRequestListener } from 'carrel/http';
import express from 'express';

const app = express();

// At the root, Carrel answers requests for its own paths, such as /v1/titles, and leaves other requests to the
// application.
app.use(
  createRequestListener({
    catalogs: [openCatalog('data/alderwick')],
    apiKeys: ['secret'],
    baseUrl: 'https://api.example.org',
  }),
);

// Under a prefix, set baseUrl to the address with the prefix. Links in the metadata begin with baseUrl.
app.use(
  '/meridian',
  createRequestListener({
    catalogs: [openCatalog('data/meridian')],
    apiKeys: ['secret'],
    baseUrl: 'https://api.example.org/meridian',
  }),
);

app.get('/', (_request, response) => response.send('The application around it.\n'));

const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`Listening on port ${server.address().port}`);
});
