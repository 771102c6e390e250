/*
 * Runs a build in a worker thread: reads a source in short slices, and sends its records in batches. `build-worker.ts`
 * runs in the thread, and calls `write-snapshot.ts`. `build-snapshot.ts` is the function for programs.
 */

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type EncodingOptions, shareWhileReading } from '../../encoding/catalog-encoder.js';
import { type RecordBatch, recordBatches } from '../../source/record-batches.js';
import type { SourceRecord, StreamedSource } from '../../source/source.js';
import { moduleUrl, WORKER_OPTIONS } from '../../worker-options.js';
import { type ErrorData, errorOf } from '../task-thread.js';
import type { SnapshotTask, WrittenSnapshot } from './write-snapshot.js';

const WORKER = new URL('./build-worker.js', moduleUrl(import.meta.url));

/** The maximum number of batches that are sent before the worker thread has read them. */
const MAX_UNREAD_BATCHES = 4;

/** The states of a build, which the two threads share. */
export const BUILD_STATES = { encoding: 0, writing: 1, aborted: 2 } as const;

/** The data of the worker thread. */
export interface BuildWorkerData {
  readonly task: SnapshotTask;
  /** The path of a source directory, or the name of a source whose batches are sent as messages. */
  readonly source: { readonly directory: string } | { readonly name: string };
  /** One of {@link BUILD_STATES}. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** Whether the worker thread sends the message `written`, and waits for `publish`. */
  readonly waitsBeforePublish: boolean;
}

/** A message to the worker thread. */
export type MessageToBuild = RecordBatch | 'end' | 'publish';

/** A message of the worker thread. */
export type MessageOfBuild =
  | { readonly kind: 'read' }
  | { readonly kind: 'progress'; readonly titles: number; readonly share: number | undefined }
  | { readonly kind: 'written'; readonly report: WrittenSnapshot }
  | { readonly kind: 'done'; readonly report: WrittenSnapshot }
  | { readonly kind: 'failed'; readonly error: ErrorData };

/** Whether the file of the worker exists. It does not if the program is bundled into one file. */
export function hasBuildWorker(): boolean {
  return existsSync(WORKER);
}

/**
 * Writes a snapshot like `writeSnapshot`, but in a worker thread. The calling thread only reads the records of a
 * source that is not a directory, in short time slices.
 */
export async function writeSnapshotInWorker(
  source: string | StreamedSource,
  task: SnapshotTask,
  {
    progress,
    signal,
    beforePublish,
  }: Pick<EncodingOptions, 'progress'> & {
    readonly signal?: AbortSignal | undefined;
    readonly beforePublish?: ((written: WrittenSnapshot) => void) | undefined;
  },
): Promise<WrittenSnapshot> {
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: BuildWorkerData = {
    task,
    source: typeof source === 'string' ? { directory: source } : { name: source.name },
    state,
    waitsBeforePublish: beforePublish !== undefined,
  };
  const worker = new Worker(WORKER, { workerData, ...WORKER_OPTIONS });
  const sender = typeof source === 'string' ? undefined : sendBatches(source, worker);
  let abort = () => {};
  try {
    return await new Promise<WrittenSnapshot>((resolve, reject) => {
      const stop = (reason: unknown) => {
        const before = Atomics.exchange(state, 0, BUILD_STATES.aborted);
        // A worker that is writing removes its temporary file, and then fails.
        if (before === BUILD_STATES.encoding) reject(reason);
      };
      let failure: { readonly error: unknown } | undefined;
      const callHook = (hook: () => void) => {
        if (failure !== undefined) return;
        try {
          hook();
        } catch (error) {
          failure = { error };
          stop(error);
        }
      };
      abort = () => stop(signal?.reason);
      signal?.addEventListener('abort', abort);
      worker.on('message', (message: MessageOfBuild) => {
        if (message.kind === 'read') sender?.onRead();
        else if (message.kind === 'progress') {
          callHook(() => progress?.(message.titles, message.share ?? shareOf(source)));
        } else if (message.kind === 'written') {
          callHook(() => beforePublish?.(message.report));
          worker.postMessage('publish' satisfies MessageToBuild);
        } else if (failure !== undefined) reject(failure.error);
        else if (message.kind === 'done') resolve(message.report);
        else reject(signal?.aborted ? signal.reason : errorOf(message.error));
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`worker thread exited with status ${code}`)));
      sender?.sent.catch(reject);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    sender?.stop();
    await worker.terminate();
  }
}

/** Returns the share of the work that is done while the calling thread reads titles. */
function shareOf(source: string | StreamedSource): number | undefined {
  return typeof source === 'string' ? undefined : shareWhileReading(source.titles);
}

/** Sends the batches of a source to the worker thread, a few at a time. */
function sendBatches(source: StreamedSource, worker: Worker) {
  let unread = 0;
  let isStopped = false;
  let wake = () => {};
  const send = async () => {
    for await (const batch of recordBatches(source)) {
      while (unread === MAX_UNREAD_BATCHES && !isStopped) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (isStopped) return;
      unread++;
      post(worker, batch);
    }
    worker.postMessage('end' satisfies MessageToBuild);
  };
  return {
    /** Settles when the source was read to its end, or when an iterable of the source throws an error. */
    sent: send(),
    onRead() {
      unread--;
      wake();
    },
    stop() {
      isStopped = true;
      wake();
    },
  };
}

/** Sends a batch. A record that cannot be copied becomes a problem. */
function post(worker: Worker, batch: RecordBatch): void {
  try {
    worker.postMessage(batch satisfies MessageToBuild);
  } catch {
    worker.postMessage({ ...batch, records: batch.records.map(copyable) } satisfies MessageToBuild);
  }
}

function copyable(record: SourceRecord): SourceRecord {
  try {
    return structuredClone(record);
  } catch (error) {
    const problem = `expected a record of plain data, found a value that cannot be copied (${(error as Error).message})`;
    return { position: record.position, problem };
  }
}
