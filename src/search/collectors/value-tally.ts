import type { ValueColumn } from '../columns/value-column.js';
import type { UnsignedArray } from '../unsigned-array.js';
import { type FacetCounts, topValues } from './top-values.js';

/** Counts the values of one column. */
export interface ValueTally {
  /** The most frequent values of the documents (ascending). */
  count(documents: Uint32Array, limit: number): FacetCounts;
}

/** Few documents: only the values they have are looked at and cleared, not all of the column. */
const SPARSE_RATIO = 4;

/** A tally that keeps one counter per value of the column. */
export function createValueTally(column: ValueColumn): ValueTally {
  const { offsets, values, counts: totals } = column.data;
  const { documentCount } = column;
  const size = column.dictionary.size;
  // One more than there are values: a single-valued column marks "none" with it.
  const counters = new Uint32Array(size + 1);
  const valuesPerDocument = offsets === undefined ? 1 : values.length / documentCount;
  let total: { readonly limit: number; readonly counts: FacetCounts } | undefined;

  function countSparse(documents: Uint32Array, limit: number): FacetCounts {
    const touched =
      offsets === undefined
        ? touchSingle(documents, values, counters)
        : touchMultiple(documents, offsets, values, counters);
    counters[size] = 0;
    const top = topValues(counters, size, limit, touched);
    for (let i = 0; i < touched.length; i++) counters[touched[i]] = 0;
    return top;
  }

  function countDense(documents: Uint32Array, limit: number): FacetCounts {
    const isMost = documents.length > documentCount / 2;
    const counted = isMost ? complement(documents, documentCount) : documents;
    if (offsets === undefined) addSingle(counted, values, counters);
    else addMultiple(counted, offsets, values, counters);
    if (isMost)
      for (let value = 0; value < size; value++) counters[value] = totals[value] - counters[value];
    const top = topValues(counters, size, limit);
    counters.fill(0);
    return top;
  }

  return {
    count(documents, limit) {
      if (documents.length === documentCount) {
        if (total?.limit !== limit) total = { limit, counts: topValues(totals, size, limit) };
        return total.counts;
      }
      return documents.length * valuesPerDocument * SPARSE_RATIO < size
        ? countSparse(documents, limit)
        : countDense(documents, limit);
    },
  };
}

function addSingle(documents: Uint32Array, values: UnsignedArray, counters: Uint32Array): void {
  for (let i = 0; i < documents.length; i++) counters[values[documents[i]]]++;
}

function addMultiple(
  documents: Uint32Array,
  offsets: Uint32Array,
  values: UnsignedArray,
  counters: Uint32Array,
): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const end = offsets[document + 1];
    for (let at = offsets[document]; at < end; at++) counters[values[at]]++;
  }
}

function touchSingle(
  documents: Uint32Array,
  values: UnsignedArray,
  counters: Uint32Array,
): Uint32Array {
  const touched = new Uint32Array(documents.length);
  let count = 0;
  for (let i = 0; i < documents.length; i++) {
    const value = values[documents[i]];
    if (counters[value]++ === 0) touched[count++] = value;
  }
  return touched.subarray(0, count);
}

function touchMultiple(
  documents: Uint32Array,
  offsets: Uint32Array,
  values: UnsignedArray,
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

/** The documents that are not among `documents`. */
function complement(documents: Uint32Array, documentCount: number): Uint32Array {
  const others = new Uint32Array(documentCount - documents.length);
  let count = 0;
  let next = 0;
  for (let document = 0; document < documentCount; document++) {
    if (documents[next] === document) next++;
    else others[count++] = document;
  }
  return others;
}
