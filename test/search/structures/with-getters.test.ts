import { expect, it } from 'vitest';
import { withGetters } from '../../../src/search/structures/with-getters.js';
import { haveSameMap } from './hidden-classes.js';

it('calls the function of a property at each read', () => {
  let reads = 0;
  const word = withGetters({ text: 'sea' }, { reads: () => ++reads });
  expect([word.reads, word.reads]).toEqual([1, 2]);
  expect({ ...word }).toEqual({ text: 'sea', reads: 3 });
  expect(Object.create(word).reads).toBe(4);
});

it('gives objects with the same properties the same hidden class', () => {
  const create = (text: string) =>
    withGetters({ text }, { length: () => text.length, first: () => text[0] });
  expect(haveSameMap(create('sea'), create('ship'))).toBe(true);
  expect(haveSameMap(create('sea'), { text: 'ship' })).toBe(false);
});
