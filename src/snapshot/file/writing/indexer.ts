import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Segment } from '../../../search/index.js';
import { indexTexts, type SegmentTexts } from '../../encoding/index-texts.js';
import { moduleUrl } from '../../source/module-url.js';
import { createWorkerPool } from '../worker-pool.js';

/** Indexes the texts of segments, in the calling thread or in worker threads. */
export interface Indexer {
  /** Indexes the texts of one segment. Rejects if the worker thread fails. */
  index(texts: SegmentTexts): Promise<Segment>;
  /**
   * Resolves when a thread can accept more texts. A caller that waits for this between two calls of
   * {@link index} limits the number of texts in memory.
   *
   * @throws the error of a worker thread
   */
  ready(): Promise<void>;
  /** Stops the threads. Unfinished calls of {@link index} reject. */
  close(): Promise<void>;
}

const WORKER = new URL('./segment-worker.js', moduleUrl(import.meta.url));

/**
 * The heap limits of a worker thread. The limit of the old generation is more than twice the memory for a
 * segment in which every word is different. With the large young generation, V8 copies fewer short-lived
 * objects during indexing.
 */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 };

/**
 * The maximum default number of threads. The thread that reads titles produces enough work for
 * about two worker threads.
 */
const MAX_DEFAULT_THREADS = 3;

/**
 * Creates an indexer. The calling thread indexes if `threads` is 1, or if the file of the worker is missing
 * because the program is bundled into one file.
 *
 * @param threads The maximum number of worker threads, which start on demand. Default: the
 *   parallelism of the machine, at most 3.
 * @throws RangeError if `threads` is not a positive whole number
 */
export function createIndexer(
  threads = Math.min(availableParallelism(), MAX_DEFAULT_THREADS),
): Indexer {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads: expected a positive whole number, found ${threads}`);
  }
  if (threads > 1 && existsSync(WORKER)) {
    const { run, ready, close } = createWorkerPool<SegmentTexts, Segment>(WORKER, threads, LIMITS);
    return { index: run, ready, close };
  }
  return {
    index: async (texts) => indexTexts(texts),
    async ready() {},
    async close() {},
  };
}
