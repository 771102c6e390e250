import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../catalog/catalog.js';
import type { OperationName } from '../../v1/operations.js';
import { PARAMETERS } from '../../v1/schema/parameters.js';
import type { Respond } from '../api.js';
import type { CacheMeasurements } from '../monitoring/meter.js';
import type { Representation } from './representation.js';

/** Returns a function that calls `respond` only if the cache does not contain the response. */
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
 * Returns a text that is the same for two requests only if they have the same response body.
 *
 * A body without metadata depends on the known parameters of the operation, in any order. It does not
 * depend on the API key, so callers with different API keys share the cached response.
 *
 * A body with metadata contains links. Links repeat all known and unknown parameters except `page` in the
 * order received, and then the API key. Callers with different API keys do not share the cached response.
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

/** Whether links do not depend on the position of a parameter: they omit `page`, and end with `api_key`. */
function isMovable([name]: [string, string]): boolean {
  return name === 'api_key' || name === 'page';
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : Number(a > b);
}

/** Estimated memory of an entry in addition to its body and its key, in bytes. */
const ENTRY_OVERHEAD_BYTES = 1024;

/**
 * A cache of encoded responses for one array of catalogs. `get` with another array empties the cache.
 * `set` with another array than the last `get` does nothing.
 */
export interface RepresentationCache {
  get(catalogs: readonly Catalog[], key: string): Representation | undefined;
  set(catalogs: readonly Catalog[], key: string, representation: Representation): void;
}

/**
 * Creates a cache that removes the least recently used entries beyond its size.
 *
 * @param size maximum memory in bytes, keys and overhead included
 * @param measurements the counters and the size of the cache, which the cache updates
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
