// Carrel in an Express application. Run it with `node test/examples/embedding/express.mjs`.
import { openCatalog } from 'carrel';
import { createRequestListener } from 'carrel/http';
import express from 'express';

const app = express();

// At the root it answers under /v1, and leaves the rest to the application.
app.use(
  createRequestListener({
    catalogs: [openCatalog('data/alderwick')],
    apiKeys: ['secret'],
    baseUrl: 'https://api.example.org',
  }),
);

// Under a prefix the links begin with that prefix as well: baseUrl says so.
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
