/*
 * This module runs in a worker thread. It receives a catalog to open or to change, and replies with the generation that
 * becomes current, or with an error. The checksums of a file are verified, except the checksums of records that stay in
 * the file. The arrays are transferred or shared, not copied.
 */

import { parentPort } from 'node:worker_threads';
import { isInFile } from '../format/container/sections.js';
import { type GenerationTask, prepareGeneration } from './prepare-generation.js';
import { openSentSections } from './read-snapshot-sections.js';
import { collectGarbage } from './shared-memory.js';
import { errorData, lowerPriority } from './task-thread.js';

lowerPriority();

parentPort?.on('message', async ({ open: sent, ...task }: GenerationTask) => {
  try {
    const open = sent && { ...sent, sections: openSentSections(sent.sections) };
    const generation = await prepareGeneration({ ...task, open });
    const buffers = [...generation.sections.values(), ...generation.holdings].flatMap((array) =>
      !isInFile(array) && array.buffer instanceof ArrayBuffer ? [array.buffer] : [],
    );
    parentPort?.postMessage(generation, [...new Set(buffers)]);
  } catch (error) {
    parentPort?.postMessage({ error: errorData(error) });
  }
  if (sent !== undefined) collectGarbage();
});
