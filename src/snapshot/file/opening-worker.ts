import { parentPort } from 'node:worker_threads';
import { type OpeningTask, prepareCatalog } from './changes/prepare-catalog.js';

/*
 * This module runs in a worker thread. It receives the path of a catalog, and replies with the decoded sections of
 * the catalog and their table. The arrays are transferred, not copied.
 */

parentPort?.on('message', (task: OpeningTask) => {
  const prepared = prepareCatalog(task);
  const buffers = [...prepared.sections.values()].map(({ buffer }) => buffer);
  parentPort?.postMessage(prepared, [...new Set(buffers as ArrayBuffer[])]);
});
