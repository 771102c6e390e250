import { existsSync } from 'node:fs';
import type { SegmentTexts } from './index-texts.js';
import {
  type IndexingThread,
  SEGMENT_WORKER,
  type SentTexts,
  startIndexingThread,
} from './indexing-thread.js';

/** Worker threads that index texts. */
export interface IndexingThreads {
  /**
   * Sends texts to the thread with the fewest unfinished texts. Returns undefined if no thread has started, or if all
   * have enough texts.
   */
  send(texts: SegmentTexts): SentTexts | undefined;
  /** Starts a thread if all threads are busy. */
  start(): void;
  /** Ends the threads. */
  close(): void;
}

/** The number of unfinished texts at which a thread receives no more: it indexes one of them, and two wait. */
const MAX_UNFINISHED_TEXTS = 3;

/** No threads: the calling thread indexes. */
export const NO_THREADS: IndexingThreads = { send: () => undefined, start() {}, close() {} };

/**
 * Creates threads on demand. Creates none if the file of the worker is missing because the program is bundled into one
 * file, or if the process may not start threads.
 *
 * @param file the module that the threads run
 */
export function createIndexingThreads(maxThreads: number, file = SEGMENT_WORKER): IndexingThreads {
  if (maxThreads === 0 || !existsSync(file)) return NO_THREADS;
  const threads: IndexingThread[] = [];
  let mayStart = true;
  return {
    send(texts) {
      const [thread] = threads.toSorted((a, b) => a.load() - b.load());
      return thread === undefined || thread.load() >= MAX_UNFINISHED_TEXTS
        ? undefined
        : thread.send(texts);
    },
    start() {
      mayStart &&= threads.length < maxThreads;
      if (!mayStart || threads.some((thread) => thread.load() === 0)) return;
      const thread = startIndexingThread(file);
      if (thread === undefined) mayStart = false;
      else threads.push(thread);
    },
    close() {
      for (const thread of threads.splice(0)) thread.close();
    },
  };
}
