import { complement } from '../document-sets.js';
import type { FacetRows } from './facet-rows.js';
import { type FacetCounts, TopValues } from './top-values.js';

/** Counts the values of all columns in one pass over rows. */
export interface RowTally {
  /**
   * Per column, the most frequent values of the documents.
   *
   * @param documents ascending, each once
   */
  count(documents: Uint32Array, limit: number): FacetCounts[];
}

/** Few values against all there are: only those met are looked at and cleared. */
const SPARSE_RATIO = 8;

/** A tally over the rows of that many columns, which keeps one counter per value. */
export function createRowTally(rows: FacetRows, columnCount: number): RowTally {
  const { offsets, codes, totals, columns, values } = rows;
  const documentCount = offsets.length - 1;
  const counters = new Uint32Array(totals.length);
  const none = new Uint32Array(totals.length);
  const codesOfColumns = groupCodes(columns, columnCount);
  const valuesPerDocument = codes.length / Math.max(1, documentCount);
  let whole: { readonly limit: number; readonly counts: FacetCounts[] } | undefined;

  /** The best values when a code counts as `added` less `taken`, which is never over its total. */
  function topOfColumns(added: Uint32Array, taken: Uint32Array, limit: number): FacetCounts[] {
    return codesOfColumns.map((codesOfColumn) => {
      const top = new TopValues(Math.min(limit, codesOfColumn.length));
      for (let i = 0; i < codesOfColumn.length; i++) {
        const code = codesOfColumn[i];
        // Totals descend, so from here on nothing is counted often enough.
        if (totals[code] < top.lowest) break;
        const count = added[code] - taken[code];
        if (count > 0) top.offer(values[code], count);
      }
      return top.take();
    });
  }

  function countSparse(documents: Uint32Array, limit: number): FacetCounts[] {
    const touched = touch(documents, rows, counters);
    const tops = codesOfColumns.map(({ length }) => new TopValues(Math.min(limit, length)));
    for (let i = 0; i < touched.length; i++) {
      const code = touched[i];
      tops[columns[code]].offer(values[code], counters[code]);
      counters[code] = 0;
    }
    return tops.map((top) => top.take());
  }

  function countDense(documents: Uint32Array, limit: number): FacetCounts[] {
    const isMost = documents.length > documentCount / 2;
    add(isMost ? complement(documents, documentCount) : documents, rows, counters);
    const tops = isMost
      ? topOfColumns(totals, counters, limit)
      : topOfColumns(counters, none, limit);
    counters.fill(0);
    return tops;
  }

  return {
    count(documents, limit) {
      if (documents.length === documentCount) {
        if (whole?.limit !== limit) whole = { limit, counts: topOfColumns(totals, none, limit) };
        return whole.counts;
      }
      return documents.length * valuesPerDocument * SPARSE_RATIO < totals.length
        ? countSparse(documents, limit)
        : countDense(documents, limit);
    },
  };
}

/** Per column its codes, ascending. */
function groupCodes(columns: Uint8Array, columnCount: number): Uint32Array[] {
  const lengths = new Uint32Array(columnCount);
  for (const column of columns) lengths[column]++;
  const groups = Array.from(lengths, (length) => new Uint32Array(length));
  lengths.fill(0);
  columns.forEach((column, code) => {
    groups[column][lengths[column]++] = code;
  });
  return groups;
}

function add(documents: Uint32Array, { offsets, codes }: FacetRows, counters: Uint32Array): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const end = offsets[document + 1];
    for (let at = offsets[document]; at < end; at++) {
      counters[codes[at]]++;
    }
  }
}

/** Counts, and gives the codes met, each once. */
function touch(
  documents: Uint32Array,
  { offsets, codes }: FacetRows,
  counters: Uint32Array,
): Uint32Array {
  let most = 0;
  for (let i = 0; i < documents.length; i++) {
    most += offsets[documents[i] + 1] - offsets[documents[i]];
  }
  const touched = new Uint32Array(most);
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const end = offsets[document + 1];
    for (let at = offsets[document]; at < end; at++) {
      const code = codes[at];
      if (counters[code]++ === 0) touched[count++] = code;
    }
  }
  return touched.subarray(0, count);
}
