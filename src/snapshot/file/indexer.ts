import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { FieldTexts } from '../../search/building/build-segment.js';
import type { Segment } from '../../search/building/segment.js';
import { indexTexts } from '../index-texts.js';
import { createWorkerPool } from './worker-pool.js';

/** Indexes the texts of one segment after another, in this thread or in others. */
export interface Indexer {
  /** Begins to index texts. Rejects with what was thrown in a thread, or with why it ended. */
  index(texts: readonly FieldTexts[]): Promise<Segment>;
  /**
   * Waits until there is a thread for more texts, so that those in memory stay few.
   *
   * @throws what a thread threw
   */
  room(): Promise<void>;
  /** Ends the threads, and with them what they have not finished. */
  close(): Promise<void>;
}

const WORKER = new URL('./segment-worker.js', import.meta.url);

/**
 * Room for twice the words of a segment, were all of them different, and among the young for the
 * titles that MiniSearch has at a time.
 */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 };

/** With more, some wait for the thread that reads: it can keep hardly two busy. */
const MOST_BY_DEFAULT = 3;

/**
 * An indexer with so many threads besides the one that reads; one thread is the reading one itself.
 * Threads start when there is something for them. Where the worker's file is not beside this one, as
 * when everything was bundled into one file, this thread does it all.
 *
 * @throws RangeError when `threads` is no whole number from 1
 */
export function createIndexer(
  threads = Math.min(availableParallelism(), MOST_BY_DEFAULT),
): Indexer {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; wanted a whole number of at least 1.`);
  }
  if (threads > 1 && existsSync(WORKER)) {
    const { run, room, close } = createWorkerPool<readonly FieldTexts[], Segment>(
      WORKER,
      threads,
      LIMITS,
    );
    return { index: run, room, close };
  }
  return {
    index: async (texts) => indexTexts(texts),
    async room() {},
    async close() {},
  };
}
