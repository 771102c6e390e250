import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeStringTable } from '../../../src/search/structures/string-table.js';
import { matchStrings, NOT_MATCHED } from '../../../src/search/structures/string-table-data.js';

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
