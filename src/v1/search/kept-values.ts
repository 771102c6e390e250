import { LRUCache } from 'lru-cache';
import type { Titles } from '../../catalog/catalog.js';
import type { SearchIndex } from '../../search/index.js';

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
 * Returns a function that keeps the values that were used last. Each open catalog has values of its own, so that a
 * changed or replaced catalog never returns the values of another. Whatever clients send, the values of a catalog take at
 * most `maxBytes`.
 *
 * @example
 * const keep = keepPerCatalog<Uint32Array>(2 ** 20);
 * keep(titles, 'moby', () => find('moby'), ({ byteLength }) => byteLength);
 */
export function keepPerCatalog<Value extends {}>(maxBytes: number): Keep<Value> {
  const kept = new WeakMap<SearchIndex, { titles: Titles; values: LRUCache<string, Value> }>();
  return (titles, key, compute, bytesOf) => {
    let ofCatalog = kept.get(titles.index);
    if (ofCatalog?.titles !== titles) {
      ofCatalog = { titles, values: new LRUCache({ maxSize: maxBytes }) };
      kept.set(titles.index, ofCatalog);
    }
    const known = ofCatalog.values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    ofCatalog.values.set(key, value, { size: 512 + 2 * key.length + Math.ceil(bytesOf(value)) });
    return value;
  };
}
