import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time that closing waits for unfinished responses. After it, all connections are closed. */
const CLOSE_TIMEOUT_MS = 10_000;

/** A connection that is younger than this when the server stops listening may still send its first request. */
const FIRST_REQUEST_MS = 1000;

/** Closes a server gracefully. */
export interface GracefulClose {
  /** Whether `close` has been called. */
  isClosing(): boolean;
  /** Closes the server, and resolves when it is closed. */
  close(): Promise<void>;
}

/** The requests of an open connection. */
interface Requests {
  readonly connectedAt: number;
  received: number;
  unfinished: number;
}

/**
 * Makes it possible to close a server gracefully. Call `gracefulClose` before the server listens. `onStopListening` is
 * called directly before the server stops listening.
 *
 * When closing begins, every response contains `Connection: close`, so that clients do not send further requests on
 * their connections. The server still accepts connections for `drainMs`. Then it accepts no more connections and lets
 * responses in progress finish. It closes all other connections at once, but a connection that is less than a second old
 * may still send its first request.
 *
 * The `close` method of `node:http` would cut off responses that are written but not yet sent. The
 * `close` method of `node:net` only stops listening and waits until all connections are closed. In Bun, a server of
 * `node:http` is not a server of `node:net`. It listens until its connections are closed, and closes new connections.
 */
export function gracefulClose(
  server: Server,
  drainMs: number,
  onStopListening: () => void = () => {},
): GracefulClose {
  const connections = new Map<Socket, Requests>();
  const unfinishedResponses = new Set<ServerResponse>();
  const isBun = !(server instanceof NetServer);
  let isClosing = false;
  let isListening = true;
  let closed: Promise<void> | undefined;
  /** Called when a connection closes and no other connection is open. */
  let onDisconnected = () => {};
  server.on('connection', (socket) => {
    if (!isListening && isBun) {
      socket.destroy();
      return;
    }
    connections.set(socket, { connectedAt: performance.now(), received: 0, unfinished: 0 });
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) onDisconnected();
    });
  });
  server.on('request', ({ socket }, response) => {
    const requests = connections.get(socket);
    if (requests === undefined) return;
    requests.received++;
    requests.unfinished++;
    if (isClosing) response.setHeader('Connection', 'close');
    unfinishedResponses.add(response);
    response.once('close', () => {
      unfinishedResponses.delete(response);
      requests.unfinished--;
      if (!isListening && requests.unfinished === 0) socket.destroySoon();
    });
  });

  async function closeIdleConnections(): Promise<void> {
    // Two turns of the event loop, so that requests that have already arrived are read first.
    await nextTurn();
    await nextTurn();
    for (const [socket, { connectedAt, received, unfinished }] of connections) {
      if (unfinished > 0) continue;
      const age = performance.now() - connectedAt;
      if (received > 0 || age >= FIRST_REQUEST_MS) socket.destroy();
      else setTimeout(closeIfIdle, FIRST_REQUEST_MS - age, socket).unref();
    }
  }

  function closeIfIdle(socket: Socket): void {
    if (connections.get(socket)?.unfinished === 0) socket.destroy();
  }

  async function close(): Promise<void> {
    isClosing = true;
    for (const response of unfinishedResponses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    if (drainMs > 0) await delay(drainMs);
    isListening = false;
    onStopListening();
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    const ended = new Promise<void>((resolve) => {
      if (!isBun) NetServer.prototype.close.call(server, () => resolve());
      else if (connections.size === 0) resolve();
      else onDisconnected = resolve;
    });
    await closeIdleConnections();
    await ended;
    clearTimeout(deadline);
    // Stops the timer of `node:http` that checks for timed-out requests.
    server.close();
  }

  return {
    isClosing: () => isClosing,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
