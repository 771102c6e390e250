import { parentPort } from 'node:worker_threads';
import { indexTexts, type SegmentTexts } from '../../encoding/index-texts.js';

/*
 * This module runs in a worker thread. It receives texts, and replies with the segment of the index that is
 * built from them. The arrays of the segment are transferred, not copied.
 */

parentPort?.on('message', (texts: SegmentTexts) => {
  const segment = indexTexts(texts);
  const buffers = Object.values(segment).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(segment, buffers);
});
