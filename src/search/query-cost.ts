/** The error that is thrown when a query costs more than the maximum of its caller. */
export class QueryCostError extends RangeError {
  override readonly name = 'QueryCostError';

  /**
   * @param cost the cost that was counted before the error was thrown
   * @param maximum the maximum cost of the query
   */
  constructor(
    readonly cost: number,
    readonly maximum: number,
  ) {
    super(
      `query: expected a cost of at most ${maximum}, found at least ${cost}; use fewer or rarer terms`,
    );
  }
}

/**
 * Adds up the cost of a query. The unit is the time of reading one element of an array in order, about a
 * nanosecond. The cost depends only on the query and the index, and is computed before documents are read.
 */
export class QueryCost {
  private total = 0;

  /** @param maximum the maximum sum */
  constructor(private readonly maximum: number) {}

  /** The sum of the costs that were added. */
  get sum(): number {
    return this.total;
  }

  /** @throws QueryCostError when the sum exceeds the maximum */
  add(cost: number): void {
    this.total += cost;
    if (this.total > this.maximum) throw new QueryCostError(this.total, this.maximum);
  }
}

/** The cost of comparing a term of the dictionary with a pattern, and of preparing its scores. */
export const COST_PER_EXPANDED_TERM = 20;

/** The cost of computing the score upper bound and the score of one posting. */
export const COST_PER_SCORE = 8;

/** The cost of ranking a matching document: boosting its score upper bound and its score, and comparing both. */
export const COST_PER_RANKED_DOCUMENT = 5;

/** The cost of testing the value of one document in a column. */
export const COST_PER_COLUMN_VALUE = 3;

/**
 * Returns the cost of finding the documents of a list among candidates. If the list is much shorter,
 * the candidates are searched for its documents. Otherwise, all candidates are read.
 */
export function intersectionCost(candidates: number, size: number): number {
  return Math.min(candidates, 32 * size);
}
