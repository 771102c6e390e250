/*
 * This module runs in a worker thread. It receives texts, and replies with the segment of the index that is built from
 * them, unless the thread that sent the texts has begun to index them itself. The arrays of the segment are transferred,
 * not copied.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { indexTexts } from './index-texts.js';
import {
  type IndexedTexts,
  SEGMENT_STATES,
  type SegmentTask,
  type SegmentWorkerData,
} from './indexing-thread.js';

const { results } = workerData as SegmentWorkerData;

parentPort?.on('message', ({ number, texts, state }: SegmentTask) => {
  const { waiting, begun, done } = SEGMENT_STATES;
  if (Atomics.compareExchange(state, 0, waiting, begun) !== waiting) return;
  try {
    const segment = indexTexts(texts);
    const buffers = Object.values(segment)
      .flat()
      .flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []));
    const indexed: IndexedTexts = { number, segment };
    results.postMessage(indexed, buffers);
  } catch {
    // Without a segment, the thread that sent the texts indexes them, and throws the same error.
  }
  Atomics.store(state, 0, done);
  Atomics.notify(state, 0);
});
