import type { ValueColumn } from '../columns/value-column.js';

/**
 * The values of several columns, document by document: all that a document counts for stands in one
 * place, where the columns themselves would be read in as many places as there are columns. A value
 * of column `c` is numbered `bases[c]` plus its number in the column.
 */
export interface FacetRows {
  /** Per document, where its values stand in {@link values}; one more than there are documents. */
  readonly offsets: Uint32Array;
  readonly values: Uint32Array;
  /** Per column, the first of its numbers; one more than there are columns. */
  readonly bases: Uint32Array;
  /** Per value, how many documents have it. */
  readonly totals: Uint32Array;
}

/** Lays columns over the same documents out in rows: 4 bytes a value and 4 a document. */
export function layOutRows(columns: readonly ValueColumn[]): FacetRows {
  const documentCount = columns[0]?.documentCount ?? 0;
  const bases = new Uint32Array(columns.length + 1);
  columns.forEach(({ dictionary }, number) => {
    bases[number + 1] = bases[number] + dictionary.size;
  });
  const totals = new Uint32Array(bases[columns.length]);
  const offsets = new Uint32Array(documentCount + 1);
  columns.forEach((column, number) => {
    totals.set(column.data.counts, bases[number]);
    countRowLengths(column, offsets);
  });
  for (let document = 0; document < documentCount; document++) {
    offsets[document + 1] += offsets[document];
  }
  const values = new Uint32Array(offsets[documentCount]);
  const cursors = offsets.slice(0, documentCount);
  columns.forEach((column, number) => {
    writeColumn(column, bases[number], cursors, values);
  });
  return { offsets, values, bases, totals };
}

/** Adds to entry `d + 1` how many values document `d` has. */
function countRowLengths({ data, dictionary }: ValueColumn, lengths: Uint32Array): void {
  const { offsets, values } = data;
  for (let document = 0; document + 1 < lengths.length; document++) {
    if (offsets !== undefined) lengths[document + 1] += offsets[document + 1] - offsets[document];
    else if (values[document] < dictionary.size) lengths[document + 1]++;
  }
}

function writeColumn(
  { data, dictionary }: ValueColumn,
  base: number,
  cursors: Uint32Array,
  rows: Uint32Array,
): void {
  const { offsets, values } = data;
  for (let document = 0; document < cursors.length; document++) {
    let to = cursors[document];
    if (offsets === undefined) {
      if (values[document] < dictionary.size) rows[to++] = base + values[document];
    } else {
      const end = offsets[document + 1];
      for (let at = offsets[document]; at < end; at++) rows[to++] = base + values[at];
    }
    cursors[document] = to;
  }
}
