import { expect, it } from 'vitest';
import { lazyRecord, memoizePerIndex, memoizePerText, withGetters } from '../../src/base/lazy.js';

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

it('memoizePerIndex keeps a value until another value is kept in the same slot', () => {
  const computed: number[] = [];
  const squareOf = memoizePerIndex(
    10,
    (index) => {
      computed.push(index);
      return index ** 2;
    },
    (square) => square !== 81,
  );
  expect([0, 7, 7, 17, 17, 7, 0].map(squareOf)).toEqual([0, 49, 49, 289, 289, 49, 0]);
  expect(computed).toEqual([0, 7, 17, 7]);
  expect([9, 9].map(squareOf)).toEqual([81, 81]);
  expect(computed).toEqual([0, 7, 17, 7, 9, 9]);
});

it('memoizePerText keeps the values of short texts until there are too many', () => {
  const computed: string[] = [];
  const lengthOf = memoizePerText(2, 4, (text) => {
    computed.push(text);
    return text.length;
  });
  expect(['sea', '', 'sea', '', 'whale', 'whale'].map(lengthOf)).toEqual([3, 0, 3, 0, 5, 5]);
  expect(computed).toEqual(['sea', '', 'whale', 'whale']);
  expect(['oar', 'oar', 'sea'].map(lengthOf)).toEqual([3, 3, 3]);
  expect(computed.slice(4)).toEqual(['oar', 'sea']);
});

it('withGetters calls the function of a property at each read', () => {
  let reads = 0;
  const word = withGetters({ text: 'sea' }, { reads: () => ++reads });
  expect([word.reads, word.reads]).toEqual([1, 2]);
  expect({ ...word }).toEqual({ text: 'sea', reads: 3 });
  expect(Object.create(word).reads).toBe(4);
  expect(() => withGetters(word, { other: () => 1 })).toThrow(TypeError);
});
