/** What the measuring processes report. Times are milliseconds, sizes bytes. */
export interface MeasuredBuild {
  readonly time: number;
  /** The most memory that the building process held. */
  readonly peakMemory: number;
}

export interface MeasuredStart {
  /** From before the process was started to its first answer. */
  readonly time: number;
}

export interface MeasuredQueries {
  /** Resident memory when every query was answered once. */
  readonly memory: number;
  /** One a query, in their order; none where the engine has no way to ask it. */
  readonly queries: readonly (MeasuredQuery | null)[];
}

export interface MeasuredQuery {
  readonly count: number;
  /** Column by column, the counts of its most frequent values; none without facets. */
  readonly facetCounts: readonly (readonly number[])[] | null;
  readonly median: number;
  readonly percentile95: number;
  readonly worst: number;
}

/** The value below which a share of the values lies, interpolated between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}
