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
      for (const value of wanted) if (value < dictionary.size) accepted[value] = 1;
      return offsets === undefined
        ? selectSingle(candidates, values, accepted)
        : selectMultiple(candidates, offsets, values, accepted);
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
