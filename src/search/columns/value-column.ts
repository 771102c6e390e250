import { intersect } from '../document-sets.js';
import { openStringTable, type StringTable, type StringTableData } from '../string-table.js';
import type { UnsignedArray } from '../unsigned-array.js';

/**
 * What documents have of one kind (formats, branches, subjects), as typed arrays. Values are
 * numbered densely from 0 in the order they are to be shown in.
 */
export interface ValueColumnData {
  /**
   * Per document, where its values stand in {@link values}; one more than there are documents.
   * Absent when no document has more than one value.
   */
  readonly offsets?: Uint32Array;
  /**
   * With offsets, the values of all documents, ascending within a document. Without, one per
   * document, where the number of values stands for none.
   */
  readonly values: UnsignedArray;
  /** Per value, how many documents have it. */
  readonly counts: Uint32Array;
  /** The values as strings, by number. */
  readonly dictionary: StringTableData;
}

/** An open column of values. */
export interface ValueColumn {
  readonly kind: 'values';
  readonly data: ValueColumnData;
  readonly documentCount: number;
  /** The values as strings, by number. */
  readonly dictionary: StringTable;
  /** The values of one document, ascending. */
  valuesOf(document: number): number[];
  /** The documents of `candidates` (ascending) that have any of the values. */
  select(candidates: Uint32Array, values: Iterable<number>): Uint32Array;
}

/**
 * Of more than one document in so many, the values of all are read, which takes no guess at lengths,
 */
const DENSE_RATIO = 4;
/** where fewer than one in so many can have them. */
const RARE_RATIO = 8;

/** Opens a column; nothing is copied or decoded. */
export function openValueColumn(data: ValueColumnData): ValueColumn {
  const { offsets, values } = data;
  const dictionary = openStringTable(data.dictionary);
  return {
    kind: 'values',
    data,
    documentCount: offsets === undefined ? values.length : offsets.length - 1,
    dictionary,
    valuesOf(document) {
      if (offsets !== undefined) {
        return [...values.subarray(offsets[document], offsets[document + 1])];
      }
      return values[document] === dictionary.size ? [] : [values[document]];
    },
    select(candidates, wanted) {
      const accepted = new Uint8Array(dictionary.size + 1);
      let most = 0;
      for (const value of wanted) {
        if (!(value >= 0 && value < dictionary.size) || accepted[value] === 1) continue;
        accepted[value] = 1;
        most += data.counts[value];
      }
      if (offsets === undefined) return selectSingle(candidates, values, accepted);
      const isAll = candidates.length === this.documentCount;
      const isFewOfMany =
        candidates.length * DENSE_RATIO > this.documentCount &&
        most * RARE_RATIO < this.documentCount;
      if (!isAll && !isFewOfMany) return selectMultiple(candidates, offsets, values, accepted);
      const all = selectOfAll(offsets, values, accepted, most);
      return isAll ? all : intersect(all, candidates);
    },
  };
}

function selectSingle(
  candidates: Uint32Array,
  values: UnsignedArray,
  accepted: Uint8Array,
): Uint32Array {
  const kept = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    const document = candidates[i];
    kept[count] = document;
    count += accepted[values[document]];
  }
  return kept.subarray(0, count);
}

/** Of all documents, those that have an accepted value: reads the values one after the other. */
function selectOfAll(
  offsets: Uint32Array,
  values: UnsignedArray,
  accepted: Uint8Array,
  most: number,
): Uint32Array {
  const kept = new Uint32Array(most);
  let count = 0;
  let document = 0;
  for (let at = 0; at < values.length; at++) {
    if (accepted[values[at]] === 0) continue;
    while (offsets[document + 1] <= at) document++;
    kept[count++] = document;
    at = offsets[++document] - 1;
  }
  return kept.subarray(0, count);
}

function selectMultiple(
  candidates: Uint32Array,
  offsets: Uint32Array,
  values: UnsignedArray,
  accepted: Uint8Array,
): Uint32Array {
  const kept = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    const document = candidates[i];
    const end = offsets[document + 1];
    // Going on after a hit costs less than guessing wrong where the hit will be.
    let isAccepted = 0;
    for (let at = offsets[document]; at < end; at++) isAccepted |= accepted[values[at]];
    kept[count] = document;
    count += isAccepted;
  }
  return kept.subarray(0, count);
}
