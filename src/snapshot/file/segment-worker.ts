import { parentPort } from 'node:worker_threads';
import type { FieldTexts } from '../../search/building/build-segment.js';
import { indexTexts } from '../index-texts.js';

/* What runs in a worker thread: texts in, segments out, their arrays handed over without a copy. */

parentPort?.on('message', (texts: FieldTexts[]) => {
  const segment = indexTexts(texts);
  const arrays = Object.values(segment).filter(ArrayBuffer.isView);
  parentPort?.postMessage(
    segment,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  );
});
