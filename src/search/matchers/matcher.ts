/*
 * The interface between the parts of a query: finding documents, scoring documents, and the cost of both. The matcher of one
 * term is the simplest of them; its scorer of postings also scores the terms of phrases and expansions.
 */

import type { FrozenIndexData } from '../frozen-index-data.js';
import type { Bm25, IndexReader, QueryFields } from '../index-reader.js';
import { intersect, NOT_FOUND } from '../postings/document-sets.js';

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

/**
 * Creates a matcher for the documents that have one term in any of the fields. When the term occurs in
 * no other field, {@link Matcher.documents} returns a view of the posting list.
 *
 * @param weight a factor on every score
 * @param queryTerm the index of the query term that every match has
 */
export function createTermMatcher(
  reader: IndexReader,
  term: number,
  fields: QueryFields,
  weight: number,
  queryTerm: number,
): Matcher {
  const postings = reader.postings(term);
  const occursInNoOtherField = (reader.fieldsOf(term) & ~fields.mask) === 0;
  let found: Uint32Array | undefined;

  function documents(): Uint32Array {
    found ??= occursInNoOtherField ? postings.documents : selectInFields();
    return found;
  }

  function selectInFields(): Uint32Array {
    const { fieldMasks } = reader.bm25();
    const selected = new Uint32Array(postings.documents.length);
    let count = 0;
    for (let i = 0; i < selected.length; i++) {
      selected[count] = postings.documents[i];
      if ((fieldMasks[postings.frequencySets[i]] & fields.mask) !== 0) count++;
    }
    return selected.subarray(0, count);
  }

  /**
   * Returns the candidates (ascending) that have the term in any of the fields.
   *
   * @param positions memory for the positions of the candidates
   */
  function restrictToFields(candidates: Uint32Array, positions: Int32Array): Uint32Array {
    const { fieldMasks } = reader.bm25();
    postings.locate(candidates, positions);
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      const position = positions[i];
      if (position === NOT_FOUND) continue;
      kept[count] = candidates[i];
      if ((fieldMasks[postings.frequencySets[position]] & fields.mask) !== 0) count++;
    }
    return kept.subarray(0, count);
  }

  return {
    cost: postings.documents.length,
    totalCost: (candidates, passes) =>
      passes * intersectionCost(candidates, postings.documents.length) +
      2 * candidates +
      COST_PER_SCORE * Math.min(candidates, postings.documents.length),
    constantScore: undefined,
    requiredTerms: new Set([queryTerm]),
    documents,
    restrict(candidates) {
      if (occursInNoOtherField) return postings.restrict(candidates);
      if (found !== undefined) return intersect(candidates, found);
      return reader.scratch.withInt32Array((positions) => restrictToFields(candidates, positions));
    },
    addScores(target) {
      const { documents: some, allMatch } = target;
      const isWholeList = allMatch && some.length === postings.documents.length;
      const scorer = new PostingScorer(reader, fields, target, queryTerm);
      scorer.setTerm(term, weight);
      const first = reader.data.postingOffsets[term];
      if (isWholeList) return scorer.addAll(first);
      reader.scratch.withInt32Array((positions) => {
        postings.locate(some, positions);
        scorer.addAll(first, positions);
      });
    },
  };
}

/**
 * Adds the scores of postings to a target, for one term after another. The scores of a posting in its fields
 * are summed before the sum is added to the target. Therefore the score of a document is the same
 * floating-point number, regardless of the other documents in the target.
 *
 * A frequency set is the fields of a posting, with the term frequency in each field. Each combination of a
 * field and a term frequency is called a pair here.
 */
export class PostingScorer {
  private readonly weights: Float64Array;
  private readonly bm25: Bm25;
  private readonly data: FrozenIndexData;
  /** The array of {@link ScoreTarget.terms} that contains the bit of the query term. */
  private readonly termWord: Uint32Array | undefined;
  private readonly termBit: number;

  /** @param queryTerm the index of the query term that is recorded for a document with a posting */
  constructor(
    private readonly reader: IndexReader,
    private readonly fields: QueryFields,
    private readonly target: ScoreTarget,
    queryTerm: number,
  ) {
    this.weights = new Float64Array(fields.boosts.length);
    this.bm25 = reader.bm25();
    this.data = reader.data;
    this.termWord = target.terms?.[queryTerm >>> 5];
    this.termBit = 1 << (queryTerm & 31);
  }

