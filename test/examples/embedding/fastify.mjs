// Carrel in a Fastify application. Run it with `node test/examples/embedding/fastify.mjs`.
import { createServer } from 'node:http';
import { openCatalog } from 'carrel';
import { createRequestListener } from 'carrel/http';
import Fastify from 'fastify';

// At the root, Carrel answers requests under /v1 before Fastify routes them, and leaves the others to the
// application.
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

// Under a prefix, Carrel is a route. It needs the URL without the prefix in `url`, and the whole URL, which
// error responses contain, in `originalUrl`.
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
