import { expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createMeter } from '../../../src/http/monitoring/meter.js';
import { createRepresentationCache } from '../../../src/http/response/representation-cache.js';

it('The size of the cache includes its keys', () => {
  const { cache: measurements } = createMeter();
  const cache = createRepresentationCache(8000, measurements);
  const catalogs: readonly Catalog[] = [];
  const keys = ['a', 'b'].map((letter) => letter.repeat(2000));
  for (const key of keys) {
    expect(cache.get(catalogs, key)).toBe(undefined);
    cache.set(catalogs, key, { bytes: new Uint8Array(10), headers: {} });
  }
  expect(keys.map((key) => cache.get(catalogs, key) !== undefined)).toEqual([false, true]);
  expect(measurements.entries).toBe(1);
  expect(measurements.bytes).toBeGreaterThan(2 * 2000);
});
