import type { ValueColumn } from '../columns/value-column.js';
import type { RankedValues } from './ranked-values.js';

/** The documents of the frequent values of a column: the column the other way round. */
export interface ValuePostings {
  /**
   * By the rank of a value among those of its column, where its documents stand in
   * {@link documents}; one more than there are values.
   */
  readonly offsets: Uint32Array;
  /** Ascending within a value. */
  readonly documents: Uint32Array;
}

/** A value counts as frequent that is among so many of its column, */
const MOST_FREQUENT = 1024;
/** and one that more than one document in so many has. */
const DOCUMENTS_PER_VALUE = 4096;

/** Inverts the frequent values of a column; those of others have no documents. O(values). */
export function invertFrequent(
  { data, dictionary, documentCount }: ValueColumn,
  { values: ranked, totals }: RankedValues,
): ValuePostings {
  const { offsets, values } = data;
  const starts = new Uint32Array(ranked.length + 1);
  /** Per value, where its next document goes; of other values nowhere. */
  const cursors = new Int32Array(dictionary.size + 1).fill(-1);
  for (let rank = 0; rank < ranked.length; rank++) {
    const isFrequent = rank < MOST_FREQUENT || totals[rank] * DOCUMENTS_PER_VALUE > documentCount;
    if (isFrequent) cursors[ranked[rank]] = starts[rank];
    starts[rank + 1] = starts[rank] + (isFrequent ? totals[rank] : 0);
  }
  const documents = new Uint32Array(starts[ranked.length]);
  for (let document = 0; document < documentCount; document++) {
    const end = offsets === undefined ? document + 1 : offsets[document + 1];
    for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
      const value = values[at];
      if (cursors[value] >= 0) documents[cursors[value]++] = document;
    }
  }
  return { offsets: starts, documents };
}
