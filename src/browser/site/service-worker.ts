import type { FileCache } from './read-pieces.js';
import type { SiteRelease } from './site-release.js';
import { createSiteWorker } from './site-worker.js';

/** An event of a service worker that can be extended, with the fields of fetch and message events. */
interface WorkerEvent {
  readonly request: Request;
  readonly data: unknown;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

/** The part of the global scope of a service worker that the site uses. */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly caches: { open(name: string): Promise<FileCache> };
  readonly clients: { claim(): Promise<void> };
  readonly navigator: { readonly languages: readonly string[] };
  fetch(request: string | Request, options: { readonly cache: 'no-store' }): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate' | 'message' | 'fetch',
    listener: (event: WorkerEvent) => void,
  ): void;
}

/** The minimum time between two messages about the progress of a download. */
const PROGRESS_INTERVAL_MS = 100;

/**
 * Answers the events of a service worker. The script that `carrel site` writes calls this function. The script contains
 * the paths of all files of the site, so a site with other files has another script: the browser notices this when a
 * reader opens a page, and installs the new release while the old one answers requests.
 */
export function start(release: SiteRelease): void {
  const scope = globalThis as unknown as WorkerScope;
  const { registration, caches, clients, navigator } = scope;
  const site = registration.scope;
  const pages = new BroadcastChannel(site);
  let sentAt = 0;
  const worker = createSiteWorker(release, {
    site,
    languages: navigator.languages,
    // The unpacked pieces are stored, so that the browser need not store the responses as well.
    fetchFile: (request) => scope.fetch(request, { cache: 'no-store' }),
    // Other sites of the same origin have caches of other names.
    openCache: () => caches.open(`carrel ${site}`),
    send(message) {
      const now = Date.now();
      if (message.kind === 'progress' && now - sentAt < PROGRESS_INTERVAL_MS) return;
      sentAt = now;
      pages.postMessage(message);
    },
  });
  scope.addEventListener('install', (event) => {
    event.waitUntil(worker.install().then(() => scope.skipWaiting()));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(worker.removeOthers().then(() => clients.claim()));
  });
  scope.addEventListener('message', (event) => {
    if (event.data !== 'open') return;
    // `open` has sent its error to the page.
    const ready = () => pages.postMessage({ kind: 'ready' });
    event.waitUntil(worker.open().then(ready, () => {}));
  });
  scope.addEventListener('fetch', (event) => {
    if (worker.isInScope(event.request.url)) event.respondWith(worker.answer(event.request));
  });
}
