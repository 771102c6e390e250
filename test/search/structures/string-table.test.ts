import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareCodePoints,
  encodeStringTable,
  openStringTable,
} from '../../../src/search/structures/string-table.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}'),
    maxLength: 4,
  }),
);

/** Compares two strings by code point, as a reference for `compareCodePoints`. */
function byCodePoint(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0)!);
  const right = Array.from(b, (character) => character.codePointAt(0)!);
  const at = left.findIndex((point, index) => point !== right[index]);
  if (at === -1) return left.length - right.length;
  return at >= right.length ? 1 : left[at] - right[at];
}

describe('compareCodePoints', () => {
  it('compares strings code point by code point', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(byCodePoint(a, b)));
      }),
      { numRuns: 1000 },
    );
  });

  it('compares strings in the order of their UTF-8 bytes', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(
          Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('StringTable', () => {
  it('returns every string in the given order', () => {
    fc.assert(
      fc.property(fc.array(text), (strings) => {
        const table = openStringTable(encodeStringTable(strings));
        expect(Array.from({ length: table.size }, (_, index) => table.get(index))).toEqual(strings);
      }),
    );
  });

  it('finds the strings of a sorted table and no others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text), fc.array(text), (strings, others) => {
        const sorted = [...strings].sort(byCodePoint);
        const table = openStringTable(encodeStringTable(sorted));
        for (const searched of [...strings, ...others]) {
          expect(table.indexOf(searched)).toBe(sorted.indexOf(searched));
        }
      }),
    );
  });

  it('keeps a byte order mark at the beginning of a string', () => {
    const table = openStringTable(encodeStringTable(['\ufeffa']));
    expect(table.get(0)).toBe('\ufeffa');
    expect(table.indexOf('a')).toBe(-1);
  });

  it('can be empty and can contain the empty string', () => {
    expect(openStringTable(encodeStringTable([])).size).toBe(0);
    expect(openStringTable(encodeStringTable([])).indexOf('')).toBe(-1);
    expect(openStringTable(encodeStringTable([''])).indexOf('')).toBe(0);
  });
});
