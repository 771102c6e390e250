import { parentPort } from 'node:worker_threads';
import { isInFile } from '../format/container/sections.js';
import { type OpeningTask, prepareCatalog } from './changes/prepare-catalog.js';
import { type ChangesTask, createChangesPreparer } from './changes/prepare-changes.js';
import { errorData } from './error-data.js';
import { lowerPriority } from './lower-priority.js';
import { openSentSections } from './reading/bytes-in-file.js';
import { collectGarbage } from './shared-memory.js';

/*
 * This module runs in a worker thread. It receives the path of a catalog, and replies with the verified sections of
 * the catalog and their table, or with an error. Records that stay in the file are not verified. Or it receives the place
 * of changes in a file, and replies with the sections that they replace. The arrays are transferred or shared, not copied.
 */

lowerPriority();
const prepareChanges = createChangesPreparer();

parentPort?.on('message', (task: OpeningTask | ChangesTask) => {
  try {
    if ('path' in task) {
      const prepared = prepareCatalog(task);
      const buffers = [...prepared.sections.values(), ...prepared.holdings].flatMap((array) =>
        !isInFile(array) && array.buffer instanceof ArrayBuffer ? [array.buffer] : [],
      );
      parentPort?.postMessage(prepared, [...new Set(buffers)]);
    } else {
      parentPort?.postMessage(
        prepareChanges({ ...task, sections: openSentSections(task.sections) }),
      );
      collectGarbage();
    }
  } catch (error) {
    parentPort?.postMessage({ error: errorData(error) });
  }
});
