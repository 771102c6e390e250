import { connect, type Socket } from 'node:net';

/* What runs in the process of `slow-clients.ts`; it tells how many connections are open. */

const PACE_MS = 1000;
const COUNTING_MS = 200;

const [baseUrl, count] = process.argv.slice(2);
const { hostname, port } = new URL(baseUrl);
const request = Buffer.from(`GET /v1/titles?q=slow HTTP/1.1\r\nHost: ${hostname}\r\nX-Wait: `);
const sockets = new Set<Socket>();
for (let i = 0; i < Number(count); i++) setTimeout(begin, (i * PACE_MS) / Number(count));
process.on('disconnect', () => process.exit());
setInterval(() => {
  process.send?.([...sockets].filter(({ readyState }) => readyState === 'open').length);
}, COUNTING_MS);

function begin(): void {
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
}
