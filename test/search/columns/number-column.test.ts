import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNumberColumn, openNumberColumn } from '../../../src/search/columns/number-column.js';

const integers = fc.integer({ min: -5, max: 5 });
const floats = fc.oneof(integers, fc.constantFrom(0.5, 2 ** 31, -(2 ** 31), 1e300));
const columnsOf = (number: fc.Arbitrary<number>) =>
  fc.array(fc.option(number, { nil: undefined }), { maxLength: 20 });

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
