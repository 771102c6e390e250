import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../catalog/catalog.js';
import type { OperationName } from '../../v1/operations.js';
import { PARAMETERS } from '../../v1/schema/parameters.js';
import type { Respond } from '../api.js';
import type { CacheMeasurements } from '../monitoring/meter.js';
import type { Representation } from './representation.js';

/** Returns a {@link Respond} that calls another one only if the cache does not have its result. */
export function withCache(respond: Respond, cache: RepresentationCache): Respond {
  return (catalogs, operation, params, context, accepted) => {
    const { preferred, identity } = accepted;
    const { name, id } = operation;
    const key = `${preferred} ${identity} ${canonicalRequest(name, id, params)}`;
    const cached = cache.get(catalogs, key);
    if (cached !== undefined) return cached;
    const representation = respond(catalogs, operation, params, context, accepted);
    cache.set(catalogs, key, representation);
    return representation;
  };
}

/**
 * Returns the cache key of a request. Two requests with the same key have the same response body.
 *
 * Without metadata, a body depends only on the known parameters of the operation, in any order. The
 * API key is not one of them, so all callers share the response.
 *
 * With metadata, links in the body repeat the request: all parameters, unknown ones included, in the
 * order received, then the API key. Callers with different API keys never share such a response.
 */
function canonicalRequest(operation: OperationName, id: string, params: URLSearchParams): string {
  const known = PARAMETERS[operation];
  const hasLinks = 'metadata' in known && params.get('metadata') === '1';
  const pairs = [...params];
  const kept = hasLinks
    ? [...pairs.filter((pair) => !isMovable(pair)), ...pairs.filter(isMovable).sort(byName)]
    : pairs.filter(([name]) => name !== 'api_key' && Object.hasOwn(known, name)).sort(byName);
  return JSON.stringify([operation, id, kept]);
}

/** Whether the position of a parameter does not matter: links omit `page` and end with `api_key`. */
function isMovable([name]: [string, string]): boolean {
  return name === 'api_key' || name === 'page';
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : Number(a > b);
}

/** Memory of an entry in addition to its body and its key, in bytes. Measured: about 900. */
const ENTRY_OVERHEAD_BYTES = 1024;

/**
 * A cache of representations for one set of catalogs. `get` with other catalogs empties it; `set` with
 * other catalogs does nothing.
 */
export interface RepresentationCache {
  get(catalogs: readonly Catalog[], key: string): Representation | undefined;
  set(catalogs: readonly Catalog[], key: string, representation: Representation): void;
}

/**
 * Creates a cache that removes the least recently used entries beyond its size.
 *
 * @param size maximum memory in bytes, keys and overhead included
 * @param measurements updated on every change
 */
export function createRepresentationCache(
  size: number,
  measurements: CacheMeasurements,
): RepresentationCache {
  const entries = new LRUCache<string, Representation>({
    maxSize: size,
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  });
  let entriesFor: readonly Catalog[] | undefined;
  const count = () => {
    measurements.entries = entries.size;
    measurements.bytes = entries.calculatedSize;
  };
  return {
    get(catalogs, key) {
      if (catalogs !== entriesFor) {
        entries.clear();
        entriesFor = catalogs;
        count();
      }
      const representation = entries.get(key);
      if (representation === undefined) measurements.misses++;
      else measurements.hits++;
      return representation;
    },
    set(catalogs, key, representation) {
      if (catalogs !== entriesFor) return;
      entries.set(key, representation);
      count();
    },
  };
}
