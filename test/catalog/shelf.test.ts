import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shelfKey, sortCallNumbers } from '../../src/catalog/shelf.js';
import { openDocValuesColumn } from '../../src/search/columns/doc-values-column.js';
import { docValuesColumnOf } from '../search/columns/doc-values-column-of.js';

const callNumbers = fc.array(
  fc.constantFrom('qa8 .b4', 'qa76.73 .a2', 'qa76.9 .a2 v.2', 'qa76.9 .a2 v.11', 'é', '￿', '🐋 1'),
);
const columnOf = (values: readonly string[]) =>
  openDocValuesColumn(docValuesColumnOf(values.map((value) => [value])));

it('Call numbers are sorted as on a shelf, and after a change as in a new catalog', () => {
  fc.assert(
    fc.property(callNumbers, callNumbers, (valuesBefore, values) => {
      const column = columnOf(values);
      const sorted = sortCallNumbers(column);
      const keys = Array.from(sorted, (ord) => shelfKey(column.dictionary.get(ord)));
      expect(keys).toEqual(keys.toSorted());
      expect(sorted.toSorted()).toEqual(sorted.map((_, ord) => ord));
      const before = columnOf(valuesBefore);
      const known = { column: before, callNumbers: sortCallNumbers(before) };
      expect(sortCallNumbers(column, known)).toEqual(sorted);
    }),
  );
});
