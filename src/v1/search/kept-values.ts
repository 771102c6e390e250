import { LRUCache } from 'lru-cache';
import { memoizePerObject, type SearchIndex } from '../../search/index.js';

/**
 * Returns the value of a key. Computes the value if it is not kept for the index.
 *
 * @param bytesOf returns at least the memory of the value in bytes
 */
type Keep<Value> = (
  index: SearchIndex,
  key: string,
  compute: () => Value,
  bytesOf: (value: Value) => number,
) => Value;

/**
 * Returns a function that keeps the values that were used last. Each open catalog has an index and values of its own, so
 * that a changed or replaced catalog never returns the values of another. Whatever clients send, the values of a catalog
 * take at most `maxBytes`.
 *
 * @example
 * const keep = keepPerCatalog<Uint32Array>(2 ** 20);
 * keep(titles.index, 'moby', () => find('moby'), ({ byteLength }) => byteLength);
 */
export function keepPerCatalog<Value extends {}>(maxBytes: number): Keep<Value> {
  const valuesOf = memoizePerObject(
    (_: SearchIndex) => new LRUCache<string, Value>({ maxSize: maxBytes }),
  );
  return (index, key, compute, bytesOf) => {
    const values = valuesOf(index);
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    values.set(key, value, { size: 512 + 2 * key.length + Math.ceil(bytesOf(value)) });
    return value;
  };
}
