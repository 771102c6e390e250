/* The code that runs in an answering thread. `answering-thread.ts` is its counterpart in the main thread. */

import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { runSteps } from '../../base/steps.js';
import type { Catalog } from '../../catalog/catalog.js';
import { trustCatalogSet } from '../../catalog/catalog-set.js';
import { representCompressed } from '../../http/compression.js';
import {
  applyDifferenceInSteps,
  type CatalogDifference,
  sharesTitles,
} from '../../snapshot/changes/catalog-difference.js';
import { openSentSections } from '../../snapshot/file/read-snapshot-sections.js';
import { collectGarbageSoon } from '../../snapshot/file/shared-memory.js';
import { errorData } from '../../snapshot/file/task-thread.js';
import { createAnswer, withEndpoint } from '../../web/answer.js';
import type { Endpoint, Site, WebRequest } from '../../web/web-request.js';
import { READY_AFTER_REQUESTS, warmUp } from '../warm-up.js';
import {
  BUFFERS,
  HEAP,
  HEARTBEAT_MS,
  HEARTBEATS,
  type ThreadAnswer,
  type ThreadData,
  type ThreadMessage,
  type ThreadReply,
} from './thread-messages.js';

/**
 * Answers requests in this thread, which `startAnsweringThreads` has started. Catalogs are in memory that all threads share.
 *
 * @throws TypeError if the module runs in the main thread
 */
export async function runAnsweringThread<Options>(
  createSite: (options: Options) => Site | Promise<Site | undefined> | undefined,
  createEndpoint: (options: Options) => Endpoint | undefined = () => undefined,
): Promise<void> {
  if (parentPort === null)
    throw new TypeError('thread: expected a worker thread, found the main thread');
  const port = parentPort;
  const { status, options } = workerData as ThreadData;
  const site = await createSite(options as Options);
  const respond = withEndpoint(
    createAnswer(representCompressed, site),
    createEndpoint(options as Options),
  );
  const opened = createOpenedCatalogs();
  let current: readonly Catalog[] = [];
  /** Resolves when no warm-up is running. */
  let warming: Promise<unknown> = Promise.resolve();
  const send = (reply: ThreadReply) => port.postMessage(reply);
  /** Returns open catalogs. The main thread has checked that they can be open together. */
  const catalogsOf = (numbers: readonly number[]) => {
    const catalogs = numbers.flatMap((number) => opened.get(number) ?? []);
    trustCatalogSet(catalogs);
    return catalogs;
  };
  const log = {
    level: 'error' as const,
    info: () => {},
    error: (event: string, fields = {}) => send({ kind: 'log', event, fields }),
  };

  async function warm(call: number, numbers: readonly number[], baseUrl: string): Promise<void> {
    await opened.whenOpened();
    // A catalog can have been closed meanwhile. Then the current catalogs share its titles.
    for (const catalogs of [current, catalogsOf(numbers)]) {
      await warmUp(catalogs, { site, baseUrl, log, readyAfter: READY_AFTER_REQUESTS });
    }
    send({ kind: 'warm', call });
  }

  function answer(request: WebRequest): ThreadAnswer | Promise<ThreadAnswer> {
    const failed = (error: unknown) => ({ error: errorData(error) });
    try {
      const response = respond(request, current);
      if (!(response instanceof Promise)) return { response };
      return response.then((response) => ({ response }), failed);
    } catch (error) {
      return failed(error);
    }
  }

  function sendAnswer(answer: ThreadAnswer): void {
    send({ kind: 'answer', answer });
    status[HEARTBEATS]++;
  }

  function receive(message: ThreadMessage): void {
    switch (message.kind) {
      case 'open': {
        const { catalog, before, difference } = message;
        const sections = openSentSections(difference.sections);
        opened.open(catalog, before, { ...difference, sections });
        break;
      }
      case 'use':
        current = catalogsOf(message.catalogs);
        if (opened.closeAllExcept(message.kept)) collectGarbageSoon();
        // A warm-up, or a catalog that is being opened, may still read a closed catalog.
        Promise.all([warming, opened.whenOpened()]).then(() => send({ kind: 'used' }));
        break;
      case 'warm-up': {
        const { call, catalogs, baseUrl } = message;
        warming = Promise.all([warming, warm(call, catalogs, baseUrl)]).then(() => {});
        break;
      }
      case 'request': {
        const answered = answer(message.request);
        if (answered instanceof Promise) answered.then(sendAnswer);
        else sendAnswer(answered);
      }
    }
  }

  port.on('message', receive);
  setInterval(() => {
    // Unlike `process.memoryUsage`, this function opens no file, and so it needs no free file descriptor.
    const { used_heap_size, external_memory } = getHeapStatistics();
    status[HEAP] = used_heap_size;
    status[BUFFERS] = external_memory;
    status[HEARTBEATS]++;
  }, HEARTBEAT_MS);
  send({ kind: 'started' });
}

/** The time for which one task of the event loop opens a catalog. */
const STEP_MS = 1;

type Steps = Generator<undefined, Catalog, void>;

/** The catalogs that an answering thread has opened, by their numbers. */
export interface OpenedCatalogs {
  /**
   * Opens a catalog. If the titles of the catalog replace titles of another catalog, opens the catalog in later tasks of the
   * event loop, which run for about a millisecond each, so that the thread answers requests between them.
   *
   * @param before the number of the catalog that the difference was computed from
   */
  open(number: number, before: number | undefined, difference: CatalogDifference): void;
  /**
   * Returns a catalog, or undefined if the catalog is not open. If the catalog is still being opened, runs the remaining
   * steps at once.
   */
  get(number: number): Catalog | undefined;
  /** Resolves when all catalogs that are being opened are open or closed. Rejects if one of them cannot be opened. */
  whenOpened(): Promise<void>;
  /**
   * Closes all catalogs except some. Returns whether a closed catalog was still being opened, or shares its titles with no
   * catalog that stays open.
   */
  closeAllExcept(numbers: readonly number[]): boolean;
}

export function createOpenedCatalogs(): OpenedCatalogs {
  const opened = new Map<number, Catalog>();
  const opening = new Map<number, Steps>();
  let allOpened = Promise.resolve();

  async function openInTasks(number: number): Promise<void> {
    for (;;) {
      await setImmediate();
      const steps = opening.get(number);
      if (steps === undefined) return;
      const end = performance.now() + STEP_MS;
      while (performance.now() < end) {
        const { done, value } = steps.next();
        if (!done) continue;
        opening.delete(number);
        opened.set(number, value);
        return;
      }
    }
  }

  function get(number: number): Catalog | undefined {
    const steps = opening.get(number);
    opening.delete(number);
    if (steps !== undefined) opened.set(number, runSteps(steps));
    return opened.get(number);
  }

  return {
    open(number, before, difference) {
      const steps = applyDifferenceInSteps(
        before === undefined ? undefined : get(before),
        difference,
      );
      opening.set(number, steps);
      if (difference.newNumbers === undefined) get(number);
      else allOpened = Promise.all([allOpened, openInTasks(number)]).then(() => {});
    },
    get,
    whenOpened: () => allOpened,
    closeAllExcept(numbers) {
      let closesTitles = false;
      for (const number of opening.keys()) {
        if (numbers.includes(number)) continue;
        opening.delete(number);
        closesTitles = true;
      }
      const kept = numbers.flatMap((number) => opened.get(number) ?? []);
      for (const [number, catalog] of opened) {
        if (numbers.includes(number)) continue;
        opened.delete(number);
        closesTitles ||= !kept.some((other) => sharesTitles(other, catalog));
      }
      return closesTitles;
    },
  };
}
