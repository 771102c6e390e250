import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Finds a free port for all workers. Workers that listened on port 0 would each get a different port,
 * and another one after a restart.
 */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
