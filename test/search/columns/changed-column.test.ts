import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangedColumn } from '../../../src/search/columns/changed-column.js';
import { openDocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { docValuesColumnOf } from './doc-values-column-of.js';
import '../../random-seed.js';

/** Sorts values from `9` to `0`. */
const keyOf = (value: string) => String(9 - Number(value));

const values = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }).map(String), { maxLength });

/** Generates the values of documents on up to three pages, and the changes of several steps. */
const histories = fc
  .tuple(fc.constantFrom(1, 5, 1024, 1025, 2500), fc.constantFrom(1, 3), fc.nat(7))
  .chain(([size, maxLength, distinct]) =>
    fc.record({
      before: fc
        .array(values(maxLength), { minLength: 1, maxLength: 7 })
        .map((some) =>
          Array.from({ length: size }, (_, i) =>
            some[i % some.length].map((value) => String(Math.min(distinct, Number(value)))),
          ),
        ),
      steps: fc.array(fc.dictionary(fc.nat(size - 1).map(String), values(3), { maxKeys: 5 }), {
        maxLength: 4,
      }),
    }),
  );

describe('A changed column', () => {
  it('equals a column that is built from the changed values', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat(3)), ({ before, steps }, gaps) => {
        const base = openDocValuesColumn(docValuesColumnOf(before, keyOf));
        let changed = ChangedColumn.from(base, keyOf);
        const current = before.map((list) => [...list]);
        for (const step of [{}, ...steps]) {
          const earlier = changed;
          const earlierValues = current.map((_, document) => earlier.valuesOf(document));
          changed = changed.change(
            new Map(Object.entries(step).map(([document, list]) => [Number(document), list])),
          );
          for (const [document, list] of Object.entries(step)) current[Number(document)] = list;

          const rebuilt = openDocValuesColumn(docValuesColumnOf(current, keyOf));
          const { dictionary } = rebuilt;
          expect(changed.dictionary.size).toBe(dictionary.size);
          for (let ord = 0; ord < dictionary.size; ord++) {
            expect(changed.dictionary.get(ord)).toBe(dictionary.get(ord));
          }
          current.forEach((_, document) => {
            expect(changed.valuesOf(document)).toEqual(rebuilt.valuesOf(document));
          });
          const all = Uint32Array.from(current.keys());
          const some = all.filter(() => gaps.next().value > 0);
          for (const documents of [all, some]) {
            const ords = [0, 2, dictionary.size, -1];
            expect(changed.select(documents, ords)).toEqual(rebuilt.select(documents, ords));
            const counts = new Uint32Array(dictionary.size);
            for (const document of documents) {
              for (const ord of rebuilt.valuesOf(document)) counts[ord]++;
            }
            expect(changed.count(documents)).toEqual(counts);
          }
          expect(current.map((_, document) => earlier.valuesOf(document))).toEqual(earlierValues);
        }
      }),
      { numRuns: 25 },
    );
  });
});
