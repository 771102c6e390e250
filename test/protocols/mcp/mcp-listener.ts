import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CatalogsToServe } from '../../../src/catalog/catalog-set.js';
import { createMcpEndpoint } from '../../../src/protocols/mcp/mcp-endpoint.js';
import {
  createServerListener,
  type ServerListenerOptions,
} from '../../../src/server/server-listener.js';

/** The address that the addresses of pages begin with. */
export const PAGES = 'https://catalog.example.org';

/**
 * Listens on a local port with the endpoint `/mcp` and the API key `demo`, without the warm-up of a server, until the test
 * ends. An internal error fails the test. Returns the port.
 */
export async function listenForMcp(
  catalogs: CatalogsToServe,
  more: Partial<ServerListenerOptions> = {},
  hasPages = true,
): Promise<number> {
  const listener = createServerListener({
    catalogs,
    apiKeys: ['demo'],
    baseUrl: PAGES,
    endpoint: createMcpEndpoint(hasPages),
    onError: (error) => {
      throw error;
    },
    ...more,
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
