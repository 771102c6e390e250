import { expect, it } from 'vitest';
import { withGetters } from '../../../src/search/structures/with-getters.js';

it('calls the function of a property at each read', () => {
  let reads = 0;
  const word = withGetters({ text: 'sea' }, { reads: () => ++reads });
  expect([word.reads, word.reads]).toEqual([1, 2]);
  expect({ ...word }).toEqual({ text: 'sea', reads: 3 });
  expect(Object.create(word).reads).toBe(4);
  expect(() => withGetters(word, { other: () => 1 })).toThrow(TypeError);
});
