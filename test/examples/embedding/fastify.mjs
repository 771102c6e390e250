// Carrel in a Fastify application. Run it with `node test/examples/embedding/fastify.mjs`.
import { createServer } from 'node:http';
import { openCatalog } from 'carrel';
import { createRequestListener } from 'carrel/http';
import Fastify from 'fastify';

// At the root, Carrel answers requests for its own paths, such as /v1/titles, before Fastify routes them. Carrel
// leaves other requests to Fastify.
const carrel = createRequestListener({
  catalogs: [openCatalog('data/alderwick')],
  apiKeys: ['secret'],
  baseUrl: 'https://api.example.org',
});
const app = Fastify({
  serverFactory: (fastify) =>
    createServer((request, response) => {
      carrel(request, response, () => fastify(request, response));
    }),
});

// Under a prefix, Carrel is a route of Fastify. Carrel reads the URL without the prefix from `url`. Error
// responses contain the whole URL, which Carrel reads from `originalUrl`.
const meridian = createRequestListener({
  catalogs: [openCatalog('data/meridian')],
  apiKeys: ['secret'],
  baseUrl: 'https://api.example.org/meridian',
});
app.all('/meridian/*', ({ raw: request }, reply) => {
  reply.hijack();
  request.originalUrl = request.url;
  request.url = request.url.slice('/meridian'.length);
  meridian(request, reply.raw);
});

app.get('/', () => 'The application around it.\n');

await app.listen({ port: Number(process.env.PORT ?? 8080), host: '127.0.0.1' });
console.log(`Listening on port ${app.server.address().port}`);
