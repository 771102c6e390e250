/*
 * This module runs in a worker thread. It writes one snapshot, from a source directory or from batches of records that
 * it receives, and replies with the report or the error. The thread that started it then ends it.
 */

import { on, once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type RecordBatch, sourceOfBatches } from '../../source/record-batches.js';
import { sourceDirectory } from '../source-file.js';
import { errorData, lowerPriority } from '../task-thread.js';
import {
  BUILD_STATES,
  type BuildWorkerData,
  type MessageOfBuild,
  type MessageToBuild,
} from './build-in-worker.js';
import { writeSnapshot } from './write-snapshot.js';

/** The time between two messages about progress. */
const PROGRESS_MS = 50;

lowerPriority();

const port = parentPort as MessagePort;
const { task, source, state, waitsBeforePublish } = workerData as BuildWorkerData;
const send = (message: MessageOfBuild) => port.postMessage(message);

async function* receivedBatches(): AsyncGenerator<RecordBatch> {
  for await (const [message] of on(port, 'message')) {
    const received = message as MessageToBuild;
    if (typeof received === 'string') return;
    send({ kind: 'read' });
    yield received;
  }
}

let reportedAt = 0;
let unreported: { readonly titles: number; readonly share: number | undefined } | undefined;
const report = () => {
  if (unreported === undefined) return;
  send({ kind: 'progress', ...unreported });
  reportedAt = performance.now();
  unreported = undefined;
};

/** Begins the writing, unless the build is aborted. */
function beforeWrite(): void {
  const { encoding, writing, aborted } = BUILD_STATES;
  if (Atomics.compareExchange(state, 0, encoding, writing) === aborted) {
    throw new Error('the build was aborted');
  }
}

try {
  const read =
    'directory' in source
      ? sourceDirectory(source.directory)
      : await sourceOfBatches(source.name, receivedBatches());
  const written = await writeSnapshot(read, task, {
    progress(titles, share) {
      unreported = { titles, share };
      if (performance.now() - reportedAt >= PROGRESS_MS) report();
    },
    beforeWrite,
    async beforePublish(written) {
      if (!waitsBeforePublish) return;
      send({ kind: 'written', report: written });
      await once(port, 'message');
    },
  });
  report();
  send({ kind: 'done', report: written });
} catch (error) {
  send({ kind: 'failed', error: errorData(error) });
}
