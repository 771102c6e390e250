import type { FacetRows } from './facet-rows.js';

/** The documents of the frequent values of columns: rows the other way round. */
export interface ValuePostings {
  /** Per code, where its documents stand in {@link documents}; one more than there are codes. */
  readonly offsets: Uint32Array;
  /** Ascending within a code. */
  readonly documents: Uint32Array;
}

/** A value counts as frequent that is among so many of its column, */
const MOST_FREQUENT = 1024;
/** and one that more than one document in so many has. */
const DOCUMENTS_PER_VALUE = 4096;

/** Inverts the frequent codes of rows; those of others have no documents. O(codes of all rows). */
export function invertRows(rows: FacetRows, codesOfColumns: readonly Uint32Array[]): ValuePostings {
  const { offsets, codes, totals } = rows;
  const documentCount = offsets.length - 1;
  const ends = new Uint32Array(totals.length + 1);
  for (const codesOfColumn of codesOfColumns) {
    codesOfColumn.forEach((code, rank) => {
      const isFrequent = rank < MOST_FREQUENT || totals[code] * DOCUMENTS_PER_VALUE > documentCount;
      if (isFrequent) ends[code + 1] = totals[code];
    });
  }
  const isFrequent = Uint8Array.from(totals, (_, code) => Math.min(1, ends[code + 1]));
  for (let code = 0; code < totals.length; code++) ends[code + 1] += ends[code];
  const cursors = ends.slice();
  const documents = new Uint32Array(ends[totals.length]);
  for (let document = 0; document < documentCount; document++) {
    for (let at = offsets[document]; at < offsets[document + 1]; at++) {
      const code = codes[at];
      if (isFrequent[code] === 1) documents[cursors[code]++] = document;
    }
  }
  return { offsets: ends, documents };
}
