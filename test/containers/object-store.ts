import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that stores the bodies of PUT requests, as an object store does. */
export interface ObjectStore {
  readonly address: string;
  /** The stored bodies, by their paths. */
  readonly objects: Map<string, Buffer>;
}

/** Starts an object store that ends with the test. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'PUT') {
      objects.set(path, Buffer.concat(await request.toArray()));
      response.writeHead(201).end();
      return;
    }
    const object = objects.get(path);
    response.writeHead(object === undefined ? 404 : 200).end(object);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects };
}
