import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long a response may go on after the server was told to close: its reader may have gone. */
const PATIENCE_MS = 10_000;

/**
 * A way to close a server, to be made before it listens. Closing takes no more requests, lets
 * responses that are on their way finish, and waits for nothing else: not for a connection kept
 * alive, not for one that asked nothing, not for a request of which half has come.
 *
 * The `close` of `node:http` waits for the last two without end, and cuts a response that was
 * written but has not left yet; that of `node:net`, beneath it, does neither.
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
      const left = (responding.get(socket) ?? 1) - 1;
      if (responding.has(socket)) responding.set(socket, left);
      if (isClosing && left === 0) socket.destroySoon();
    });
  });
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      const deadline = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
      NetServer.prototype.close.call(server, () => {
        clearTimeout(deadline);
        server.close();
        resolve();
      });
      for (const [socket, responses] of responding) if (responses === 0) socket.destroy();
    });
}
