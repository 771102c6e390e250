import { heldConnections } from './held-connections.js';

/* What runs in the process of `slow-clients.ts`; it tells how many connections are open. */

const COUNTING_MS = 200;

const [baseUrl, count] = process.argv.slice(2);
const { open } = heldConnections(baseUrl, Number(count));
process.on('disconnect', () => process.exit());
setInterval(() => process.send?.(open()), COUNTING_MS);
