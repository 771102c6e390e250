/** The measurements of a build. */
export interface MeasuredBuild {
  /** The time in milliseconds. */
  readonly time: number;
  /** Peak resident memory of the process, in bytes. */
  readonly peakMemory: number;
}

/** The measurements of a start. */
export interface MeasuredStart {
  /** The time from just before the process starts to its first answer, in milliseconds. */
  readonly time: number;
}

/** The measurements of all queries. */
export interface MeasuredQueries {
  /** Resident memory after every query ran once, in bytes. */
  readonly memory: number;
  /** One entry per query, in the same order. The entry is null if the engine does not support the query. */
  readonly queries: readonly (MeasuredQuery | null)[];
}

/** The measurements of one query. Times are in milliseconds. */
export interface MeasuredQuery {
  /** The number of matching titles. */
  readonly count: number;
  /** For each column, the counts of its most frequent values. Null for an engine without facets. */
  readonly facetCounts: readonly (readonly number[])[] | null;
  readonly median: number;
  readonly percentile95: number;
  readonly worst: number;
}

/**
 * Returns a quantile, interpolated linearly between neighboring values. There must be at least one value.
 *
 * @param fraction from 0 to 1; 0.5 is the median
 */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = fraction * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}
