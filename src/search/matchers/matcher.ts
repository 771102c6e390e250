/*
 * The interface between the parts of a query: finding documents, scoring documents, and the cost of both.
 */

/**
 * A query prepared for one index. Matching and scoring are separate, so that only documents that pass
 * every filter are scored. A query term is a part of the query that counts once in the score of a document,
 * such as a term, a wildcard or a dis-max query. The index of a query term is its number, from 0.
 */
export interface Matcher {
  /**
   * The estimated number of array elements that {@link documents} reads, for comparison with other
   * matchers.
   */
  readonly cost: number;
  /**
   * Returns an estimate of the cost of finding and scoring documents, in the unit of `QueryCost`. The estimate is
   * close to the cost of the slowest results: all documents match, and all are scored.
   *
   * @param candidates the maximum number of documents that the matcher is called with
   * @param passes how many times the matcher finds documents: once, and twice more for each OR, dis-max or boolean
   *   matcher around it. Those matchers restrict it again for score upper bounds and for scores.
   */
  totalCost(candidates: number, passes: number): number;
  /** The score of every match. Undefined when scores differ or must be computed. */
  readonly constantScore: number | undefined;
  /**
   * The indexes of the query terms that every match has. Undefined when matches can differ in the query
   * terms that they have.
   */
  readonly requiredTerms: ReadonlySet<number> | undefined;
  /** Returns all matching documents, ascending. Callers must not modify the array. */
  documents(): Uint32Array;
  /** Returns the documents of `candidates` (ascending) that match, ascending. */
  restrict(candidates: Uint32Array): Uint32Array;
  /**
   * Adds the scores of the matching documents of the target to {@link ScoreTarget.scores}. Adds score
   * upper bounds instead of scores when {@link ScoreTarget.isForUpperBounds} is set. Records in
   * {@link ScoreTarget.terms} which query terms the documents have.
   */
  addScores(target: ScoreTarget): void;
}

/** The documents to score and the arrays that receive their scores. */
export interface ScoreTarget {
  /** The documents to score, ascending. */
  readonly documents: Uint32Array;
  /** Whether the matcher that receives the target is known to match all of the documents. */
  readonly allMatch: boolean;
  /**
   * Parallel to {@link documents}: the index of each document in {@link scores} and in the arrays of
   * {@link terms}. Undefined when the indexes are 0, 1, 2 and so on.
   */
  readonly slots: Uint32Array | undefined;
  readonly scores: Float64Array | Float32Array;
  /**
   * Whether to add score upper bounds instead of scores. The bounds are summed as 32-bit floats, so
   * rounding can make a bound slightly lower than the score.
   */
  readonly isForUpperBounds: boolean;
  /**
   * The query terms that each document has: bit `t & 31` of `terms[t >>> 5][slot]` is set when the
   * document has the query term with index `t`. The slot of a document is its element of {@link slots}.
   * Undefined when query terms need not be recorded.
   */
  readonly terms: readonly Uint32Array[] | undefined;
}

/**
 * Returns a target with the documents of `target` that match. Both targets share the arrays
 * {@link ScoreTarget.scores} and {@link ScoreTarget.terms}.
 *
 * @param restrict returns the documents of a list that match, both ascending
 */
export function restrictTarget(
  target: ScoreTarget,
  restrict: (documents: Uint32Array) => Uint32Array,
): ScoreTarget {
  if (target.allMatch) return target;
  const documents = restrict(target.documents);
  if (documents.length === target.documents.length) return { ...target, allMatch: true };
  const slots = new Uint32Array(documents.length);
  let at = 0;
  for (let i = 0; i < documents.length; i++) {
    while (at < target.documents.length && target.documents[at] !== documents[i]) at++;
    slots[i] = target.slots === undefined ? at : target.slots[at];
    at++;
  }
  return { ...target, documents, slots, allMatch: true };
}

/** The {@link Matcher.requiredTerms} of a matcher without query terms. */
export const NO_TERMS: ReadonlySet<number> = new Set();

/** A matcher that matches no document. */
export const MATCH_NOTHING: Matcher = {
  cost: 0,
  totalCost: () => 0,
  constantScore: 0,
  requiredTerms: NO_TERMS,
  documents: () => new Uint32Array(0),
  restrict: () => new Uint32Array(0),
  addScores: () => {},
};

/** The error that is thrown when a query costs more than the maximum of its caller. */
export class QueryCostError extends RangeError {
  override readonly name = 'QueryCostError';

  /**
   * @param cost the cost that was counted before the error was thrown
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
