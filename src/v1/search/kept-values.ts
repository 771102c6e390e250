/*
 * Keeps values that searches compute from a catalog, such as the matches of a query, within a limit in bytes. Not for values
 * that every search needs: such values are computed once per catalog with `memoizePerObject` of `base/lazy.ts`.
 */

import { LRUCache } from 'lru-cache';
import type { Titles } from '../../catalog/catalog.js';
import type { ScoreBoosts, SearchIndex } from '../../search/index.js';

/**
 * Returns a function that returns the value of a key. The function keeps the values that were used last, and computes
 * other values. Its parameter `bytesOf` returns at least the memory of a value in bytes. A changed or replaced catalog never
 * returns the values of another catalog. Among catalogs that differ only in holdings, only the catalog that was used last
 * has values. The values of a catalog take at most `maxBytes`.
 *
 * @example
 * const keep = keepPerCatalog<Uint32Array>(2 ** 20);
 * keep(titles, 'moby', () => find('moby'), ({ byteLength }) => byteLength);
 */
export function keepPerCatalog<Value extends {}>(maxBytes: number) {
  // Changed holdings give a catalog another index and the same boosts of popularity. V8 keeps the values of a WeakMap until
  // the next full garbage collection, so an entry for each index would keep the index in memory.
  const kept = new WeakMap<ScoreBoosts, { index: SearchIndex; values: LRUCache<string, Value> }>();
  return (
    { index, popularityBoosts }: Titles,
    key: string,
    compute: () => Value,
    bytesOf: (value: Value) => number,
  ): Value => {
    let ofCatalog = kept.get(popularityBoosts);
    if (ofCatalog?.index !== index) {
      ofCatalog = { index, values: new LRUCache({ maxSize: maxBytes }) };
      kept.set(popularityBoosts, ofCatalog);
    }
    const known = ofCatalog.values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    ofCatalog.values.set(key, value, { size: 512 + 2 * key.length + Math.ceil(bytesOf(value)) });
    return value;
  };
}
