import { complement } from '../document-sets.js';
import type { FacetRows } from './facet-rows.js';
import { type FacetCounts, TopValues, topValues } from './top-values.js';

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
const SPARSE_RATIO = 2;

/** A tally over rows, which keeps one counter per value. */
export function createRowTally(rows: FacetRows): RowTally {
  const { offsets, values, bases, totals } = rows;
  const documentCount = offsets.length - 1;
  const columnCount = bases.length - 1;
  const counters = new Uint32Array(totals.length);
  const valuesPerDocument = values.length / Math.max(1, documentCount);
  const columnOf = new Uint8Array(totals.length);
  for (let column = 0; column < columnCount; column++) {
    columnOf.fill(column, bases[column], bases[column + 1]);
  }
  let whole: { readonly limit: number; readonly counts: FacetCounts[] } | undefined;

  function topOfAll(counts: Uint32Array, limit: number): FacetCounts[] {
    return Array.from({ length: columnCount }, (_, column) =>
      topValues(counts.subarray(bases[column], bases[column + 1]), limit),
    );
  }

  function countSparse(documents: Uint32Array, limit: number): FacetCounts[] {
    const touched = touch(documents, offsets, values, counters);
    const tops = Array.from(
      { length: columnCount },
      (_, column) => new TopValues(Math.min(limit, bases[column + 1] - bases[column])),
    );
    for (let i = 0; i < touched.length; i++) {
      const value = touched[i];
      const column = columnOf[value];
      tops[column].offer(value - bases[column], counters[value]);
      counters[value] = 0;
    }
    return tops.map((top) => top.take());
  }

  function countDense(documents: Uint32Array, limit: number): FacetCounts[] {
    const isMost = documents.length > documentCount / 2;
    add(isMost ? complement(documents, documentCount) : documents, offsets, values, counters);
    if (isMost) {
      for (let value = 0; value < totals.length; value++) {
        counters[value] = totals[value] - counters[value];
      }
    }
    const tops = topOfAll(counters, limit);
    counters.fill(0);
    return tops;
  }

  return {
    count(documents, limit) {
      if (documents.length === documentCount) {
        if (whole?.limit !== limit) whole = { limit, counts: topOfAll(totals, limit) };
        return whole.counts;
      }
      return documents.length * valuesPerDocument * SPARSE_RATIO < totals.length
        ? countSparse(documents, limit)
        : countDense(documents, limit);
    },
  };
}

function add(
  documents: Uint32Array,
  offsets: Uint32Array,
  values: Uint32Array,
  counters: Uint32Array,
): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const end = offsets[document + 1];
    for (let at = offsets[document]; at < end; at++) counters[values[at]]++;
  }
}

/** Counts, and gives the values met, each once. */
function touch(
  documents: Uint32Array,
  offsets: Uint32Array,
  values: Uint32Array,
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
      const value = values[at];
      if (counters[value]++ === 0) touched[count++] = value;
    }
  }
  return touched.subarray(0, count);
}
