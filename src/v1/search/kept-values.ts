import { LRUCache } from 'lru-cache';
import type { Titles } from '../../catalog/catalog.js';
import type { ScoreBoosts } from '../../search/index.js';

/**
 * Returns the value of a key. Computes the value if it is not kept for the titles.
 *
 * @param bytesOf returns at least the memory of the value in bytes
 */
type Keep<Value> = (
  titles: Titles,
  key: string,
  compute: () => Value,
  bytesOf: (value: Value) => number,
) => Value;

/**
 * Returns a function that keeps the values that were used last. A changed or replaced catalog never returns the values of
 * another. Of catalogs that share their titles, except for changed holdings, only the catalog that was used last has
 * values. Whatever clients send, the values of a catalog take at most `maxBytes`.
 *
 * @example
 * const keep = keepPerCatalog<Uint32Array>(2 ** 20);
 * keep(titles, 'moby', () => find('moby'), ({ byteLength }) => byteLength);
 */
export function keepPerCatalog<Value extends {}>(maxBytes: number): Keep<Value> {
  // The catalogs that share their titles have the same boosts of popularity. V8 keeps the values of a WeakMap until the
  // next full garbage collection, so an entry for each catalog would keep the catalog in memory.
  const kept = new WeakMap<ScoreBoosts, { titles: Titles; values: LRUCache<string, Value> }>();
  return (titles, key, compute, bytesOf) => {
    let ofCatalog = kept.get(titles.popularityBoosts);
    if (ofCatalog?.titles !== titles) {
      ofCatalog = { titles, values: new LRUCache({ maxSize: maxBytes }) };
      kept.set(titles.popularityBoosts, ofCatalog);
    }
    const known = ofCatalog.values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    ofCatalog.values.set(key, value, { size: 512 + 2 * key.length + Math.ceil(bytesOf(value)) });
    return value;
  };
}