  /** Sets the term whose postings are scored next, and the factor on their scores. */
  setTerm(term: number, weight: number): void {
    this.reader.fieldWeights(term, weight, this.fields.boosts, this.weights);
  }

  /**
   * Adds, for each document of the target, the score of the document's posting. Adds the score upper bound
   * instead when {@link ScoreTarget.isForUpperBounds} is set.
   *
   * @param positions per document, its posting relative to `first`, or -1 for a document without a
   *   posting. Omitted when `documents[i]` has the posting `first + i`.
   */
  addAll(first: number, positions?: Int32Array): void {
    if (this.target.isForUpperBounds) {
      this.addMaxScores(first, positions);
      return;
    }
    const { bm25, weights } = this;
    const { documents, scores, slots } = this.target;
    const { pairs, fieldOfPair } = bm25;
    const { postingFrequencySets, fieldLengths, frequencySetOffsets } = this.data;
    const isPlain = slots === undefined && this.termWord === undefined;
    for (let i = 0; i < documents.length; i++) {
      const position = positions === undefined ? i : positions[i];
      if (position < 0) continue;
      const document = documents[i];
      if (!isPlain) {
        this.addWithin(first + position, document, i, this.fields.mask);
        continue;
      }
      const frequencySet = postingFrequencySets[first + position];
      const end = frequencySetOffsets[frequencySet + 1];
      let score = 0;
      for (let at = frequencySetOffsets[frequencySet]; at < end; at++) {
        const pair = pairs[at];
        const field = fieldOfPair[pair];
        score += weights[field] * bm25.pairFactor(pair, fieldLengths[field][document]);
      }
      scores[i] += score;
    }
  }

  /** Implements {@link addAll} for score upper bounds. Reads only the frequency set of each posting. */
  private addMaxScores(first: number, positions: Int32Array | undefined): void {
    const { documents, scores, slots } = this.target;
    const { postingFrequencySets } = this.data;
    const maxScores = this.createMaxScores();
    let i = 0;
    if (positions === undefined && slots === undefined && this.areMaxScoresComplete()) {
      // The loop is unrolled. It takes two thirds of the time of the loop below.
      for (; i + 4 <= documents.length; i += 4) {
        scores[i] += maxScores[postingFrequencySets[first + i]];
        scores[i + 1] += maxScores[postingFrequencySets[first + i + 1]];
        scores[i + 2] += maxScores[postingFrequencySets[first + i + 2]];
        scores[i + 3] += maxScores[postingFrequencySets[first + i + 3]];
      }
    }
    for (; i < documents.length; i++) {
      const position = positions === undefined ? i : positions[i];
      if (position < 0) continue;
      const maxScore = this.maxScoreOf(postingFrequencySets[first + position], maxScores);
      scores[slots === undefined ? i : slots[i]] += maxScore;
    }
  }

  /**
   * Creates the table of score upper bounds by frequency set that {@link maxScoreOf} reads. The table is
   * complete if the target has more documents than the index has frequency sets. Otherwise the table
   * contains NaN.
   */
  private createMaxScores(): Float32Array {
    if (this.areMaxScoresComplete()) return this.bm25.maxScores(this.weights);
    return new Float32Array(this.bm25.onlyPairs.length).fill(Number.NaN);
  }

  private areMaxScoresComplete(): boolean {
    return this.target.documents.length > this.bm25.onlyPairs.length;
  }

  /** Returns the score upper bound of a frequency set. Replaces NaN in the table. */
  private maxScoreOf(frequencySet: number, maxScores: Float32Array): number {
    if (Number.isNaN(maxScores[frequencySet])) {
      maxScores[frequencySet] = this.bm25.maxScore(frequencySet, this.weights);
    }
    return maxScores[frequencySet];
  }

