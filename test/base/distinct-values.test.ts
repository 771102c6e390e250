import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctNumbers, DistinctStrings } from '../../src/base/distinct-values.js';
import { openStringTable, StringList, type StringTableData } from '../../src/base/string-table.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.integer({ min: 0, max: 200 }).map(String),
);
const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 200 }));

/** Numbers values with a `Map`, for comparison. */
function naiveNumbers<Value>(values: readonly Value[]): Map<Value, number> {
  const numbers = new Map<Value, number>();
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size);
  return numbers;
}

/** Decodes all strings of a table. */
function stringsOf({ offsets, bytes }: StringTableData): string[] {
  expect(bytes.length).toBe(offsets.at(-1));
  const { size, get } = openStringTable({ offsets, bytes });
  return Array.from({ length: size }, (_, index) => get(index));
}

describe('DistinctStrings', () => {
  it('numbers strings in the order of adding, each once', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 300 }), text, (texts, other) => {
        const expected = naiveNumbers(texts);
        const distinct = new DistinctStrings();
        for (const each of texts) expect(distinct.add(each)).toBe(expected.get(each));
        expect(distinct.size).toBe(expected.size);
        for (const [each, index] of expected) {
          expect(distinct.find(each)).toBe(index);
          expect(distinct.get(index)).toBe(each);
        }
        expect(distinct.find(other)).toBe(expected.get(other) ?? -1);
      }),
    );
  });

  it('returns its strings as a table in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text), (texts) => {
        const list = new StringList();
        for (const each of texts) list.add(each);
        const reversed = Uint32Array.from(texts.keys()).reverse();
        expect(stringsOf(list.toTable())).toEqual(texts);
        expect(stringsOf(list.toTable(reversed))).toEqual(texts.toReversed());
      }),
    );
  });

  it('rejects strings of more bytes than an offset can number', () => {
    const list = new StringList();
    expect(() => list.accept(2 ** 32)).toThrow(
      new RangeError(
        'index: expected at most 4294967295 bytes of strings, found 4294967296; index fewer documents',
      ),
    );
  });

  it('takes a lone surrogate for U+FFFD, as UTF-8 does', () => {
    const distinct = new DistinctStrings();
    expect([distinct.add('\ud800'), distinct.add('\ufffd')]).toEqual([0, 0]);
    expect(distinct.get(0)).toBe('\ufffd');
  });
});

describe('DistinctNumbers', () => {
  it('numbers numbers in the order of adding, each once', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 300 }), number, (numbers, other) => {
        const expected = naiveNumbers(numbers);
        const distinct = new DistinctNumbers();
        for (const each of numbers) expect(distinct.add(each)).toBe(expected.get(each));
        expect(distinct.size).toBe(expected.size);
        for (const [each, index] of expected) expect(distinct.get(index)).toBe(each + 0);
        expect(distinct.find(other)).toBe(expected.get(other) ?? -1);
      }),
    );
  });
});
