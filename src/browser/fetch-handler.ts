import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { ApiError } from '../v1/api-error.js';
import { findOperation } from '../v1/find-operation.js';
import { OPERATIONS } from '../v1/operations.js';
import type { ErrorResponse } from '../v1/schema/error.js';

/** What {@link createFetchHandler} answers from. */
export interface FetchHandlerOptions {
  /** The open catalogs; they answer together. */
  readonly catalogs: readonly Catalog[];
  /** The address that links in responses begin with; the origin of each request unless given. */
  readonly baseUrl?: string;
}

/** Answers a request under `/v1`; nothing for another one. */
export type FetchHandler = (request: Request) => Response | undefined;

/**
 * Answers the API in a service worker, as a server would. Nobody else can reach it, so no API key is
 * wanted; one that a request carries stands in its links all the same.
 *
 * @throws CatalogSetError when two of the catalogs hold the same library, title, list or session
 *
 * @example
 * const answer = createFetchHandler({ catalogs: [await fetchCatalog('/branch.snapshot')] });
 * addEventListener('fetch', (event) => {
 *   const response = answer(event.request);
 *   if (response) event.respondWith(response);
 * });
 */
export function createFetchHandler(options: FetchHandlerOptions): FetchHandler {
  checkCatalogSet(options.catalogs);
  return (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/v1/')) return undefined;
    const { status, body, headers } = answerTo(request.method, url, options);
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    });
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

function answerTo(
  method: string,
  { origin, pathname, search, searchParams }: URL,
  { catalogs, baseUrl = origin }: FetchHandlerOptions,
): Answer {
  const refused = (status: number, message: string): Answer => {
    const body: ErrorResponse = { error: { message, request: `${pathname}${search}` } };
    return { status, body };
  };
  if (method !== 'GET' && method !== 'HEAD') {
    const message = `Method ${method} is not allowed; wanted GET or HEAD.`;
    return { ...refused(405, message), headers: { Allow: 'GET, HEAD' } };
  }
  try {
    const found = findOperation(pathname);
    if (found === undefined) {
      return refused(404, `There is nothing at '${pathname}'; the API stands under /v1/.`);
    }
    const { name, id } = found;
    return { status: 200, ...OPERATIONS[name].answer(catalogs, id, searchParams, { baseUrl }) };
  } catch (error) {
    if (error instanceof ApiError) return refused(error.status, error.message);
    throw error;
  }
}
