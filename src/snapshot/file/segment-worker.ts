import { parentPort } from 'node:worker_threads';
import type { FieldTexts } from '../../search/index.js';
import { indexTexts } from '../encoding/index-texts.js';

/*
 * This module runs in a worker thread. It receives texts, and replies with the segment of the index that is
 * built from them. The arrays of the segment are transferred, not copied.
 */

parentPort?.on('message', (texts: FieldTexts[]) => {
  const segment = indexTexts(texts);
  const buffers = Object.values(segment).flatMap((value) =>
    ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
  );
  parentPort?.postMessage(segment, buffers);
});
