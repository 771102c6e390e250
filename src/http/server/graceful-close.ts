import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** After this time, unfinished responses are cut off, so that a slow client cannot delay closing. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Returns a function that closes a server gracefully. Call `gracefulClose` before the server listens.
 *
 * Closing accepts no more requests and lets responses in progress finish. It does not wait for idle
 * connections, for connections without a request, or for incomplete requests.
 *
 * The `close` method of `node:http` is not used because it waits without a timeout for connections
 * without a request and for incomplete requests, and cuts off responses that are written but not yet
 * sent. The `close` method of `node:net` does neither.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  const responding = new Map<Socket, number>();
  let isClosing = false;
  server.on('connection', (socket) => {
    responding.set(socket, 0);
    socket.once('close', () => responding.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    responding.set(socket, (responding.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const remaining = (responding.get(socket) ?? 1) - 1;
      if (responding.has(socket)) responding.set(socket, remaining);
      if (isClosing && remaining === 0) socket.destroySoon();
    });
  });
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(deadline);
        server.close();
        resolve();
      });
      for (const [socket, responses] of responding) if (responses === 0) socket.destroy();
    });
}
