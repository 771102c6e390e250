/*
 * Caches responses of the API. After a change of a catalog, it drops the responses of the operations that read the
 * changed part. `handler.ts` wraps `answer.ts` in this cache. Pages are not cached.
 */

import { LRUCache } from 'lru-cache';
import type { Catalog } from '../catalog/catalog.js';
import type { OperationName } from '../v1/operations.js';
import { parametersOf } from '../v1/read-parameters.js';
import type { Parameter } from '../v1/schema/parameters.js';
import type { Answer, OperationCall } from './answer.js';
import type { WebResponse } from './web-request.js';

/** Counters and size of the cache of responses. */
export interface CacheMeasurements {
  /** Number of responses found in the cache. */
  hits: number;
  /** Number of responses not found in the cache. */
  misses: number;
  /** Number of responses in the cache now. */
  entries: number;
  /** Estimated memory in bytes, including keys and overhead. */
  bytes: number;
}

/**
 * Returns a function that calls `answer` only if the cache does not contain the response. Pages and sessions are not
 * cached.
 *
 * @param baseUrl The base URL of most requests. Keys of the cache contain any other base URL. Default: none.
 */
export function withCache(answer: Answer, cache: ResponseCache, baseUrl?: string): Answer {
  return (request, catalogs, call) => {
    if (call === undefined || call.name === 'getSession') return answer(request, catalogs, call);
    const { name, accepted } = call;
    const base = request.baseUrl === baseUrl ? '' : request.baseUrl;
    const canonical = canonicalRequest(call, parametersOf(name, catalogs));
    const key = `${base}${accepted.preferred} ${accepted.identity} ${canonical}`;
    const cached = cache.get(catalogs, name, key);
    if (cached !== undefined) return cached;
    const response = answer(request, catalogs, call);
    const store = (response: WebResponse | undefined) => {
      if (response !== undefined) cache.set(catalogs, name, key, response);
      return response;
    };
    return response instanceof Promise ? response.then(store) : store(response);
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
function canonicalRequest(
  { name: operation, id, params }: OperationCall,
  known: Readonly<Record<string, Parameter>>,
): string {
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

/** A part of a catalog. Two catalogs share a part if the part did not change. */
type CatalogPart = 'library' | 'titles' | 'users' | 'userContent' | 'lists' | 'sessions';

const PARTS: Readonly<Record<OperationName, readonly CatalogPart[]>> = {
  searchTitles: ['library', 'titles'],
  getTitle: ['library', 'titles'],
  listUserContent: ['library', 'titles', 'users', 'userContent'],
  listContentOfUser: ['library', 'titles', 'users', 'userContent'],
  getList: ['library', 'titles', 'users', 'lists'],
  listListsOfUser: ['library', 'users', 'lists'],
  getSession: ['library', 'users', 'sessions'],
};

const OPERATION_NAMES = Object.keys(PARTS) as OperationName[];

/** The parts of a catalog, which can be garbage collected. */
type WeakParts = Readonly<Record<CatalogPart, WeakRef<object>>>;

function weakPartsOf(catalog: Catalog): WeakParts {
  const { library, titles, users, userContent, lists, sessions } = catalog;
  return {
    library: new WeakRef(library),
    titles: new WeakRef(titles),
    users: new WeakRef(users),
    userContent: new WeakRef(userContent),
    lists: new WeakRef(lists),
    sessions: new WeakRef(sessions),
  };
}

/** Returns the operations that read a part that differs between two arrays of catalogs. */
function changedOperations(
  before: readonly WeakParts[],
  after: readonly Catalog[],
): readonly OperationName[] {
  if (before.length !== after.length) return OPERATION_NAMES;
  const isChanged = (part: CatalogPart) =>
    before.some((parts, i) => parts[part].deref() !== after[i][part]);
  return OPERATION_NAMES.filter((name) => PARTS[name].some(isChanged));
}

/**
 * A cache of responses for one array of catalogs. `get` with another array drops the responses of the
 * operations that read a part of the catalogs that changed. `set` with another array than the last `get` does nothing.
 * The cache does not prevent replaced catalogs from being garbage collected.
 */
export interface ResponseCache {
  get(catalogs: readonly Catalog[], operation: OperationName, key: string): WebResponse | undefined;
  set(
    catalogs: readonly Catalog[],
    operation: OperationName,
    key: string,
    response: WebResponse,
  ): void;
}

interface Entry {
  readonly response: WebResponse;
  /** The generation of the operation when the response was cached. */
  readonly generation: number;
}

/**
 * Creates a cache that removes the least recently used entries beyond its size. Dropped responses are removed when they
 * are replaced or become the least recently used, so that dropping many responses takes no time.
 *
 * @param size maximum memory in bytes, keys and overhead included
 * @param measurements The counters and the size of the cache, which the cache updates. Default: not counted.
 */
export function createResponseCache(
  size: number,
  measurements: CacheMeasurements = { hits: 0, misses: 0, entries: 0, bytes: 0 },
): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: size,
    sizeCalculation: ({ response: { body = '' } }, key) =>
      body.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  });
  // Strong references would keep replaced catalogs in memory until the next request.
  let entriesFor: WeakRef<readonly Catalog[]> | undefined;
  let parts: readonly WeakParts[] = [];
  /** For each operation, how often its responses were dropped. */
  const generations = new Map(OPERATION_NAMES.map((name) => [name, 0]));
  const generationOf = (operation: OperationName) => generations.get(operation) ?? 0;

  function setCatalogs(catalogs: readonly Catalog[]): void {
    const changed = changedOperations(parts, catalogs);
    entriesFor = new WeakRef(catalogs);
    parts = catalogs.map(weakPartsOf);
    for (const name of changed) generations.set(name, generationOf(name) + 1);
    if (changed.length === OPERATION_NAMES.length) entries.clear();
    count();
  }
  function count(): void {
    measurements.entries = entries.size;
    measurements.bytes = entries.calculatedSize;
  }
  return {
    get(catalogs, operation, key) {
      if (catalogs !== entriesFor?.deref()) setCatalogs(catalogs);
      const entry = entries.get(key);
      const isValid = entry?.generation === generationOf(operation);
      if (isValid) measurements.hits++;
      else measurements.misses++;
      return isValid ? entry?.response : undefined;
    },
    set(catalogs, operation, key, response) {
      if (catalogs !== entriesFor?.deref()) return;
      entries.set(key, { response, generation: generationOf(operation) });
      count();
    },
  };
}
