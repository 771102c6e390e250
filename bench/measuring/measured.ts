/** The measurements of a build. */
export interface MeasuredBuild {
  /** The time in milliseconds. */
  readonly time: number;
  /** Peak resident memory of the process, in bytes. Programs that the process starts are not included. */
  readonly peakMemory: number;
}

/** The measurements of searches in a huge catalog. */
export interface MeasuredAnswers {
  /** The time from just before the snapshot is opened to the first answer, in milliseconds. */
  readonly firstAnswer: number;
  /** Resident memory after all requests, in bytes. */
  readonly memory: number;
  readonly requests: MeasuredRequests;
}

/** The measurements of an engine on all compared queries. */
export interface MeasuredQueries {
  /** The time from just before the process starts to its first answer, in milliseconds. */
  readonly firstAnswer: number;
  /**
   * Resident memory after every query has run, in bytes. On Linux, of the process that holds the index; on
   * other systems, of the measuring process.
   */
  readonly memory: number;
  /** One entry per query, in the same order. The entry is null if the engine does not support the query. */
  readonly queries: readonly (MeasuredQuery | null)[];
}

/** The measurements of one query. Times are in milliseconds. */
export interface MeasuredQuery {
  /** The number of matching titles. */
  readonly count: number;
  readonly median: number;
}

/** The measurements of the requests of one kind. Times are in milliseconds. */
export interface MeasuredRequests {
  /** The median time of each request. */
  readonly medians: readonly number[];
  /** The longest time of a single run of a request. */
  readonly slowest: number;
}

/** The median time of the listed queries, in milliseconds. */
export interface MeasuredRepetition {
  /** Each query runs after the other queries. */
  readonly inTurn: number;
  /** Each query runs several times in a row. */
  readonly repeated: number;
}

/** The measurements of a family of hostile queries. */
export interface MeasuredHostile {
  readonly name: string;
  readonly accepted: number;
  readonly refused: number;
  /** The accepted query that took longest, with its time in milliseconds. Meaningless if `accepted` is 0. */
  readonly slowest: { readonly q: string; readonly time: number };
  /** The longest time to refuse a query, in milliseconds. 0 if `refused` is 0. */
  readonly slowestRefusal: number;
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
