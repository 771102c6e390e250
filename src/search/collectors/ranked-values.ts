import type { ValueColumn } from '../columns/value-column.js';

/** The values of a column, the most frequent first, then by number. */
export interface RankedValues {
  readonly values: Uint32Array;
  /** Beside {@link values}, how many documents have each; descending. */
  readonly totals: Uint32Array;
}

/** Ranks the values of a column. O(values × log values). */
export function rankValues({ data, dictionary }: ValueColumn): RankedValues {
  const { counts } = data;
  const { size } = dictionary;
  // By count, then by number, as one sort of plain numbers.
  const keys = new Float64Array(size);
  for (let value = 0; value < size; value++) keys[value] = value - counts[value] * size;
  keys.sort();
  const values = new Uint32Array(size);
  const totals = new Uint32Array(size);
  for (let rank = 0; rank < size; rank++) {
    values[rank] = ((keys[rank] % size) + size) % size;
    totals[rank] = counts[values[rank]];
  }
  return { values, totals };
}
