import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Finds a free port for all workers. If workers listened on port 0 instead, their port could change when
 * all of them have exited and are restarted.
 */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
