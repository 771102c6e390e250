import type { Catalog } from '../../src/catalog/catalog.js';
import { ApiError } from '../../src/v1/api-error.js';
import { findOperation, OPERATIONS } from '../../src/v1/operations.js';
import { serializers } from '../../src/web/serializers.js';

/** The statuses and bodies of the accepted responses to each request, by path and query. */
export type AcceptedAnswers = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Computes the answers of catalogs with the pure functions of the API, without the HTTP server. The answer of any of
 * the catalogs is accepted.
 */
export function acceptedAnswers(
  catalogs: readonly Catalog[],
  requests: readonly string[],
  baseUrl: string,
): AcceptedAnswers {
  const answers = (request: string) => catalogs.map((catalog) => answer(catalog, request, baseUrl));
  return new Map(requests.map((request) => [request, new Set(answers(request))]));
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
    return `${error.status} ${JSON.stringify({ error: { message: error.message, request } })}`;
  }
}
