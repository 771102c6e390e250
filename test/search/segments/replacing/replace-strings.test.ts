import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replaceStrings } from '../../../../src/search/segments/replacing/replace-strings.js';
import {
  compareCodePoints,
  encodeStringTable,
  openStringTable,
} from '../../../../src/search/structures/string-table.js';

it('A merged string table has the kept and the added strings once, in order, and numbers them', () => {
  const text = fc.string({
    maxLength: 2,
    unit: fc.constantFrom('a', 'b', 'é', '東', '𐐷', '\uffff'),
  });
  const lists = fc.uniqueArray(text, { maxLength: 20 }).map((list) => list.sort(compareCodePoints));
  fc.assert(
    fc.property(lists, lists, fc.infiniteStream(fc.boolean()), (before, added, next) => {
      const kept = before.map(() => next.next().value);
      const { table, numbers } = replaceStrings(
        encodeStringTable(before),
        encodeStringTable(added),
        (string) => string,
        compareCodePoints,
        (index) => kept[index],
      );
      const expected = [...new Set([...before.filter((_, i) => kept[i]), ...added])];
      expect(table).toEqual(encodeStringTable(expected.sort(compareCodePoints)));
      const { get, indexOf } = openStringTable(table);
      expect(Array.from(numbers.added, get)).toEqual(added);
      expect([...numbers.before].map((number) => (number === 0xffffffff ? -1 : number))).toEqual(
        before.map(indexOf),
      );
      expect(numbers.count).toBe(expected.length);
    }),
  );
});
