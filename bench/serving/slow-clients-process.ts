import { heldConnections } from './held-connections.js';

/*
 * The process that `slow-clients.ts` starts. The process opens slow connections to a server, and regularly
 * sends the number of open connections to the parent process.
 */

const REPORT_INTERVAL_MS = 200;

const [baseUrl, count] = process.argv.slice(2);
const { open } = heldConnections(baseUrl, Number(count));
process.on('disconnect', () => process.exit());
setInterval(() => process.send?.(open()), REPORT_INTERVAL_MS);