  /**
   * Adds the scores of the postings in `[first, end)` whose documents are in the target.
   *
   * @param indexes `indexes[d]` is the index of document `d` in the documents of the target, or any number
   *   if `d` is not in the target
   */
  addSparse(first: number, end: number, indexes: Uint32Array): void {
    const { documents, scores, slots } = this.target;
    const { postingDocuments, postingFrequencySets } = this.data;
    const isPlain = slots === undefined && this.termWord === undefined;
    const last = Math.min(end, postingDocuments.length);
    for (let posting = first; posting < last; posting++) {
      const document = postingDocuments[posting];
      const i = indexes[document];
      if (i >= documents.length || documents[i] !== document) continue;
      if (isPlain) scores[i] += this.scoreOf(postingFrequencySets[posting], document);
      else this.addWithin(posting, document, i, this.fields.mask);
    }
  }

  /**
   * Adds the scores of the postings in `[first, end)` to `sums` instead of the target.
   *
   * @param sums one sum per document of the index
   */
  addToSums(first: number, end: number, sums: Float64Array): void {
    const { postingDocuments, postingFrequencySets } = this.data;
    const last = Math.min(end, postingDocuments.length);
    for (let posting = first; posting < last; posting++) {
      const document = postingDocuments[posting];
      sums[document] += this.scoreOf(postingFrequencySets[posting], document);
    }
  }

  /** Returns the score of a posting. Fields that the query does not search add 0. */
  private scoreOf(frequencySet: number, document: number): number {
    const { bm25, weights } = this;
    const { onlyPairs, pairs, fieldOfPair } = bm25;
    const { fieldLengths, frequencySetOffsets } = this.data;
    const only = onlyPairs[frequencySet];
    if (only >= 0) {
      const field = fieldOfPair[only];
      return weights[field] * bm25.pairFactor(only, fieldLengths[field][document]);
    }
    let score = 0;
    const end = frequencySetOffsets[frequencySet + 1];
    for (let at = frequencySetOffsets[frequencySet]; at < end; at++) {
      const pair = pairs[at];
      const field = fieldOfPair[pair];
      score += weights[field] * bm25.pairFactor(pair, fieldLengths[field][document]);
    }
    return score;
  }

  /**
   * Adds, for each document of the target, the score upper bound of the document's posting in some fields.
   *
   * @param positions per document, its posting relative to `first`. Omitted when `documents[i]` has the
   *   posting `first + i`.
   * @param masks per document, the fields, one bit per field. A document with the mask 0 is skipped and
   *   needs no posting.
   */
  addMaxScoresWithin(first: number, positions: Int32Array | undefined, masks: Uint32Array): void {
    const weights = this.weights.map((weight) => Math.max(0, weight));
    const { documents, scores, slots } = this.target;
    const { postingFrequencySets } = this.data;
    const { maxFactorByField } = this.bm25;
    for (let i = 0; i < documents.length; i++) {
      const mask = masks[i];
      if (mask === 0) continue;
      const posting = first + (positions === undefined ? i : positions[i]);
      const frequencySet = postingFrequencySets[posting];
      let field = 31 - Math.clz32(mask);
      let maxScore = weights[field] * maxFactorByField[field][frequencySet];
      for (let rest = mask ^ (1 << field); rest !== 0; rest ^= 1 << field) {
        field = 31 - Math.clz32(rest);
        maxScore += weights[field] * maxFactorByField[field][frequencySet];
      }
      scores[slots === undefined ? i : slots[i]] += maxScore;
    }
  }

  /**
   * Adds the score of a posting in some fields to the score of a document. Records that the document has the
   * query term, if the target records query terms and the posting has any of the fields.
   *
   * @param i the index of the document in the documents of the target
   * @param mask the fields, one bit per field
   */
  addWithin(posting: number, document: number, i: number, mask: number): void {
    const { bm25, data, termWord } = this;
    const { scores, slots } = this.target;
    const slot = slots === undefined ? i : slots[i];
    const frequencySet = data.postingFrequencySets[posting];
    const end = data.frequencySetOffsets[frequencySet + 1];
    let score = 0;
    let foundBit = 0;
    for (let at = data.frequencySetOffsets[frequencySet]; at < end; at++) {
      const pair = bm25.pairs[at];
      const field = bm25.fieldOfPair[pair];
      if ((mask & (1 << field)) === 0) continue;
      const termFrequencyFactor = bm25.pairFactor(pair, data.fieldLengths[field][document]);
      score += this.weights[field] * termFrequencyFactor;
      foundBit = this.termBit;
    }
    scores[slot] += score;
    if (termWord !== undefined) termWord[slot] |= foundBit;
  }
}
