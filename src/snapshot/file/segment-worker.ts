import { parentPort } from 'node:worker_threads';
import type { FieldTexts } from '../../search/building/build-segment.js';
import { indexTexts } from '../index-texts.js';

/* What runs in a worker thread: texts in, a segment out, its arrays handed over without a copy. */

parentPort?.on('message', (texts: FieldTexts[]) => {
  const segment = indexTexts(texts);
  const buffers = Object.values(segment).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(segment, buffers);
});
