/*
 * The service worker of a site without a server: stores the files of the site, opens its catalogs, and answers
 * requests. `service-worker.ts` connects it to the events of a browser, and `read-pieces.ts` downloads the snapshots.
 */

import type { Assets } from '../../kiosk/page-view.js';
import { createPages } from '../../kiosk/routes.js';
import { memoryBytes } from '../../snapshot/format/container/read-sections.js';
import { openSnapshot } from '../../snapshot/format/open-sections.js';
import { errorResponse, HttpError } from '../../web/error-response.js';
import { createFetchHandler, type FetchHandler } from '../../web/fetch-handler.js';
import {
  type FetchFile,
  type FileCache,
  MISSING_FILE,
  readPieces,
  requireOk,
} from './read-pieces.js';
import type { SiteMessage, SiteRelease } from './site-release.js';

/** The functions of the browser that the service worker of a site uses. Tests replace them. */
export interface SiteEnvironment {
  /** The URL of the site, with a slash at the end: the scope of the service worker. */
  readonly site: string;
  openCache(): Promise<FileCache>;
  readonly fetchFile: FetchFile;
  /** The languages that the reader prefers, such as `de-DE`. */
  readonly languages: readonly string[];
  /** Sends a message to the pages that wait for the catalog. */
  send(message: SiteMessage): void;
}

/** Answers the requests below the scope of a service worker. */
export interface SiteWorker {
  /**
   * Downloads and stores all files of the site, and opens its catalogs.
   *
   * @throws the errors of {@link open}
   */
  install(): Promise<void>;
  /** Removes the stored files of other releases. */
  removeOthers(): Promise<void>;
  /**
   * Opens the catalogs, unless they are open. Downloads pieces that are not stored. Sends the progress and the result to
   * the waiting pages.
   *
   * @throws Error if a file cannot be downloaded or stored
   */
  open(): Promise<FetchHandler>;
  /** Returns whether the worker answers requests for a URL. */
  isInScope(url: string): boolean;
  /**
   * Answers a request in the scope. While pieces of the catalog are missing, every request for a page returns the first
   * page of the site, which waits for the pieces.
   */
  answer(request: Request): Promise<Response>;
}

/** The problems of a download by the name of the error. */
const PROBLEMS: ReadonlyMap<string, 'storage' | 'missing'> = new Map([
  ['QuotaExceededError', 'storage'],
  [MISSING_FILE, 'missing'],
]);

/** Creates the service worker of a site, without its events. */
export function createSiteWorker(release: SiteRelease, environment: SiteEnvironment): SiteWorker {
  const { site, openCache, fetchFile, languages, send } = environment;
  const { folder, files, manifest, snapshots, pages } = release;
  const prefix = new URL(site).pathname.replace(/\/$/, '');
  const pieces = snapshots.flatMap((snapshot) => snapshot.pieces);
  const fileUrls = new Set(files.map((name) => `${site}${folder}/${name}`));
  const pieceUrls = pieces.map(({ path }) => site + path);
  const assets: Assets = {
    pathOf: (name) => `/${folder}/${name}`,
    // The cache answers requests for assets.
    find: () => undefined,
    manifest,
  };
  const baseUrl = site.replace(/\/$/, '');
  const pagesSite = createPages(pages, assets);
  let opening: Promise<FetchHandler> | undefined;
  let isOpen = false;

  async function openHandler(): Promise<FetchHandler> {
    const cache = await openCache();
    let received = 0;
    const onReceived = (bytes: number) => {
      received += bytes;
      send({ kind: 'progress', received });
    };
    const catalogs = [];
    for (const snapshot of snapshots) {
      const bytes = await readPieces(snapshot, { site, cache, fetchFile, onReceived });
      catalogs.push(openSnapshot(memoryBytes(snapshot.name, bytes), null));
    }
    const handler = createFetchHandler({ catalogs, baseUrl, prefix, site: pagesSite });
    isOpen = true;
    return handler;
  }

  function open(): Promise<FetchHandler> {
    opening ??= reportingProblems(openHandler).catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  /** Runs an operation. Sends its error to the waiting pages. */
  async function reportingProblems<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      const { name, message } = error as Error;
      const problem = PROBLEMS.get(name) ?? 'interrupted';
      const total = pieces.reduce((sum, { length }) => sum + length, 0);
      send({ kind: 'problem', problem, total, message });
      throw error;
    }
  }

  async function isStored(): Promise<boolean> {
    const stored = new Set((await (await openCache()).keys()).map(({ url }) => url));
    return pieceUrls.every((url) => stored.has(url));
  }

  async function storeFiles(): Promise<void> {
    const cache = await openCache();
    await Promise.all(
      Array.from(fileUrls, async (url) => {
        if ((await cache.match(url)) !== undefined) return;
        await cache.put(url, requireOk(await fetchFile(url)));
      }),
    );
  }

  /** Adds `Accept-Language`, which browsers add only to requests that leave the service worker. */
  function withLanguages({ url, method, headers }: Request): Request {
    const all = new Headers(headers);
    if (!all.has('Accept-Language')) all.set('Accept-Language', languages.join(','));
    return new Request(url, { method, headers: all });
  }

  /** Returns the response to a request for the API while the catalog cannot be loaded. */
  function unavailable(url: string, { message }: Error): Response {
    const { pathname, search } = new URL(url);
    const text = `site: expected the stored catalog, found none (${message}); open ${site} while there is a network`;
    const { status, headers, body } = errorResponse(new HttpError(503, text), pathname + search);
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  }

  /** Returns the first page of the site. Without a network, returns a page that tries again. */
  async function firstPage({ url, method }: Request): Promise<Response> {
    try {
      return requireOk(await fetchFile(site));
    } catch {
      const { pathname: path, search } = new URL(url);
      const headers = { accept: 'text/html', 'accept-language': languages.join(',') };
      const request = { method, path, query: search.slice(1), originalUrl: url, headers, baseUrl };
      const page = pagesSite.errorPage?.(request, [], 503);
      return new Response(page?.body as string, {
        status: 503,
        headers: { ...page?.headers, Refresh: '5' },
      });
    }
  }

  return {
    open,
    isInScope: (url) => url.startsWith(site),
    async install() {
      await reportingProblems(storeFiles);
      await open();
    },
    async removeOthers() {
      const cache = await openCache();
      const kept = new Set([...fileUrls, ...pieceUrls]);
      const stored = await cache.keys();
      const others = stored.filter(({ url }) => !kept.has(url));
      await Promise.all(others.map(({ url }) => cache.delete(url)));
    },
    async answer(request) {
      const { url, mode } = request;
      if (fileUrls.has(url)) {
        const cache = await openCache();
        return (await cache.match(url)) ?? fetchFile(request);
      }
      if (url === `${site}index.html`) return Response.redirect(site, 302);
      const isPage = mode === 'navigate';
      if (isPage && !isOpen && !(await isStored())) return firstPage(request);
      let handle: FetchHandler;
      try {
        handle = await open();
      } catch (error) {
        return isPage ? firstPage(request) : unavailable(url, error as Error);
      }
      return handle(withLanguages(request)) ?? fetchFile(request);
    },
  };
}
