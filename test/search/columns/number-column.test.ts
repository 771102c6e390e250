import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildNumberColumn,
  countRanges,
  openNumberColumn,
} from '../../../src/search/columns/doc-values-column.js';

const integers = fc.integer({ min: -5, max: 5 });
const floats = fc.oneof(integers, fc.constantFrom(0.5, 2 ** 31, -(2 ** 31), 1e300));
const columnsOf = (number: fc.Arbitrary<number>) =>
  fc.array(fc.option(number, { nil: undefined }), { maxLength: 40 });

describe('NumberColumn', () => {
  it('returns every number, and undefined for documents without a number', () => {
    fc.assert(
      fc.property(fc.oneof(columnsOf(integers), columnsOf(floats)), (numbers) => {
        const column = openNumberColumn(buildNumberColumn(numbers));
        expect(numbers.map((_, document) => column.get(document))).toEqual(numbers);
      }),
    );
  });

  it('selects the documents with a number in an inclusive range', () => {
    const limit = fc.oneof(integers, fc.constantFrom(-Infinity, Infinity, -(2 ** 31)));
    fc.assert(
      fc.property(
        fc.oneof(columnsOf(integers), columnsOf(floats)),
        limit,
        limit,
        (numbers, from, to) => {
          const column = openNumberColumn(buildNumberColumn(numbers));
          const all = Uint32Array.from(numbers.keys());
          const expected = all.filter((document) => {
            const number = numbers[document];
            return number !== undefined && number >= from && number <= to;
          });
          expect(column.select(all, from, to)).toEqual(expected);
        },
      ),
    );
  });

  it('stores a column of small integers in four bytes each, with -0 as 0', () => {
    expect(buildNumberColumn([1, undefined, -7]).numbers).toBeInstanceOf(Int32Array);
    expect(buildNumberColumn([1.5]).numbers).toBeInstanceOf(Float64Array);
    expect(Object.is(openNumberColumn(buildNumberColumn([-0])).get(0), 0)).toBe(true);
  });
});

describe('countRanges', () => {
  const years = fc.integer({ min: -30, max: 30 });
  const numbers = fc.oneof(years, fc.constantFrom(0.5, -0.5, 1e9, -1e9, 2 ** 31, -(2 ** 31)));
  const bounds = fc.oneof(numbers, fc.constantFrom(-Infinity, Infinity));
  const ascending = (bound: fc.Arbitrary<number>) =>
    fc.array(bound, { maxLength: 8 }).map((list) => list.sort((a, b) => a - b));

  it('counts the documents whose number is in each range', () => {
    fc.assert(
      fc.property(
        fc.oneof(columnsOf(years), columnsOf(numbers)),
        fc.oneof(ascending(years), ascending(bounds)),
        fc.integer({ min: 1, max: 3 }),
        (numbersOfDocuments, boundaries, step) => {
          const column = openNumberColumn(buildNumberColumn(numbersOfDocuments));
          const documents = [...numbersOfDocuments.keys()].filter((i) => i % step === 0);
          const expected = boundaries.slice(1).map((to, range) => {
            const numbersIn = documents
              .map((document) => numbersOfDocuments[document])
              .filter((number) => number !== undefined);
            return numbersIn.filter((n) => n >= boundaries[range] && n < to).length;
          });
          const counts = countRanges(column, Uint32Array.from(documents), boundaries);
          expect([...counts]).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts no document without a number', () => {
    const column = openNumberColumn(buildNumberColumn([undefined, 7]));
    const all = Uint32Array.of(0, 1);
    expect([...countRanges(column, all, [-(2 ** 31), 7 - 2 ** 31, 8])]).toEqual([0, 1]);
    expect([...countRanges(column, all, [-(2 ** 31), 7 - 2 ** 31])]).toEqual([0]);
  });
});
