// Carrel in an Express application. Run it with `node test/examples/embedding/express.mjs`.
import { openCatalog } from 'carrel';
import { createRequestListener } from 'carrel/http';
import { createKiosk } from 'carrel/kiosk';
import express, { Router } from 'express';

/** A router that answers the API and, with `site`, serves pages. It leaves other requests to the application. */
function carrel(options) {
  return Router().use(createRequestListener(options));
}

export const app = express();

// Express removes the prefix from the URLs of requests. Set baseUrl to the address with the prefix. Links in the
// metadata begin with baseUrl.
app.use(
  '/catalog',
  carrel({
    catalogs: [openCatalog('data/alderwick')],
    apiKeys: ['secret'],
    baseUrl: 'https://api.example.org/catalog',
    site: createKiosk(),
  }),
);

app.use(
  carrel({
    catalogs: [openCatalog('data/alderwick')],
    apiKeys: ['secret'],
    baseUrl: 'https://api.example.org',
  }),
);

app.get('/', (_request, response) => response.send('The application around it.\n'));

if (process.argv[1] === import.meta.filename) {
  const server = app.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
    console.log(`Listening on port ${server.address().port}`);
  });
}
