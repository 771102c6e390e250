import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangedColumn } from '../../../src/search/columns/changed-column.js';
import { openDocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { runs } from '../../random-seed.js';
import { docValuesColumnOf } from './doc-values-column-of.js';

/** Sorts values from `9` to `0`. */
const keyOf = (value: string) => String(9 - Number(value));

const values = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }).map(String), { maxLength });

/** Generates the values of documents on up to three pages, and the changes of several steps. */
const histories = fc
  .tuple(fc.constantFrom(1, 5, 256, 257, 600), fc.constantFrom(1, 3), fc.nat(7))
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

const distinct = (list: readonly string[]) => [...new Set(list)].sort();

function withChanges(
  column: ChangedColumn,
  changes: Iterable<readonly [number, readonly string[]]>,
): ChangedColumn {
  const editor = column.edit();
  for (const [document, list] of changes) editor.set(document, list);
  return editor.finish();
}

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
          const changes = Object.entries(step).map(([i, list]) => [Number(i), list] as const);
          changed = withChanges(changed, changes);
          for (const [document, list] of changes) current[document] = list;

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
      { numRuns: runs(25) },
    );
  });

  it('finds the documents whose values changed, and their values', () => {
    fc.assert(
      fc.property(histories, ({ before, steps }) => {
        const column = ChangedColumn.from(
          openDocValuesColumn(docValuesColumnOf(before, keyOf)),
          keyOf,
        );
        const columns = [column];
        const current = [before.map(distinct)];
        for (const step of steps) {
          const changes = Object.entries(step).map(([i, list]) => [Number(i), list] as const);
          columns.push(withChanges(columns[columns.length - 1], changes));
          const changed = new Map(changes);
          current.push(
            current[current.length - 1].map((list, i) => distinct(changed.get(i) ?? list)),
          );
        }
        const differing = (a: string[][], b: string[][]) =>
          [...a.keys()].filter((i) => a[i].join() !== b[i].join());
        for (const [a, ofA] of columns.entries()) {
          for (const [b, ofB] of columns.entries()) {
            expect([...ofA.differencesFrom(ofB)]).toEqual(differing(current[a], current[b]));
          }
          const changed = new Set(differing(current[a], current[0]));
          for (const [document, list] of current[a].entries()) {
            const found = ofA.changedValuesOf(document);
            expect(found?.sort()).toEqual(changed.has(document) ? list : undefined);
          }
        }
      }),
      { numRuns: runs(25) },
    );
  });

  it('holds more distinct sets of values than a byte can number', () => {
    const lists = Array.from({ length: 300 }, (_, i) => [String(i)]);
    const base = openDocValuesColumn(
      docValuesColumnOf(
        lists.map(() => ['0']),
        (value) => value,
      ),
    );
    const changed = withChanges(
      ChangedColumn.from(base, (value) => value),
      lists.entries(),
    );
    const [last, first] = [299, 1].map((document) => changed.valuesOf(document)[0]);
    expect([last, first].map((ord) => changed.dictionary.get(ord))).toEqual(['299', '1']);
    expect(changed.count(Uint32Array.of(0, 1, 299)).reduce((sum, count) => sum + count)).toBe(3);
  });
});
