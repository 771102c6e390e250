import type { ValueColumn } from '../columns/value-column.js';
import { createUnsignedArray, type UnsignedArray } from '../unsigned-array.js';

/**
 * The values of several columns, document by document: all that a document counts for stands in one
 * place, where the columns themselves would be read in as many places as there are columns.
 *
 * Values of all columns together are given codes, the most frequent first, so that the counters of
 * frequent values are neighbours in memory.
 */
export interface FacetRows {
  /** Per document, where its codes stand in {@link codes}; one more than there are documents. */
  readonly offsets: Uint32Array;
  /** One more than there are, so that also the end of the last row can be read. */
  readonly codes: UnsignedArray;
  /** Per code, how many documents have the value; descending. */
  readonly totals: Uint32Array;
  /** Per code, its column. */
  readonly columns: Uint8Array;
  /** Per code, the number of the value in its column. */
  readonly values: Uint32Array;
}

/**
 * Lays columns over the same documents out in rows: 2 bytes a value, 4 when the columns have more
 * than 65,536 values together, and 4 a document.
 *
 * @param columns at most 256
 */
export function layOutRows(columns: readonly ValueColumn[]): FacetRows {
  const documentCount = columns[0]?.documentCount ?? 0;
  const { codesOfColumns, ...assigned } = assignCodes(columns);
  const offsets = new Uint32Array(documentCount + 1);
  for (const column of columns) addLengths(column, offsets);
  for (let document = 0; document < documentCount; document++) {
    offsets[document + 1] += offsets[document];
  }
  const codes = createUnsignedArray(assigned.totals.length, offsets[documentCount] + 1);
  const cursors = offsets.slice(0, documentCount);
  columns.forEach((column, number) => {
    writeCodes(column, codesOfColumns[number], cursors, codes);
  });
  return { offsets, codes, ...assigned };
}

function assignCodes(columns: readonly ValueColumn[]) {
  const bases = [0];
  for (const { dictionary } of columns) bases.push(bases[bases.length - 1] + dictionary.size);
  const size = bases[columns.length];
  const counts = new Uint32Array(size);
  const columnOf = new Uint8Array(size);
  columns.forEach(({ data }, number) => {
    counts.set(data.counts, bases[number]);
    columnOf.fill(number, bases[number], bases[number + 1]);
  });
  // Most frequent first, then by column and number, as one sort of plain numbers.
  const keys = new Float64Array(size);
  for (let i = 0; i < size; i++) keys[i] = -counts[i] * size + i;
  keys.sort();
  const codes = new Uint32Array(size);
  const order = Uint32Array.from(keys, (key) => ((key % size) + size) % size);
  order.forEach((value, code) => {
    codes[value] = code;
  });
  return {
    codesOfColumns: columns.map((_, number) => codes.subarray(bases[number], bases[number + 1])),
    totals: order.map((value) => counts[value]),
    columns: Uint8Array.from(order, (value) => columnOf[value]),
    values: order.map((value) => value - bases[columnOf[value]]),
  };
}

/** Adds to entry `d + 1` how many values document `d` has. */
function addLengths({ data, dictionary }: ValueColumn, lengths: Uint32Array): void {
  const { offsets, values } = data;
  for (let document = 0; document + 1 < lengths.length; document++) {
    if (offsets !== undefined) lengths[document + 1] += offsets[document + 1] - offsets[document];
    else if (values[document] < dictionary.size) lengths[document + 1]++;
  }
}

function writeCodes(
  { data, dictionary }: ValueColumn,
  codesOfValues: Uint32Array,
  cursors: Uint32Array,
  codes: UnsignedArray,
): void {
  const { offsets, values } = data;
  for (let document = 0; document < cursors.length; document++) {
    let to = cursors[document];
    if (offsets === undefined) {
      if (values[document] < dictionary.size) codes[to++] = codesOfValues[values[document]];
    } else {
      const end = offsets[document + 1];
      for (let at = offsets[document]; at < end; at++) codes[to++] = codesOfValues[values[at]];
    }
    cursors[document] = to;
  }
}
