/* The messages between the main thread and an answering thread. */

import type { CatalogDifference } from '../../snapshot/changes/catalog-difference.js';
import type { ErrorData } from '../../snapshot/file/task-thread.js';
import type { WebRequest, WebResponse } from '../../web/web-request.js';

/** A message from the main thread to an answering thread. Catalogs have numbers. */
export type ThreadMessage =
  /** Opens a catalog. `before` is the open catalog that the difference was computed from. */
  | {
      readonly kind: 'open';
      readonly catalog: number;
      readonly before: number | undefined;
      readonly difference: CatalogDifference;
    }
  /**
   * Answers further requests from these catalogs, closes all catalogs that are not kept, and then sends a `used`
   * message.
   */
  | { readonly kind: 'use'; readonly catalogs: readonly number[]; readonly kept: readonly number[] }
  /** Warms up catalogs, and then sends a `warm` message with the same call number. */
  | {
      readonly kind: 'warm-up';
      readonly call: number;
      readonly catalogs: readonly number[];
      readonly baseUrl: string;
    }
  /** Sends an `answer` message. */
  | { readonly kind: 'request'; readonly request: WebRequest };

/** A message from an answering thread to the main thread. */
export type ThreadReply =
  /** The thread is ready to receive messages. */
  | { readonly kind: 'started' }
  | { readonly kind: 'warm'; readonly call: number }
  | { readonly kind: 'answer'; readonly answer: ThreadAnswer }
  /** The reply to a `use` message: the thread reads no closed catalog any more. */
  | { readonly kind: 'used' }
  /** An event for the log. */
  | {
      readonly kind: 'log';
      readonly event: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** The answer to a request. */
export type ThreadAnswer =
  /** `response` is undefined if the site has no page at the path. */
  | { readonly response: WebResponse | undefined }
  /** The error of the operation, or an unexpected error. */
  | { readonly error: ErrorData };

/** The data that an answering thread is started with. */
export interface ThreadData {
  /** Shared memory for reports of the thread, with {@link HEARTBEATS}, {@link HEAP} and {@link BUFFERS}. */
  readonly status: Float64Array;
  /** The options of the module of the thread. */
  readonly options: unknown;
}

/** The element of `status` that the thread increments at least every {@link HEARTBEAT_MS}. */
export const HEARTBEATS = 0;
/** The element of `status` with the used JavaScript heap of the thread, in bytes. */
export const HEAP = 1;
/** The element of `status` with the memory of the thread outside the heap, in bytes. */
export const BUFFERS = 2;

/** The interval at which an answering thread reports that it is responsive. */
export const HEARTBEAT_MS = 250;
