/* Runs worker threads that index texts, and starts them on demand. `segment-worker.ts` runs in a thread. */

import { existsSync } from 'node:fs';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import type { Segment } from '../../search/index.js';
import { moduleUrl, WORKER_OPTIONS } from '../worker-options.js';
import { indexTexts, type SegmentTexts } from './index-texts.js';

/** The file that the threads run. It does not exist if the program is bundled into one file. */
const SEGMENT_WORKER = new URL('./segment-worker.js', moduleUrl(import.meta.url));

/** The states of texts, which the two threads share. Before a thread indexes texts, it changes `waiting` to `begun`. */
export const SEGMENT_STATES = { waiting: 0, begun: 1, done: 2 } as const;

/** The data of a worker thread. */
export interface SegmentWorkerData {
  /** Sends {@link IndexedTexts}. */
  readonly results: MessagePort;
}

/** A message to a worker thread. */
export interface SegmentTask {
  /** The number of the texts, in the order of sending. */
  readonly number: number;
  readonly texts: SegmentTexts;
  /** One of {@link SEGMENT_STATES}. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

/** A message of a worker thread. */
export interface IndexedTexts {
  readonly number: number;
  readonly segment: Segment;
}

/** Texts that were sent to a thread. */
export interface SentTexts {
  /** Returns the segment of the texts if the thread has indexed them, otherwise undefined. */
  receive(): Segment | undefined;
  /**
   * Returns the segment of the texts. If the thread has not begun to index them, or does not finish in a minute, the
   * calling thread indexes them.
   */
  take(): Segment;
}

/** A worker thread that indexes texts while the thread that started it goes on. */
export interface IndexingThread {
  /** Returns the number of texts that were sent and not taken, and that the thread has not indexed. */
  load(): number;
  send(texts: SegmentTexts): SentTexts;
  /** Ends the thread. Texts that it has not indexed are indexed by the thread that takes their segment. */
  close(): void;
}

/**
 * The heap limits of a worker thread. The limit of the old generation is more than twice the memory for a
 * segment in which every word is different. With the large young generation, V8 copies fewer short-lived
 * objects during indexing.
 */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 };

/** A thread that does not finish in this time has ended, because memory or a part of the package was missing. */
const MAX_WAIT_MS = 60_000;

/** Starts a thread, which does not keep the process running. Returns undefined if the process may not start threads. */
function startIndexingThread(file = SEGMENT_WORKER): IndexingThread | undefined {
  const { port1: received, port2: results } = new MessageChannel();
  const worker = startWorker(file, { results });
  if (worker === undefined) return undefined;
  worker.unref();
  // The calling thread indexes the texts of a thread that failed.
  worker.on('error', () => {});
  /** The states of the texts whose segment was not taken, by their numbers. */
  const sent = new Map<number, Int32Array<SharedArrayBuffer>>();
  const segments = new Map<number, Segment>();
  let nextNumber = 0;
  const receiveAll = () => {
    for (
      let result = receiveMessageOnPort(received);
      result !== undefined;
      result = receiveMessageOnPort(received)
    ) {
      const { number, segment } = result.message as IndexedTexts;
      if (sent.has(number)) segments.set(number, segment);
    }
  };
  return {
    load: () =>
      [...sent.values()].filter((state) => Atomics.load(state, 0) !== SEGMENT_STATES.done).length,
    send(texts) {
      const { waiting, begun } = SEGMENT_STATES;
      const number = nextNumber++;
      const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const task: SegmentTask = { number, texts, state };
      sent.set(number, state);
      worker.postMessage(task);
      const receive = () => {
        receiveAll();
        const segment = segments.get(number);
        if (segments.delete(number)) sent.delete(number);
        return segment;
      };
      return {
        receive,
        take() {
          if (Atomics.compareExchange(state, 0, waiting, begun) === begun) {
            Atomics.wait(state, 0, begun, MAX_WAIT_MS);
          }
          const segment = receive() ?? indexTexts(texts);
          sent.delete(number);
          return segment;
        },
      };
    },
    close() {
      received.close();
      worker.terminate();
    },
  };
}

function startWorker(file: URL, workerData: SegmentWorkerData): Worker | undefined {
  const transferList = [workerData.results];
  try {
    return new Worker(file, {
      workerData,
      transferList,
      resourceLimits: LIMITS,
      ...WORKER_OPTIONS,
    });
  } catch {
    return undefined;
  }
}

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
