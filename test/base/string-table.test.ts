import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../src/base/collation.js';
import {
  encodeStringTable,
  matchStrings,
  NOT_MATCHED,
  openStringTable,
} from '../../src/base/string-table.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}'),
    maxLength: 4,
  }),
);

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
        const sorted = [...strings].sort(compareCodePoints);
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

it('matchStrings finds the strings of a table in another table', () => {
  const strings = fc
    .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'é', '東', '\ufffd', '🐋'), maxLength: 3 }))
    .map((all) => all.sort());
  fc.assert(
    fc.property(strings, strings, (from, to) => {
      const expected = from.map((text) => (to.includes(text) ? to.indexOf(text) : NOT_MATCHED));
      const matched = matchStrings(encodeStringTable(from), encodeStringTable(to));
      expect([...matched]).toEqual(expected);
    }),
  );
});
