import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Maximum time that closing waits for unfinished responses. After it, all connections are closed. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Returns a function that closes a server gracefully. Call `gracefulClose` before the server listens.
 *
 * Closing accepts no more connections and lets responses in progress finish. It closes all other
 * connections at once, including connections with an incomplete request.
 *
 * The `close` method of `node:http` would cut off responses that are written but not yet sent. The
 * `close` method of `node:net` only stops listening and waits until all connections are closed.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  /** The number of unfinished responses, by open connection. */
  const unfinished = new Map<Socket, number>();
  let isClosing = false;
  server.on('connection', (socket) => {
    unfinished.set(socket, 0);
    socket.once('close', () => unfinished.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    unfinished.set(socket, (unfinished.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const remaining = (unfinished.get(socket) ?? 1) - 1;
      if (unfinished.has(socket)) unfinished.set(socket, remaining);
      if (isClosing && remaining === 0) socket.destroySoon();
    });
  });
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(deadline);
        // Stops the timer of `node:http` that checks for timed-out requests.
        server.close();
        resolve();
      });
      for (const [socket, responses] of unfinished) if (responses === 0) socket.destroy();
    });
}
