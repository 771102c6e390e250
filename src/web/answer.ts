/*
 * Computes the response to a request from catalogs, in the main thread or in another one. `handler.ts` decides which
 * requests are answered, and from which catalogs.
 */

import type { Catalog } from '../catalog/catalog.js';
import { findOperation, OPERATIONS, type OperationMatch } from '../v1/operations.js';
import { HttpError, JSON_TYPE, pathNotFound, uncachedResponse } from './error-response.js';
import {
  type AcceptedCodings,
  acceptedCodings,
  type Represent,
  representPage,
} from './representation.js';
import { serializers } from './serializers.js';
import type { Endpoint, Site, WebRequest, WebResponse } from './web-request.js';

/** A call of an operation of the API. */
export interface OperationCall extends OperationMatch {
  readonly params: URLSearchParams;
  readonly accepted: AcceptedCodings;
}

/**
 * Returns the response of an operation or the page at a path, encoded. Returns undefined if the site has no such page.
 * Throws, or rejects with, the errors of the operation.
 *
 * @param call The call that the request contains. Default: it is read from the request.
 */
export type Answer = (
  request: WebRequest,
  catalogs: readonly Catalog[],
  call?: OperationCall,
) => WebResponse | Promise<WebResponse | undefined> | undefined;

/**
 * Finds the operation at a path.
 *
 * @throws HttpError 404 if no operation has this path
 * @throws ApiError 400 if the id in the path is not valid percent-encoded UTF-8
 */
export function operationAt(path: string): OperationMatch {
  const found = findOperation(path);
  if (found === undefined) throw pathNotFound(path);
  return found;
}

/**
 * Creates the call of an operation. The response to `getSession` is never compressed.
 *
 * @throws HttpError 406 when the client accepts no coding that the server has
 */
export function callOf(
  match: OperationMatch,
  params: URLSearchParams,
  { headers }: WebRequest,
): OperationCall {
  const header = match.name === 'getSession' ? undefined : headers['accept-encoding'];
  const accepted = acceptedCodings(header);
  if (accepted !== undefined) return { ...match, params, accepted };
  const message = "header 'Accept-Encoding': expected br, gzip or identity, found none of them";
  throw new HttpError(406, message, { Vary: 'Accept-Encoding' });
}

/**
 * Reads the call of an operation that a request contains. Returns undefined for a page. Throws the errors of an invalid
 * call.
 */
export function readCall(request: WebRequest): OperationCall | undefined {
  const { path, query } = request;
  if (!path.startsWith('/v1/')) return undefined;
  return callOf(operationAt(path), apiParameters(query), request);
}

/*
 * `no-cache` makes clients revalidate a stored response before each use, because its snapshot can be
 * replaced at any time. `private` excludes shared caches, because the URL contains the API key.
 */
const CACHED_BY_CLIENT = { ...JSON_TYPE, 'Cache-Control': 'private, no-cache' };

/**
 * Creates a function that answers in this thread.
 *
 * @param represent encodes the bodies
 * @param site Renders the pages. Default: there are no pages.
 */
export function createAnswer(
  represent: Represent,
  site: Site = () => undefined,
): (...args: Parameters<Answer>) => WebResponse | undefined {
  return (request, catalogs, call = readCall(request)) => {
    const { headers, baseUrl } = request;
    if (call === undefined) {
      const page = site(request, catalogs, baseUrl);
      return page && representPage(page, represent, acceptedCodings(headers['accept-encoding']));
    }
    const { name, id, params, accepted } = call;
    const { body, headers: more } = OPERATIONS[name].run(catalogs, id, params, { baseUrl });
    const text = serializers[name](body);
    if (name === 'getSession') return uncachedResponse(200, text);
    return { status: 200, ...represent(text, { ...CACHED_BY_CLIENT, ...more }, accepted) };
  };
}

/** Adds an endpoint to a function that answers. A request with a body is for the endpoint. */
export function withEndpoint(answer: Answer, endpoint: Endpoint | undefined): Answer {
  return (request, catalogs, call) =>
    endpoint === undefined || request.body === undefined
      ? answer(request, catalogs, call)
      : endpoint.answer(request, catalogs);
}

/**
 * Parses the query of a request to the API. The parameter `api_key` may be spelled in any case, such as
 * `api_Key`; its name becomes `api_key`.
 *
 * @throws HttpError 400 if the query has more than one `api_key`
 */
export function apiParameters(query: string): URLSearchParams {
  const params = new URLSearchParams(query);
  const spellings = [...params.keys()].filter(isApiKey);
  if (spellings.length > 1) {
    throw new HttpError(400, "parameter 'api_key': expected one value, found more than one");
  }
  if (spellings.length === 0 || spellings[0] === 'api_key') return params;
  const entries = [...params].map(([name, value]): [string, string] => [
    isApiKey(name) ? 'api_key' : name,
    value,
  ]);
  return new URLSearchParams(entries);
}

function isApiKey(name: string): boolean {
  return name.length === 'api_key'.length && name.toLowerCase() === 'api_key';
}

/**
 * Checks that the known parameters of a query are valid UTF-8. A percent sign that is not followed by two
 * hexadecimal digits stands for itself.
 *
 * @param known the parameters of the operation, by name
 * @throws HttpError 400 for the first known parameter with percent-encoded bytes that are not valid UTF-8
 */
export function checkEncoding(query: string, known: object): void {
  if (isUtf8(query)) return;
  for (const pair of query.split('&')) {
    const [name] = pair.split('=', 1);
    if (!Object.hasOwn(known, name) || isUtf8(pair)) continue;
    throw new HttpError(
      400,
      `parameter '${name}': expected percent-encoded UTF-8, found bytes that are not UTF-8`,
    );
  }
}

function isUtf8(text: string): boolean {
  return (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((bytes) => {
    try {
      // Bundlers remove a call whose result is not used.
      return decodeURIComponent(bytes) !== '';
    } catch {
      return false;
    }
  });
}
