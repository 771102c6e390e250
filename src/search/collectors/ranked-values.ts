import type { ValueColumn } from '../columns/value-column.js';

/** The values of a column, the most frequent first, then by number. */
export interface RankedValues {
  readonly values: Uint32Array;
  /** Beside {@link values}, how many documents have each; descending. */
  readonly totals: Uint32Array;
}

/** Ranks the values of a column, by counting how many have each count. O(values + documents). */
export function rankValues({ data }: ValueColumn): RankedValues {
  const { counts } = data;
  let most = 0;
  for (let value = 0; value < counts.length; value++) most = Math.max(most, counts[value]);
  /** By how far a count is from the greatest, the rank of the next value that has it. */
  const ranks = new Uint32Array(most + 2);
  for (let value = 0; value < counts.length; value++) ranks[most - counts[value] + 1]++;
  for (let distance = 1; distance < ranks.length; distance++)
    ranks[distance] += ranks[distance - 1];
  const values = new Uint32Array(counts.length);
  const totals = new Uint32Array(counts.length);
  for (let value = 0; value < counts.length; value++) {
    const rank = ranks[most - counts[value]]++;
    values[rank] = value;
    totals[rank] = counts[value];
  }
  return { values, totals };
}
