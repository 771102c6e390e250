import { parentPort } from 'node:worker_threads';
import { storeDerivedArrays } from '../../search/index.js';
import { type OpeningTask, prepareCatalog } from './changes/prepare-catalog.js';
import { type ChangesTask, createChangesPreparer } from './changes/prepare-changes.js';
import { errorData } from './error-data.js';
import { collectGarbage, inSharedMemory } from './shared-memory.js';

/*
 * This module runs in a worker thread. It receives the path of a catalog, and replies with the decoded sections of
 * the catalog and their table, or with an error. Or it receives the place of changes in a file, and replies with the
 * sections that they replace. The arrays are transferred or shared, not copied.
 */

storeDerivedArrays(inSharedMemory);
const prepareChanges = createChangesPreparer();

parentPort?.on('message', (task: OpeningTask | ChangesTask) => {
  try {
    if ('path' in task) {
      const prepared = prepareCatalog(task);
      const arrays = [...prepared.sections.values(), ...prepared.holdings];
      const buffers = arrays
        .map(({ buffer }) => buffer)
        .filter((buffer) => buffer instanceof ArrayBuffer);
      parentPort?.postMessage(prepared, [...new Set(buffers)]);
    } else {
      parentPort?.postMessage(prepareChanges(task));
      collectGarbage();
    }
  } catch (error) {
    parentPort?.postMessage({ error: errorData(error) });
  }
});
