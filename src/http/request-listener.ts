import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { ApiError } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import { findOperation } from '../v1/find-operation.js';
import { OPERATIONS } from '../v1/operations.js';
import { apiKeyChecker } from './api-keys.js';
import { type CatalogsToServe, currentCatalogs } from './current-catalogs.js';
import { serializeError, serializers } from './serializers.js';
import type { Site } from './site.js';

/** What {@link createRequestListener} answers from. */
export interface ListenerOptions {
  /** The open catalogs, which answer together, or a function that gives them as they are now. */
  readonly catalogs: CatalogsToServe;
  /** The keys that requests may carry as `api_key`. */
  readonly apiKeys: readonly string[];
  /** The address under which the API is served, such as `https://api.example.org`. */
  readonly baseUrl: string;
  /** Pages to serve beside the API; none unless given. */
  readonly site?: Site | undefined;
  /** Told of an error that is no fault of the request, which is answered with 500. */
  readonly onError?: (error: unknown) => void;
}

/** Answers a request of `node:http`. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A listener for a `node:http` server that answers the API under `/v1`, always in JSON, and a
 * site beside it, if there is one.
 *
 * @throws CatalogSetError when two of the catalogs hold the same library, title, list or session
 *
 * @example
 * const server = createServer(
 *   createRequestListener({ catalogs: [catalog], apiKeys: ['secret'], baseUrl: 'http://localhost:8080' }),
 * );
 * server.listen(8080);
 */
export function createRequestListener(options: ListenerOptions): RequestListener {
  const { baseUrl, site, onError = () => {} } = options;
  const catalogsNow = currentCatalogs(options.catalogs);
  checkCatalogSet(catalogsNow());
  const isAllowed = apiKeyChecker(options.apiKeys);
  return (request, response) => {
    const { method, url = '/' } = request;
    let answer: Answer;
    try {
      answer = answerTo(request, {
        catalogs: catalogsNow(),
        context: { baseUrl },
        site,
        isAllowed,
      });
    } catch (error) {
      onError(error);
      answer = errorAnswer(url, 500, 'The server failed to answer; its log says why.');
    }
    send(response, answer, method === 'HEAD');
  };
}

interface Service {
  readonly catalogs: readonly Catalog[];
  readonly context: RequestContext;
  readonly site: Site | undefined;
  readonly isAllowed: (key: string | null) => boolean;
}

function answerTo(request: IncomingMessage, service: Service): Answer {
  const { method = 'GET', url = '/', headers } = request;
  const { path, query } = splitUrl(url);
  if (method !== 'GET' && method !== 'HEAD') {
    const message = `Method ${method} is not allowed; wanted GET or HEAD.`;
    return errorAnswer(url, 405, message, { Allow: 'GET, HEAD' });
  }
  if (!path.startsWith('/v1/')) {
    const page = service.site?.(
      { path, query, headers },
      service.catalogs,
      service.context.baseUrl,
    );
    return page ?? errorAnswer(url, 404, noSuchPath(path));
  }
  const params = new URLSearchParams(query);
  if (!service.isAllowed(params.get('api_key'))) {
    return errorAnswer(url, 403, apiKeyMessage(params));
  }
  try {
    const found = findOperation(path);
    if (found === undefined) return errorAnswer(url, 404, noSuchPath(path));
    const { name, id } = found;
    const { body, headers } = OPERATIONS[name].answer(
      service.catalogs,
      id,
      params,
      service.context,
    );
    return { status: 200, body: serializers[name](body), headers };
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(url, error.status, error.message);
    throw error;
  }
}

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: '' }
    : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

function noSuchPath(path: string): string {
  return `There is nothing at '${path}'; the API stands under /v1/.`;
}

function apiKeyMessage(params: URLSearchParams): string {
  return params.has('api_key')
    ? "Parameter 'api_key' is not a key that this server knows."
    : "Parameter 'api_key' is missing; every request needs an API key.";
}

/** An error in the shape of section 7: `request` is the path and query as received. */
function errorAnswer(
  request: string,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body: serializeError({ error: { message, request } }), headers };
}

function send(response: ServerResponse, { status, body, headers }: Answer, isHead: boolean): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(isHead ? undefined : body);
}
