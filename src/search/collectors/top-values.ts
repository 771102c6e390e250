/** Values of a column with the number of documents that have each, most first, then by number. */
export interface FacetCounts {
  readonly values: Uint32Array;
  /** Beside {@link values}. */
  readonly counts: Uint32Array;
  /** How many values any of the documents has, those beyond the limit included. */
  readonly valueCount: number;
}

/**
 * The `limit` values with the highest counts; equal counts by number. Values with the count 0 are
 * left out.
 *
 * @param counts by value number
 * @param size only values below this number are looked at
 * @param touched the values that may have a count, each once, in any order; without it, all
 * @remarks O(values looked at + those that enter × limit).
 */
export function topValues(
  counts: Uint32Array,
  size: number,
  limit: number,
  touched?: Uint32Array,
): FacetCounts {
  const length = touched?.length ?? size;
  const room = Math.min(limit, length);
  const values = new Uint32Array(room);
  const topCounts = new Uint32Array(room);
  let kept = 0;
  let valueCount = 0;
  for (let i = 0; i < length; i++) {
    const value = touched === undefined ? i : touched[i];
    const count = counts[value];
    if (count === 0) continue;
    valueCount++;
    if (kept === room && (room === 0 || isBehind(count, value, topCounts, values, room - 1))) {
      continue;
    }
    let at = kept < room ? kept++ : room - 1;
    while (at > 0 && !isBehind(count, value, topCounts, values, at - 1)) {
      values[at] = values[at - 1];
      topCounts[at] = topCounts[at - 1];
      at--;
    }
    values[at] = value;
    topCounts[at] = count;
  }
  return { values: values.subarray(0, kept), counts: topCounts.subarray(0, kept), valueCount };
}

/** Whether a value ranks behind the one at a place. */
function isBehind(
  count: number,
  value: number,
  topCounts: Uint32Array,
  values: Uint32Array,
  place: number,
): boolean {
  return count < topCounts[place] || (count === topCounts[place] && value > values[place]);
}
