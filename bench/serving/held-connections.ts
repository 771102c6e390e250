import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(import.meta.url);
const REPORT_INTERVAL_MS = 200;

const BYTE_INTERVAL_MS = 1000;

/** Slow clients, each with one connection. */
export interface HeldConnections {
  /** The number of open connections. */
  open(): number;
  /** Closes all connections. */
  end(): void;
}

/**
 * Starts clients that send one byte of a request per second, and connect again when the server closes
 * the connection. The clients start at different times within the first second.
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
    }, BYTE_INTERVAL_MS);
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      setTimeout(begin, Math.random() * BYTE_INTERVAL_MS);
    });
  };
  for (let i = 0; i < count; i++) setTimeout(begin, (i * BYTE_INTERVAL_MS) / count);
  return {
    open: () => [...sockets].filter(({ readyState }) => readyState === 'open').length,
    end() {
      isEnded = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Like {@link heldConnections}, in a child process, so that the clients do not delay measurements in this process.
 * The number of open connections is updated five times per second. When the child process exits
 * unexpectedly, this process ends with an uncaught error.
 */
export function heldConnectionsInProcess(baseUrl: string, count: number): HeldConnections {
  const child = fork(SCRIPT, [baseUrl, String(count)], { stdio: 'inherit' });
  let open = 0;
  child.on('message', (counted: number) => {
    open = counted;
  });
  child.on('exit', (status) => {
    if (!child.killed)
      throw new Error(`slow clients: expected a running process, found exit status ${status}`);
  });
  return { open: () => open, end: () => child.kill() };
}

if (process.argv[1] === SCRIPT) {
  const [, , baseUrl, count] = process.argv;
  const { open } = heldConnections(baseUrl, Number(count));
  process.on('disconnect', () => process.exit());
  setInterval(() => process.send?.(open()), REPORT_INTERVAL_MS);
}
