import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangedColumn } from '../../../src/search/columns/changed-column.js';
import { openDocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { buildNumberColumn, openNumberColumn } from '../../../src/search/columns/number-column.js';
import {
  createFacetCounter,
  type FacetFilter,
  withChangedColumn,
} from '../../../src/search/facets/facet-counter.js';
import { runs } from '../../random-seed.js';
import { docValuesColumnOf } from '../columns/doc-values-column-of.js';

const SIZE = 200;
const years = openNumberColumn(
  buildNumberColumn(Array.from({ length: SIZE }, (_, i) => (i * 7) % 10)),
);

const lists = fc.array(fc.array(fc.nat(4).map(String), { maxLength: 3 }), {
  minLength: SIZE,
  maxLength: SIZE,
});
const filters: fc.Arbitrary<FacetFilter[]> = fc.array(
  fc.oneof(
    fc.record({
      column: fc.constantFrom('format', 'branch'),
      values: fc.array(fc.nat(4), { maxLength: 2 }),
    }),
    fc.constant({ column: 'format', numbers: years, from: 2, to: 6 }),
  ),
  { maxLength: 3 },
);
const openColumn = (values: string[][]) => openDocValuesColumn(docValuesColumnOf(values));

describe('A facet counter with a changed column', () => {
  it('returns the same documents and counts as a counter of the changed values', () => {
    fc.assert(
      fc.property(
        fc.record({ format: lists, branch: lists, changed: lists, share: fc.nat(3), filters }),
        ({ format, branch, changed, share, filters }) => {
          const isChanged = (document: number) => document % 4 < share;
          const after = branch.map((list, i) => (isChanged(i) ? changed[i] : list));
          const changes = new Map(changed.map((list, i) => [i, list] as const));
          for (const document of changes.keys()) {
            if (!isChanged(document)) changes.delete(document);
          }
          const columns = { format: openColumn(format), branch: openColumn(branch) };
          const editor = ChangedColumn.from(columns.branch, (value) => value).edit();
          for (const [document, values] of changes) editor.set(document, values);
          const column = editor.finish();
          const facets = withChangedColumn(createFacetCounter(columns), 'branch', column);
          const rebuilt = createFacetCounter({ ...columns, branch: openColumn(after) });
          for (const step of [1, 3]) {
            const documents = Uint32Array.from({ length: SIZE / step }, (_, i) => i * step);
            const narrowed = facets.narrow(documents, filters);
            const expected = rebuilt.narrow(documents, filters);
            expect(narrowed.documents).toEqual(expected.documents);
            for (const name of ['format', 'branch']) {
              expect(narrowed.selectIgnoring(name)).toEqual(expected.selectIgnoring(name));
            }
            expect(facets.count(documents, 3, filters)).toEqual(expected.count(3));
            for (const name of ['format', 'branch']) {
              expect(narrowed.count(3, [name])).toEqual({ [name]: expected.count(3)[name] });
            }
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
