import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangedColumn } from '../../../src/search/columns/changed-column.js';
import {
  buildNumberColumn,
  type DocValuesColumn,
  openDocValuesColumn,
  openNumberColumn,
} from '../../../src/search/columns/doc-values-column.js';
import {
  createFacetCounter,
  type FacetFilter,
  withChangedColumn,
} from '../../../src/search/facets/facet-counter.js';
import {
  buildFacetStructures,
  buildPostingWords,
  ColumnCounter,
  openFacetStructures,
  RowCounter,
  rankValues,
} from '../../../src/search/facets/value-counters.js';
import { runs } from '../../random-seed.js';
import { docValuesColumnOf } from '../columns/doc-values-column-of.js';

type Lists = Record<string, string[][]>;

/** Pairs of a number of documents and a maximum number of distinct subjects. */
const sizes = fc.constantFrom([0, 1], [1, 3], [30, 5], [30, 2000], [400, 4000], [700, 200]);

const catalogs = sizes.chain(([size, subjectCount]) => {
  const values = (count: number, maxLength: number) =>
    fc.array(fc.array(fc.nat(count - 1).map(String), { maxLength }), {
      minLength: size,
      maxLength: size,
    });
  return fc.record({
    format: values(3, 1),
    branch: values(5, 3),
    genre: values(Math.max(1, subjectCount >> 1), 2),
    subject: values(subjectCount, 4),
    tag: values(40, 16),
    empty: values(1, 0),
  }) as fc.Arbitrary<Lists>;
});

const filteredColumn = fc.constantFrom('format', 'branch', 'subject', 'tag', 'empty');
const year = fc.oneof(
  fc.integer({ min: -1, max: 10 }),
  fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
);

/** The year of each document. Every eleventh document has no year. */
const YEARS = Array.from({ length: 700 }, (_, i) => (i % 11 === 0 ? undefined : (i * 7) % 10));
const years = openNumberColumn(buildNumberColumn(YEARS));

const filters: fc.Arbitrary<FacetFilter[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        column: filteredColumn,
        values: fc.array(fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constant(0.5)), {
          maxLength: 3,
        }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        column: filteredColumn,
        numbers: fc.constant(years),
        from: year,
        to: year,
      }),
    },
  ),
  { maxLength: 3 },
);

function openAll(lists: Lists) {
  return Object.fromEntries(
    Object.entries(lists).map(([name, values]) => [
      name,
      openDocValuesColumn(docValuesColumnOf(values)),
    ]),
  );
}

function passes(columns: ReturnType<typeof openAll>, document: number, filter: FacetFilter) {
  if ('numbers' in filter) {
    const number = YEARS[document];
    return number !== undefined && number >= filter.from && number <= filter.to;
  }
  const { column, values } = filter;
  return columns[column].valuesOf(document).some((value) => values.includes(value));
}

/** The number of documents in a result, or their share of all documents. */
type ResultSize = 'none' | 'one' | 'all but one' | 'all' | number;

/** Returns documents of a catalog of `documentCount` documents. `shift` varies the choice of the documents. */
function someDocuments(documentCount: number, size: ResultSize, shift: number): number[] {
  const all = [...Array(documentCount).keys()];
  const chosen = shift % documentCount;
  if (size === 'none') return [];
  if (size === 'one') return all.filter((document) => document === chosen);
  if (size === 'all but one') return all.filter((document) => document !== chosen);
  if (size === 'all') return all;
  return all.filter((document) => ((document * 7919 + shift) % 100) / 100 < size);
}

function naiveCounts(
  columns: ReturnType<typeof openAll>,
  documents: number[],
  limit: number,
  narrowing: FacetFilter[],
) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const others = narrowing.filter((filter) => filter.column !== name);
      const counts = new Map<number, number>();
      for (const document of documents) {
        if (!others.every((filter) => passes(columns, document, filter))) continue;
        for (const value of column.valuesOf(document)) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
      }
      const top = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
      return [name, top];
    }),
  );
}

