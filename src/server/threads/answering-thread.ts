/*
 * One answering thread, as the main thread sees it. `run-answering-thread.ts` runs in the thread, and
 * `answering-threads.ts` starts and replaces all threads.
 */

import { Worker } from 'node:worker_threads';
import type { Catalog } from '../../catalog/catalog.js';
import { collectGarbageSoon } from '../../snapshot/file/shared-memory.js';
import type { WebRequest } from '../../web/web-request.js';
import type { Log } from '../log.js';
import {
  BUFFERS,
  HEAP,
  HEARTBEATS,
  type ThreadAnswer,
  type ThreadData,
  type ThreadMessage,
  type ThreadReply,
} from './thread-messages.js';

/** A request that waits for its answer. */
export interface PendingRequest {
  readonly request: WebRequest;
  /** The name of the client, or else its API key, by which clients take turns. Empty for a client without either. */
  readonly client: string;
  /** When the request was received, as `performance.now()`. */
  readonly receivedAt: number;
  resolve(answer: ThreadAnswer): void;
  reject(error: Error): void;
}

/** Events of an answering thread. */
export interface ThreadEvents {
  /** Called when the thread is ready to receive messages. */
  onStarted(): void;
  /** Called with the client whose request the thread has answered. */
  onAnswered(client?: string): void;
  /** Called once, when the thread has ended without a call of `end`. */
  onEnded(reason: string): void;
}

/** A thread that answers requests, as the main thread controls it. */
export interface AnsweringThread {
  readonly id: number;
  /** Returns the request that the thread is answering. */
  pending(): PendingRequest | undefined;
  /** Returns the time at which the thread received this request, as `performance.now()`, or else the current time. */
  busySince(): number;
  /**
   * Sends a message.
   *
   * @param closed The catalogs that a `use` message closes, except catalogs that share their titles with an open catalog.
   *   Their files stay open until the thread replies. Default: none.
   */
  send(message: ThreadMessage, closed?: readonly Catalog[]): void;
  /** Sends a request, whose answer resolves it. The thread must not be answering another one. */
  answer(pending: PendingRequest): void;
  /** Warms up catalogs. Resolves with false if the thread ends before. */
  warmUp(catalogs: readonly number[], baseUrl: string): Promise<boolean>;
  /** Returns whether the thread has reported that it is responsive since the last call. */
  hasSentHeartbeat(): boolean;
  /** Memory that the thread has last reported, in bytes. */
  memory(): { readonly heap: number; readonly buffers: number };
  /** Terminates the thread. Returns the request that it was answering. */
  end(): PendingRequest | undefined;
}

/**
 * The maximum size of the young generation of a thread's heap. The default of Node.js takes 20 MB more memory per thread
 * and hardly less time.
 */
const MAX_YOUNG_GENERATION_MB = 2;

/** Starts a thread. */
export function startAnsweringThread(
  module: URL,
  options: unknown,
  log: Log,
  { onStarted, onAnswered, onEnded }: ThreadEvents,
): AnsweringThread {
  const status = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
  const workerData: ThreadData = { status, options };
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });
  let pending: PendingRequest | undefined;
  let sentAt = 0;
  /** For each `use` message without a reply: the `closed` of {@link AnsweringThread.send}. */
  const closing: (readonly Catalog[])[] = [];
  const warmUps = new Map<number, (isWarm: boolean) => void>();
  let lastCall = 0;
  let lastHeartbeats = 0;
  let isEnded = false;

  function settle(): void {
    isEnded = true;
    for (const resolve of warmUps.values()) resolve(false);
    warmUps.clear();
  }

  function onEnd(reason: string): void {
    if (isEnded) return;
    settle();
    collectGarbageSoon();
    onEnded(reason);
  }

  worker.on('message', (reply: ThreadReply) => {
    if (isEnded) return;
    switch (reply.kind) {
      case 'started':
        onStarted();
        break;
      case 'warm':
        warmUps.get(reply.call)?.(true);
        warmUps.delete(reply.call);
        break;
      case 'answer': {
        const answered = pending;
        pending = undefined;
        answered?.resolve(reply.answer);
        onAnswered(answered?.client);
        break;
      }
      case 'used':
        if (closing.shift()?.length) collectGarbageSoon();
        break;
      case 'log':
        log.error(reply.event, reply.fields);
    }
  });
  worker.on('error', (error: Error) => onEnd(error.message));
  worker.on('exit', (code) => onEnd(`exited with status ${code}`));
  const send = (message: ThreadMessage, closed: readonly Catalog[] = []) => {
    if (message.kind === 'use') closing.push(closed);
    worker.postMessage(message);
  };

  return {
    id: worker.threadId,
    pending: () => pending,
    busySince: () => (pending === undefined ? performance.now() : sentAt),
    send,
    answer(request) {
      pending = request;
      sentAt = performance.now();
      send({ kind: 'request', request: request.request });
    },
    warmUp(catalogs, baseUrl) {
      if (isEnded) return Promise.resolve(false);
      const call = ++lastCall;
      send({ kind: 'warm-up', call, catalogs, baseUrl });
      return new Promise((resolve) => warmUps.set(call, resolve));
    },
    hasSentHeartbeat() {
      const hasSent = status[HEARTBEATS] !== lastHeartbeats;
      lastHeartbeats = status[HEARTBEATS];
      return hasSent;
    },
    memory: () => ({ heap: status[HEAP], buffers: status[BUFFERS] }),
    end() {
      settle();
      worker.terminate().then(collectGarbageSoon);
      const unanswered = pending;
      pending = undefined;
      return unanswered;
    },
  };
}
