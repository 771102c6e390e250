import { expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createMeter } from '../../src/http/meter.js';
import { createRepresentationCache } from '../../src/http/representation-cache.js';

it('Answers kept under long keys make room for each other, however short they are', () => {
  const { cache: counted } = createMeter();
  const cache = createRepresentationCache(8000, counted);
  const catalogs: readonly Catalog[] = [];
  const keys = ['a', 'b'].map((letter) => letter.repeat(2000));
  for (const key of keys) {
    expect(cache.get(catalogs, key)).toBe(undefined);
    cache.set(catalogs, key, { bytes: new Uint8Array(10), headers: {} });
  }
  expect(keys.map((key) => cache.get(catalogs, key) !== undefined)).toEqual([false, true]);
  expect(counted.entries).toBe(1);
  expect(counted.bytes).toBeGreaterThan(2 * 2000);
});
