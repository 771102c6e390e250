import { LRUCache } from 'lru-cache';
import type { Catalog } from '../catalog/catalog.js';
import type { CacheMeasurements } from './meter.js';
import type { Representation } from './representation.js';

/** What an entry takes besides its bytes and its key, at most: headers, tables; measured, some 900. */
const OVERHEAD = 1024;

/** Representations that were sent before, good as long as the catalogs are those they came from. */
export interface RepresentationCache {
  get(catalogs: readonly Catalog[], key: string): Representation | undefined;
  set(catalogs: readonly Catalog[], key: string, representation: Representation): void;
}

/**
 * A cache of at most `size` bytes, keys and tables included; what was not asked for the longest
 * makes room. A size of 0 keeps nothing.
 *
 * @param counted is kept up to date with what it does and holds
 */
export function createRepresentationCache(
  size: number,
  counted: CacheMeasurements,
): RepresentationCache {
  if (size === 0) return { get: () => undefined, set: () => {} };
  const kept = new LRUCache<string, Representation>({
    maxSize: size,
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + OVERHEAD,
  });
  let keptFor: readonly Catalog[] | undefined;
  const count = () => {
    counted.entries = kept.size;
    counted.bytes = kept.calculatedSize;
  };
  return {
    get(catalogs, key) {
      if (catalogs !== keptFor) {
        kept.clear();
        keptFor = catalogs;
        count();
      }
      const representation = kept.get(key);
      if (representation === undefined) counted.misses++;
      else counted.hits++;
      return representation;
    },
    set(catalogs, key, representation) {
      if (catalogs !== keptFor) return;
      kept.set(key, representation);
      count();
    },
  };
}
