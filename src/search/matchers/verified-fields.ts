import type { IndexReader, QueryFields } from '../index-reader.js';
import { locateAll, NOT_FOUND } from '../postings/locate.js';
import { COST_PER_SCORE, WORK_PER_SCORE } from '../query-cost.js';
import type { ScoreTarget } from './matcher.js';
import { PostingScorer } from './posting-scorer.js';

/**
 * Verifies and scores the documents of a phrase query or a proximity query. The score of a document is the
 * score of an AND query for the terms, in only the fields that match. Keeps the fields of the latest matching
 * documents, because the same documents are usually scored next.
 */
export class VerifiedFields {
  private readonly distinct: readonly number[];
  /** The latest matching documents and, for each document, the fields that match, one bit per field. */
  private latest: { readonly documents: Uint32Array; readonly masks: Uint32Array } = {
    documents: new Uint32Array(0),
    masks: new Uint32Array(0),
  };

  /**
   * @param terms the terms of the query, at least one; a term can occur more than once
   * @param weight a factor on every score
   * @param queryTerms parallel to `terms`: the index of the query term of each term
   * @param documents All documents that match, and maybe others, ascending. Undefined: not known.
   * @param costPerByte the cost of verifying one byte of the forward index
   * @param findFields returns the fields of `mask` that match in a document, one bit per field. The
   *   fields of `mask` contain all the terms.
   */
  constructor(
    private readonly reader: IndexReader,
    private readonly terms: readonly number[],
    private readonly fields: QueryFields,
    private readonly weight: number,
    private readonly queryTerms: readonly number[],
    private readonly documents: Uint32Array | undefined,
    private readonly costPerByte: number,
    private readonly findFields: (document: number, mask: number) => number,
  ) {
    this.distinct = [...new Set(terms)];
  }

  /** Returns the candidates (ascending) that match, and keeps their fields. */
  verify(candidates: Uint32Array): Uint32Array {
    this.reader.work.add(this.verificationCost(candidates.length));
    const shared = this.sharedFields(candidates);
    const documents = new Uint32Array(candidates.length);
    const masks = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      if (shared[i] === 0) continue;
      documents[count] = candidates[i];
      masks[count] = this.findFields(candidates[i], shared[i]);
      if (masks[count] !== 0) count++;
    }
    return this.keep(documents.subarray(0, count), masks);
  }

  /**
   * Keeps the fields of documents that are known to match.
   *
   * @param masks for each document, the fields that match, one bit per field
   * @returns `documents`
   */
  keep(documents: Uint32Array, masks: Uint32Array): Uint32Array {
    this.latest = { documents, masks };
    return documents;
  }

  /**
   * Implements `Matcher.totalCost`.
   *
   * @param limits the maximum number of documents that are verified in the first pass, and that match
   */
  totalCost(
    candidates: number,
    passes: number,
    limits: {
      readonly verified: number;
      readonly matching: number;
    },
  ): number {
    const { reader, distinct, documents, terms } = this;
    const withTerms = Math.min(
      documents?.length ?? Number.POSITIVE_INFINITY,
      ...distinct.map(reader.postingCount),
    );
    // Every further pass verifies again the candidates that do not match.
    const verifications =
      Math.min(candidates, limits.verified) + (passes - 1) * Math.min(candidates, withTerms);
    const lookupsPerPass = terms.length + (documents === undefined ? 0 : 1);
    const lookups = (passes + 1) * candidates * lookupsPerPass;
    const scores = terms.length * COST_PER_SCORE * Math.min(candidates, limits.matching);
    return this.verificationCost(verifications) + lookups + scores;
  }

  /** Returns the cost of verifying some documents in the forward index. */
  private verificationCost(documents: number): number {
    const { forwardBytes, documentCount } = this.reader.data;
    return (documents * forwardBytes.length * this.costPerByte) / documentCount;
  }

  /** Implements `Matcher.addScores`. */
  addScores(target: ScoreTarget): void {
    const { documents } = target;
    const { reader, fields, queryTerms, weight } = this;
    const masks = target.isForUpperBounds ? this.maxMasksOf(target) : this.masksOf(target);
    const matching = Math.min(documents.length, this.latest.documents.length);
    reader.work.add(this.terms.length * (documents.length + WORK_PER_SCORE * matching));
    this.terms.forEach((term, index) => {
      const scorer = new PostingScorer(reader, fields, target, queryTerms[index]);
      scorer.setTerm(term, weight);
      const positions = reader.postings(term).locate(documents);
      const first = reader.data.postingOffsets[term];
      if (target.isForUpperBounds) {
        scorer.addMaxScoresWithin(first, positions, masks);
        return;
      }
      for (let i = 0; i < documents.length; i++) {
        if (masks[i] === 0) continue;
        scorer.addWithin(first + positions[i], documents[i], i, masks[i]);
      }
    });
  }

  /**
   * Returns, for each candidate, the fields of the query that contain all the terms, one bit per field. For a candidate that
   * is known not to match, returns 0.
   */
  private sharedFields(candidates: Uint32Array): Uint32Array {
    const { reader } = this;
    const { postingOffsets, postingFrequencySets } = reader.data;
    const { fieldMasks } = reader.bm25();
    const shared = new Uint32Array(candidates.length).fill(this.fields.mask);
    for (const term of this.distinct) {
      const first = postingOffsets[term];
      const positions = reader.postings(term).locate(candidates);
      for (let i = 0; i < positions.length; i++) {
        shared[i] &= positions[i] < 0 ? 0 : fieldMasks[postingFrequencySets[first + positions[i]]];
      }
    }
    if (this.documents !== undefined) {
      const positions = locateAll(candidates, this.documents);
      for (let i = 0; i < positions.length; i++) if (positions[i] === NOT_FOUND) shared[i] = 0;
    }
    return shared;
  }

  /**
   * Returns, for each document of a target, a mask that includes the fields that match. Documents are not verified
   * for score upper bounds, because most of them are not scored afterwards.
   */
  private maxMasksOf({ documents }: ScoreTarget): Uint32Array {
    return documents === this.latest.documents ? this.latest.masks : this.sharedFields(documents);
  }

  /** Returns, for each document of a target, the fields that match, one bit per field. */
  private masksOf({ documents }: ScoreTarget): Uint32Array {
    const { latest } = this;
    if (documents === latest.documents) return latest.masks;
    const positions = locateAll(documents, latest.documents);
    const masks = new Uint32Array(documents.length);
    if (!positions.includes(NOT_FOUND)) return masks.map((_, i) => latest.masks[positions[i]]);
    const shared = this.sharedFields(documents);
    let unverified = 0;
    for (let i = 0; i < masks.length; i++) {
      if (positions[i] === NOT_FOUND && shared[i] !== 0) unverified++;
    }
    this.reader.work.add(this.verificationCost(unverified));
    for (let i = 0; i < masks.length; i++) {
      if (positions[i] !== NOT_FOUND) masks[i] = latest.masks[positions[i]];
      else if (shared[i] !== 0) masks[i] = this.findFields(documents[i], shared[i]);
    }
    return masks;
  }
}
