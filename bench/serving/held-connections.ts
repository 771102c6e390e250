import { connect, type Socket } from 'node:net';

const PACE_MS = 1000;

/** Clients that hold connections and are in no hurry. */
export interface HeldConnections {
  /** How many connections are open. */
  open(): number;
  end(): void;
}

/**
 * Clients each of which sends a byte of its request a second, and connects again when it is thrown
 * out. They begin one after the other within a second.
 */
export function heldConnections(baseUrl: string, count: number): HeldConnections {
  const { hostname, port } = new URL(baseUrl);
  const request = Buffer.from(`GET /v1/titles?q=slow HTTP/1.1\r\nHost: ${hostname}\r\nX-Wait: `);
  const sockets = new Set<Socket>();
  let isEnded = false;
  const begin = () => {
    if (isEnded) return;
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    let sent = 0;
    const timer = setInterval(() => {
      socket.write(request.subarray(sent, sent + 1));
      sent = Math.min(sent + 1, request.length - 1);
    }, PACE_MS);
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      setTimeout(begin, Math.random() * PACE_MS);
    });
  };
  for (let i = 0; i < count; i++) setTimeout(begin, (i * PACE_MS) / count);
  return {
    open: () => [...sockets].filter(({ readyState }) => readyState === 'open').length,
    end() {
      isEnded = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
