import type { OperationName } from '../v1/operations.js';
import { PARAMETERS } from '../v1/schema/parameters.js';

/**
 * What an answer depends on, as one string: two requests with the same string have the same body.
 *
 * Metadata repeats the request in its links: every parameter in its order, unknown ones too, the
 * API key at the end wherever it stood. Without metadata there is no link, and nothing counts but
 * the parameters that the operation knows, in any order; the API key is not among them, so such an
 * answer is the same for every caller. With it, an answer is never shared between two keys.
 */
export function canonicalRequest(
  operation: OperationName,
  id: string,
  params: URLSearchParams,
): string {
  const known = PARAMETERS[operation];
  const hasLinks = 'metadata' in known && params.get('metadata') === '1';
  const pairs = [...params];
  const kept = hasLinks
    ? [...pairs.filter((pair) => !isMovable(pair)), ...pairs.filter(isMovable).sort(byName)]
    : pairs.filter(([name]) => name !== 'api_key' && Object.hasOwn(known, name)).sort(byName);
  return JSON.stringify([operation, id, kept]);
}

/** Whether links have a place of their own for a parameter, or none. */
function isMovable([name]: [string, string]): boolean {
  return name === 'api_key' || name === 'page';
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : Number(a > b);
}
