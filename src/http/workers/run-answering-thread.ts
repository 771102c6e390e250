import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { Catalog } from '../../catalog/catalog.js';
import { trustCatalogSet } from '../../catalog/catalog-set.js';
import { openSentSections } from '../../snapshot/file/read-snapshot-sections.js';
import { collectGarbageSoon } from '../../snapshot/file/shared-memory.js';
import { errorData } from '../../snapshot/file/task-thread.js';
import { createRespond } from '../../web/api.js';
import { createRenderPage } from '../../web/router.js';
import type { Site } from '../../web/site.js';
import { NODE_ENCODER } from '../response/serializers.js';
import { READY_AFTER_REQUESTS, warmUp } from '../warm-up/warm-up.js';
import { createOpenedCatalogs } from './opened-catalogs.js';
import { beginRequest } from './request-tickets.js';
import {
  BUFFERS,
  HEAP,
  HEARTBEAT_MS,
  HEARTBEATS,
  type ThreadAnswer,
  type ThreadData,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './thread-messages.js';

/**
 * Answers requests in this thread, which `startAnsweringThreads` has started. Catalogs are in memory that all threads share.
 *
 * @param createSite creates the pages that the thread serves
 * @throws TypeError if the module runs in the main thread
 */
export function runAnsweringThread<Options>(
  createSite: (options: Options) => Site | undefined,
): void {
  if (parentPort === null)
    throw new TypeError('thread: expected a worker thread, found the main thread');
  const port = parentPort;
  const { status, tickets, options } = workerData as ThreadData;
  const site = createSite(options as Options);
  const renderPage = site && createRenderPage(site, NODE_ENCODER.represent);
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
      case 'request':
        if (!beginRequest(tickets, message.ticket)) break;
        send({ kind: 'answer', answer: answer(message.request, current, renderPage) });
        status[HEARTBEATS]++;
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

const respond = createRespond(NODE_ENCODER);

function answer(
  request: ThreadRequest,
  catalogs: readonly Catalog[],
  renderPage: ReturnType<typeof createRenderPage> | undefined,
): ThreadAnswer {
  const { baseUrl } = request;
  try {
    if ('page' in request) return { page: renderPage?.(request.page, catalogs, baseUrl) };
    const { operation, query, accepted } = request;
    const params = new URLSearchParams(query);
    return { representation: respond(catalogs, operation, params, { baseUrl }, accepted) };
  } catch (error) {
    return { error: errorData(error) };
  }
}
