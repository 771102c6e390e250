import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints } from '../../src/base/collation.js';
import { LEFT_OUT, mergeStringTables } from '../../src/base/merge-strings.js';
import { encodeStringTable, openStringTable } from '../../src/base/string-table.js';

it('a merged string table has the kept strings of all tables once, in order, and numbers them', () => {
  const text = fc.string({
    maxLength: 2,
    unit: fc.constantFrom('a', 'b', 'é', '東', '𐐷', '\uffff'),
  });
  const list = fc
    .uniqueArray(text, { maxLength: 20 })
    .chain((texts) =>
      fc.tuple(fc.constant(texts.sort(compareCodePoints)), fc.infiniteStream(fc.boolean())),
    )
    .map(([texts, isKept]) => texts.map((string) => ({ string, isKept: isKept.next().value })));
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), (lists) => {
      const { table, numbers } = mergeStringTables(
        lists.map((strings) => encodeStringTable(strings.map(({ string }) => string))),
        (index, number) => lists[index][number].isKept,
      );
      const kept = lists.flat().flatMap(({ string, isKept }) => (isKept ? [string] : []));
      expect(table).toEqual(encodeStringTable([...new Set(kept)].sort(compareCodePoints)));
      const { indexOf } = openStringTable(table);
      expect(numbers.map((ofList) => [...ofList])).toEqual(
        lists.map((strings) =>
          strings.map(({ string }) => (kept.includes(string) ? indexOf(string) : LEFT_OUT)),
        ),
      );
    }),
  );
});

it('merges many strings of one table with few strings of another', () => {
  const many = Array.from({ length: 2000 }, (_, i) => String(10_000 + i));
  const few = ['1', '10500', '10500a', '9'];
  const { table, numbers } = mergeStringTables(
    [many, few].map(encodeStringTable),
    (index, number) => index === 1 || number !== 700,
  );
  const expected = [...new Set([...many.filter((_, i) => i !== 700), ...few])].sort();
  expect(table).toEqual(encodeStringTable(expected));
  expect(numbers[0][700]).toBe(LEFT_OUT);
  expect([...numbers[1]]).toEqual(few.map((text) => expected.indexOf(text)));
});
