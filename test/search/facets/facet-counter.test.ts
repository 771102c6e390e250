import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { buildNumberColumn, openNumberColumn } from '../../../src/search/columns/number-column.js';
import { createFacetCounter, type FacetFilter } from '../../../src/search/facets/facet-counter.js';
import { buildRowLayout } from '../../../src/search/facets/row-layout.js';
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
        values: fc.array(fc.integer({ min: -2, max: 4 }), { maxLength: 3 }),
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
    const fractions = fc.constantFrom(0, 0.02, 0.3, 0.7, 0.97, 1);
    const limits = fc.constantFrom(0, 1, 3, 25, Number.POSITIVE_INFINITY);
    fc.assert(
      fc.property(
        catalogs,
        fc.array(fc.tuple(fractions, limits, filters, fc.nat()), { minLength: 4, maxLength: 8 }),
        fc.boolean(),
        (lists, requests, usesRowLayout) => {
          const columns = openAll(lists);
          const rows = usesRowLayout ? buildRowLayout(Object.values(columns)) : undefined;
          const counter = createFacetCounter(columns, rows);
          // All requests use the same counter, because a count must not change the results of later counts.
          for (const [fraction, limit, narrowing, shift] of requests) {
            const documents = lists.format
              .map((_, document) => document)
              .filter((document) => ((document * 7919 + shift) % 100) / 100 < fraction);
            const narrowed = counter.narrow(Uint32Array.from(documents), narrowing);
            const counted = narrowed.count(limit);
            const asPairs = Object.fromEntries(
              Object.entries(counted).map(([name, { values, counts }]) => [
                name,
                Array.from(values, (value, i) => [value, counts[i]]),
              ]),
            );
            expect(asPairs).toEqual(naiveCounts(columns, documents, limit, narrowing));
            const passing = documents.filter((document) =>
              narrowing.every((filter) => passes(columns, document, filter)),
            );
            expect([...narrowed.documents]).toEqual(passing);
          }
        },
      ),
      { seed: 16, numRuns: 200 },
    );
  });

  it('returns the same counts before and after it builds the row layout', () => {
    const lists = {
      format: Array.from({ length: 40 }, (_, i) => [String(i % 3)]),
      subject: Array.from({ length: 40 }, (_, i) => [String(i % 30), String((i * 7) % 37)]),
    };
    const columns = openAll(lists);
    const counter = createFacetCounter(columns);
    const [few, many] = [Uint32Array.of(3, 17), Uint32Array.from({ length: 38 }, (_, i) => i)];
    const narrowing = [{ column: 'format', values: [1] }];
    const results = () => [
      counter.count(few, 5),
      counter.count(many, 5),
      counter.count(many, 5, narrowing),
      [...counter.narrow(many, narrowing).documents],
    ];
    const first = results();
    for (let time = 0; time < 30; time++) expect(results()).toEqual(first);
  });

  describe('reads of columns', () => {
    const size = 400;
    let reads = 0;

    /**
     * Returns a function that counts some of the documents in two columns with many values. Sets `reads` to
     * 0 and then counts in `reads` how often a column's data is read.
     */
    function prepareCount(usesRowLayout: boolean) {
      const lists = {
        author: Array.from({ length: size }, (_, i) => [String(i % 300)]),
        subject: Array.from({ length: size }, (_, i) => [String(i % 290), String((i * 7) % 310)]),
      };
      const columns = openAll(lists);
      const rows = usesRowLayout ? buildRowLayout(Object.values(columns)) : undefined;
      for (const column of Object.values(columns)) {
        const { data } = column;
        Object.defineProperty(column, 'data', {
          get() {
            reads++;
            return data;
          },
        });
      }
      reads = 0;
      const counter = createFacetCounter(columns, rows);
      const some = Uint32Array.from({ length: size / 20 }, (_, i) => 20 * i);
      return () => counter.count(some, 5);
    }

    it('reads each column for the first count, and no column after the row layout is built', () => {
      const count = prepareCount(false);
      count();
      expect(reads).toBe(2);
      for (let time = 0; time < 10; time++) count();
      reads = 0;
      count();
      expect(reads).toBe(0);
    });

    it('reads no column when it receives a row layout', () => {
      const count = prepareCount(true);
      count();
      expect(reads).toBe(0);
    });
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
      { seed: 17, numRuns: 60 },
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
