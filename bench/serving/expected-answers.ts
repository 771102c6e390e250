import type { Catalog } from '../../src/catalog/catalog.js';
import { serializeError, serializers } from '../../src/http/response/serializers.js';
import { ApiError } from '../../src/v1/api-error.js';
import { findOperation, OPERATIONS } from '../../src/v1/operations.js';

/** The status and body of the response to each request, by path and query. */
export type ExpectedAnswers = ReadonlyMap<string, string>;

/** Computes the answers of a catalog with the pure functions of the API, without the HTTP server. */
export function expectedAnswers(
  catalog: Catalog,
  requests: readonly string[],
  baseUrl: string,
): ExpectedAnswers {
  return new Map(requests.map((request) => [request, answer(catalog, request, baseUrl)]));
}

function answer(catalog: Catalog, request: string, baseUrl: string): string {
  const [path, query = ''] = request.split('?');
  const found = findOperation(path);
  if (found === undefined)
    throw new Error(`${path}: expected the path of an operation, found none`);
  const { name, id } = found;
  try {
    const params = new URLSearchParams(query);
    const { body } = OPERATIONS[name].run([catalog], id, params, { baseUrl });
    return `200 ${serializers[name](body)}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${serializeError({ error: { message: error.message, request } })}`;
  }
}
