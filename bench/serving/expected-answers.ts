import type { Catalog } from '../../src/catalog/catalog.js';
import { serializeError, serializers } from '../../src/http/serializers.js';
import { ApiError } from '../../src/v1/api-error.js';
import { findOperation } from '../../src/v1/find-operation.js';
import { OPERATIONS } from '../../src/v1/operations.js';

/** Status and body of the answer to each request, by its path. */
export type ExpectedAnswers = ReadonlyMap<string, string>;

/** What a catalog answers, by the pure functions and without any of what serves them. */
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
  if (found === undefined) throw new Error(`${path} is no operation.`);
  const { name, id } = found;
  try {
    const params = new URLSearchParams(query);
    const { body } = OPERATIONS[name].answer([catalog], id, params, { baseUrl });
    return `200 ${serializers[name](body)}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${error.status} ${serializeError({ error: { message: error.message, request } })}`;
  }
}
