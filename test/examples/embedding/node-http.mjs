// Carrel in a `node:http` server. Run it with `node test/examples/embedding/node-http.mjs`.
import { createServer } from 'node:http';
import { openCatalog } from 'carrel';
import { createRequestListener } from 'carrel/http';

const carrel = createRequestListener({
  catalogs: [openCatalog('data/alderwick')],
  apiKeys: ['secret'],
  baseUrl: 'https://api.example.org',
});

const server = createServer((request, response) => {
  // Carrel calls the third argument for requests that it does not answer.
  carrel(request, response, () => response.end('The service around it.\n'));
});
server.listen(process.env.PORT ?? 8080, '127.0.0.1', () => {
  console.log(`Listening on port ${server.address().port}`);
});
