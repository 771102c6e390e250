import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { ColumnCounter } from '../../../src/search/facets/column-counter.js';
import {
  buildFacetStructures,
  openFacetStructures,
  RowCounter,
} from '../../../src/search/facets/row-counter.js';
import { buildPostingWords } from '../../../src/search/facets/value-postings.js';
import { runs } from '../../random-seed.js';
import { docValuesColumnOf } from '../columns/doc-values-column-of.js';

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
