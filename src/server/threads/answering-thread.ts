import { Worker } from 'node:worker_threads';
import type { Catalog } from '../../catalog/catalog.js';
import { collectGarbageSoon } from '../../snapshot/file/shared-memory.js';
import type { Log } from '../log.js';
import { createTickets, isAfter, nextTicket, takeBackRequest } from './request-tickets.js';
import {
  BUFFERS,
  HEAP,
  HEARTBEATS,
  type ThreadAnswer,
  type ThreadData,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './thread-messages.js';

/** A request that waits for its answer. */
export interface PendingRequest {
  readonly request: ThreadRequest;
  /** The name of the client, or else its API key, by which clients take turns. Empty for a client without either. */
  readonly client: string;
  /** When the request was received, as `performance.now()`. */
  readonly receivedAt: number;
  resolve(answer: ThreadAnswer): void;
  reject(error: Error): void;
}

/** A request that has been sent to a thread. */
interface SentRequest extends PendingRequest {
  readonly ticket: number;
  /** When the request was sent, as `performance.now()`. */
  readonly sentAt: number;
}

/** The message with which a thread replies to a warm-up. */
export type WarmReply = Extract<ThreadReply, { kind: 'warm' }>;

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
  /** The requests that have been sent and not answered, in the order of sending. */
  requests(): readonly PendingRequest[];
  /** When the thread could begin the first of these requests, as `performance.now()`. Without requests: now. */
  busySince(): number;
  /**
   * Sends a message.
   *
   * @param closed The catalogs that a `use` message closes, except catalogs that share their titles with an open catalog.
   *   Their files stay open until the thread replies. Default: none.
   */
  send(message: ThreadMessage, closed?: readonly Catalog[]): void;
  /** Sends a request, whose answer resolves it. */
  answer(pending: PendingRequest): void;
  /** Returns the last of two requests and no longer sends its answer, unless the thread has begun the request. */
  takeBack(): PendingRequest | undefined;
  /** Warms up catalogs. Resolves with undefined if the thread ends before. */
  warmUp(catalogs: readonly number[], baseUrl: string): Promise<WarmReply | undefined>;
  /** Returns whether the thread has reported that it is responsive since the last call. */
  hasSentHeartbeat(): boolean;
  /** Memory that the thread has last reported, in bytes. */
  memory(): { readonly heap: number; readonly buffers: number };
  /** Terminates the thread. Returns the requests that it has not answered, the one that it was answering first. */
  end(): readonly PendingRequest[];
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
  const tickets = createTickets();
  const workerData: ThreadData = { status, tickets, options };
  const worker = new Worker(module, {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });
  const unanswered: SentRequest[] = [];
  let lastTicket = 0;
  let lastTakenBack = 0;
  /** For each `use` message without a reply: the `closed` of {@link AnsweringThread.send}. */
  const closing: (readonly Catalog[])[] = [];
  const warmUps = new Map<number, (reply: WarmReply | undefined) => void>();
  let lastCall = 0;
  let lastHeartbeats = 0;
  let lastAnsweredAt = 0;
  let isEnded = false;

  function settle(): void {
    isEnded = true;
    for (const resolve of warmUps.values()) resolve(undefined);
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
        warmUps.get(reply.call)?.(reply);
        warmUps.delete(reply.call);
        break;
      case 'answer': {
        lastAnsweredAt = performance.now();
        const answered = unanswered.shift();
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
    requests: () => unanswered,
    busySince: () => Math.max(unanswered[0]?.sentAt ?? performance.now(), lastAnsweredAt),
    send,
    answer(pending) {
      lastTicket = nextTicket(lastTicket);
      unanswered.push({ ...pending, ticket: lastTicket, sentAt: performance.now() });
      send({ kind: 'request', ticket: lastTicket, request: pending.request });
    },
    takeBack() {
      if (unanswered.length !== 2) return undefined;
      const [first, last] = unanswered;
      const latest = isAfter(lastTakenBack, first.ticket) ? lastTakenBack : first.ticket;
      if (!takeBackRequest(tickets, latest, last.ticket)) return undefined;
      lastTakenBack = last.ticket;
      return unanswered.pop();
    },
    warmUp(catalogs, baseUrl) {
      if (isEnded) return Promise.resolve(undefined);
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
      return unanswered.splice(0);
    },
  };
}
