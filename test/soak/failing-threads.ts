/** Code that runs in every thread of a server before its modules. */
const CODE = `
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
if (!isMainThread && workerData?.status !== undefined) {
  parentPort.on('message', ({ request }) => {
    const text = JSON.stringify(request ?? '');
    if (text.includes('block-thread')) for (;;);
    if (text.includes('end-thread')) process.exit(7);
  });
}
`;

/**
 * Environment variables for `carrel serve --workers`. A request that contains `block-thread` blocks the thread that
 * receives it for good, and one that contains `end-thread` ends the thread.
 */
export const FAILING_THREADS: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CODE)}`,
};
