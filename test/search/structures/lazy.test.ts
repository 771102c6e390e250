import { expect, it } from 'vitest';
import { lazyRecord } from '../../../src/search/structures/lazy.js';

it('lazyRecord computes each value once, when it is first read', () => {
  const computed: string[] = [];
  const lengths = lazyRecord(['sea', 'ship'], (word) => {
    computed.push(word);
    return { length: word.length };
  });
  expect(Object.keys(lengths)).toEqual(['sea', 'ship']);
  expect('sea' in lengths).toBe(true);
  expect(computed).toEqual([]);
  expect(lengths.ship).toEqual({ length: 4 });
  expect(lengths.ship).toBe(lengths.ship);
  expect(computed).toEqual(['ship']);
});