describe('FacetCounter', () => {
  it('counts exactly, and ignores the filters on a column when it counts that column', () => {
    const resultSizes = fc.constantFrom<ResultSize>(
      'none',
      'one',
      0.01,
      0.05,
      0.5,
      0.9,
      'all but one',
      'all',
    );
    const limits = fc.constantFrom(0, 1, 3, 25, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(
        catalogs,
        fc.array(fc.tuple(resultSizes, limits, filters, fc.nat()), { minLength: 4, maxLength: 8 }),
        fc.boolean(),
        (lists, requests, hasStructures) => {
          const columns = openAll(lists);
          const structures = hasStructures
            ? buildFacetStructures(Object.values(columns))
            : undefined;
          const counter = createFacetCounter(columns, structures);
          // All requests use the same counter, because a count must not change the results of later counts.
          for (const [size, limit, narrowing, shift] of requests) {
            const documents = someDocuments(lists.format.length, size, shift);
            const narrowed = counter.narrow(Uint32Array.from(documents), narrowing);
            const counted = narrowed.count(limit);
            const asPairs = Object.fromEntries(
              Object.entries(counted).map(([name, { values, counts }]) => [
                name,
                Array.from(values, (value, i) => [value, counts[i]]),
              ]),
            );
            expect(asPairs).toEqual(naiveCounts(columns, documents, limit, narrowing));
            const passing = (filters: FacetFilter[]) =>
              documents.filter((document) =>
                filters.every((filter) => passes(columns, document, filter)),
              );
            expect([...narrowed.documents]).toEqual(passing(narrowing));
            const all = naiveCounts(columns, documents, Number.POSITIVE_INFINITY, narrowing);
            for (const name of Object.keys(columns)) {
              expect(
                [...narrowed.countAll(name).entries()].filter(([, count]) => count > 0),
              ).toEqual(all[name].toSorted(([a], [b]) => a - b));
              const others = narrowing.filter(({ column }) => column !== name);
              expect([...narrowed.selectIgnoring(name)]).toEqual(passing(others));
            }
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('does not read the values of columns when it receives the facet structures', () => {
    const columns = openAll({ format: Array.from({ length: 400 }, (_, i) => [String(i % 3)]) });
    const structures = buildFacetStructures(Object.values(columns));
    const most = Uint32Array.from({ length: 300 }, (_, i) => i);
    const { values } = columns.format.data;
    let reads = 0;
    Object.defineProperty(columns.format.data, 'values', {
      get() {
        reads++;
        return values;
      },
    });
    createFacetCounter(columns, structures).count(most, 5);
    expect(reads).toBe(0);
    createFacetCounter(columns).count(most, 5);
    expect(reads).toBeGreaterThan(0);
  });

  it('returns for each value the number of documents that a filter on the value accepts', () => {
    fc.assert(
      fc.property(catalogs, filters, (lists, narrowing) => {
        const counter = createFacetCounter(openAll(lists));
        const all = Uint32Array.from(lists.format.keys());
        const counted = counter.count(all, 5, narrowing);
        for (const [column, { values, counts }] of Object.entries(counted)) {
          values.forEach((value, i) => {
            const others = narrowing.filter((filter) => filter.column !== column);
            const chosen = counter.narrow(all, [...others, { column, values: [value] }]);
            expect(chosen.documents.length).toBe(counts[i]);
          });
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('returns no counts without columns', () => {
    expect(createFacetCounter({}).count(Uint32Array.of(0, 1, 2), 5)).toEqual({});
  });

  it('throws for a filter on an unknown column', () => {
    const counter = createFacetCounter(openAll({ format: [['a']] }));
    const filter = { column: 'color', values: [0] };
    expect(() => counter.narrow(Uint32Array.of(0), [filter])).toThrow(
      "filters: expected the name of a column, found 'color'",
    );
  });
});

const DOCUMENT_COUNT = 1500;

/** Returns a column of `size` different values, in which a document has up to `maxLength` values. */
function columnOf(size: number, maxLength: number) {
  const lists = Array.from({ length: DOCUMENT_COUNT }, (_, document) =>
    Array.from({ length: (document * 31) % (maxLength + 1) }, (_, i) =>
      String((document * (i + 7) * 7919) % size),
    ),
  );
  return openDocValuesColumn(docValuesColumnOf(lists));
}

describe('RowCounter', () => {
  const columns = [columnOf(5, 1), columnOf(3000, 4), columnOf(1, 0), columnOf(30, 9)];
  const structures = openFacetStructures(columns, buildFacetStructures(columns));
  const rowCounter = new RowCounter(columns, structures);
  const columnCounters = columns.map((column) => new ColumnCounter(column));

  it('returns the same counts as the counters of the columns, from few documents to many', () => {
    const counts = fc.constantFrom(0, 1, 10, 127, 128, 129, 700, 1499);
    const limits = fc.constantFrom(0, 1, 25, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(counts, limits, fc.nat(DOCUMENT_COUNT), (count, limit, shift) => {
        const documents = Uint32Array.from(
          { length: count },
          (_, i) => (i * 7 + shift) % DOCUMENT_COUNT,
        ).sort();
        expect(rowCounter.count(documents, limit)).toEqual(
          columnCounters.map((counter) => counter.count(documents, limit)),
        );
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('buildFacetStructures', () => {
  it('names the limits of the values of all columns and of the postings of a column', () => {
    const columns = [columnOf(1, 1), columnOf(1, 1)];
    for (const { data } of columns) data.counts[0] = 2 ** 31;
    expect(() => buildFacetStructures(columns)).toThrow(
      new RangeError(
        'index: expected at most 4294967295 values of all columns, found 4294967297; index fewer documents',
      ),
    );
    const column = { ...columnOf(2, 2), documentCount: 2 ** 40 };
    column.data.counts.fill(2 ** 32 - 1);
    expect(() => buildPostingWords(column)).toThrow(
      new RangeError(
        'index: expected at most 4294967295 words in the postings of a column, found 8589934590; index fewer documents',
      ),
    );
  });
});

it('Values of a column are ranked by count, then by ordinal, whatever their number', () => {
  // Columns with more than 1,024 values are sorted in another way.
  const sizes = fc.constantFrom(0, 1, 2, 50, 1024, 1025, 5000);
  fc.assert(
    fc.property(sizes, fc.nat(1000), fc.nat(7), (size, maxCount, seed) => {
      const counts = Uint32Array.from(
        { length: size },
        (_, value) => (value * (2 * seed + 7919)) % (maxCount + 1),
      );
      const sorted = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
      const values = new Uint32Array(maxCount);
      expect([...rankValues({ data: { counts, values } } as DocValuesColumn)]).toEqual(sorted);
    }),
    { numRuns: 40 },
  );
});

it('A damaged count takes no memory for the documents that it counts', () => {
  const counts = new Uint32Array(2000).fill(1);
  counts[7] = 2 ** 32 - 1;
  const ranked = rankValues({ data: { counts, values: new Uint16Array(9) } } as DocValuesColumn);
  expect(ranked.subarray(0, 3)).toEqual(Uint32Array.of(7, 0, 1));
});

describe('A facet counter with a changed column', () => {
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
              expect(narrowed.countAll(name)).toEqual(expected.countAll(name));
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
