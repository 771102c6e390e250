import { parentPort } from 'node:worker_threads';
import type { FieldTexts } from '../../search/building/build-segment.js';
import { indexTexts } from '../index-texts.js';

/* What runs in a worker thread: texts in, segments out, their arrays handed over without a copy. */

parentPort?.on('message', (texts: FieldTexts[]) => {
  const segments = indexTexts(texts);
  const buffers = segments
    .flatMap((segment) => Object.values(segment))
    .flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []));
  parentPort?.postMessage(segments, buffers);
});
