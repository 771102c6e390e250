import { expect, it } from 'vitest';
import { onDemand } from '../../../src/snapshot/format/on-demand.js';

it('a value on demand is made once, when it is asked for', () => {
  const made: string[] = [];
  const lengths = onDemand(['sea', 'ship'], (word) => {
    made.push(word);
    return { length: word.length };
  });
  expect(Object.keys(lengths)).toEqual(['sea', 'ship']);
  expect('sea' in lengths).toBe(true);
  expect(made).toEqual([]);
  expect(lengths.ship).toEqual({ length: 4 });
  expect(lengths.ship).toBe(lengths.ship);
  expect(made).toEqual(['ship']);
});
