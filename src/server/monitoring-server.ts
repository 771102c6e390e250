import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { errorReply, failureReply } from '../web/reply.js';
import type { Monitoring } from './monitoring.js';

/** Maximum number of connections. Monitoring opens few, and the limits on clients do not apply to them. */
const MAX_CONNECTIONS = 100;

/**
 * Starts a server that answers only requests for `/healthz`, `/readyz` and `/metrics`. Its requests are neither limited
 * nor counted nor logged, so that monitoring works while clients exceed their limits.
 *
 * @throws Error with the `code` of the operating system, such as `EADDRINUSE`, when the server cannot listen
 */
export async function startMonitoringServer(
  monitoring: Monitoring,
  currentCatalogs: () => readonly Catalog[],
  address: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { url = '', method = '' } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const [path] = url.split('?', 1);
    let reply = errorReply(url, 404, `No resource '${path}' found.`);
    try {
      const answer = isRead && (await monitoring(path, request, currentCatalogs()));
      if (answer) reply = answer.reply;
    } catch (error) {
      reply = failureReply(url, error);
    }
    response.writeHead(reply.status, reply.headers);
    response.end(method === 'HEAD' ? undefined : reply.body);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(address);
  await once(server, 'listening');
  return server;
}
