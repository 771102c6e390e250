import type { IndexReader, QueryFields } from '../index-reader.js';
import { locateAll, NOT_FOUND } from '../postings/locate.js';
import { COST_PER_SCORE } from '../query-cost.js';
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
    const documents = new Uint32Array(candidates.length);
    const masks = new Uint32Array(candidates.length);
    let count = 0;
    this.reader.scratch.withUint32Array((shared) => {
      this.findSharedFields(candidates, shared);
      for (let i = 0; i < candidates.length; i++) {
        if (shared[i] === 0) continue;
        documents[count] = candidates[i];
        masks[count] = this.findFields(candidates[i], shared[i]);
        if (masks[count] !== 0) count++;
      }
    });
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
    if (target.isForUpperBounds) this.addMaxScores(target);
    else this.addScoresOf(target);
  }

  /**
   * Adds score upper bounds for the fields that contain all the terms, which include the fields that match. Documents are
   * not verified, because most of them are not scored afterwards.
   */
  private addMaxScores(target: ScoreTarget): void {
    const { documents } = target;
    this.reader.scratch.withUint32Array((shared) => {
      const isLatest = documents === this.latest.documents;
      if (!isLatest) this.findSharedFields(documents, shared);
      const masks = isLatest ? this.latest.masks : shared;
      this.forEachTerm(target, (scorer, first, positions) =>
        scorer.addMaxScoresWithin(first, positions, masks),
      );
    });
  }

  private addScoresOf(target: ScoreTarget): void {
    const { documents } = target;
    const masks = this.masksOf(target);
    this.forEachTerm(target, (scorer, first, positions) => {
      for (let i = 0; i < documents.length; i++) {
        if (masks[i] === 0) continue;
        scorer.addWithin(first + positions[i], documents[i], i, masks[i]);
      }
    });
  }

  /**
   * Calls a function for each term, with a scorer of its postings, its first posting, and the positions of the target's
   * documents among its postings.
   */
  private forEachTerm(
    target: ScoreTarget,
    add: (scorer: PostingScorer, first: number, positions: Int32Array) => void,
  ): void {
    const { reader, fields, queryTerms, weight } = this;
    reader.scratch.withInt32Array((positions) => {
      this.terms.forEach((term, index) => {
        const scorer = new PostingScorer(reader, fields, target, queryTerms[index]);
        scorer.setTerm(term, weight);
        reader.postings(term).locate(target.documents, positions);
        add(scorer, reader.data.postingOffsets[term], positions);
      });
    });
  }

  /**
   * Finds, for each candidate, the fields of the query that contain all the terms, one bit per field. For a candidate that
   * is known not to match, finds 0.
   *
   * @param shared receives the fields; at least as long as `candidates`
   */
  private findSharedFields(candidates: Uint32Array, shared: Uint32Array): void {
    const { reader } = this;
    const { postingOffsets, postingFrequencySets } = reader.data;
    const { fieldMasks } = reader.bm25();
    shared.fill(this.fields.mask, 0, candidates.length);
    reader.scratch.withInt32Array((positions) => {
      for (const term of this.distinct) {
        const first = postingOffsets[term];
        reader.postings(term).locate(candidates, positions);
        for (let i = 0; i < candidates.length; i++) {
          const position = positions[i];
          shared[i] &= position < 0 ? 0 : fieldMasks[postingFrequencySets[first + position]];
        }
      }
      if (this.documents === undefined) return;
      locateAll(candidates, this.documents, positions);
      for (let i = 0; i < candidates.length; i++) if (positions[i] === NOT_FOUND) shared[i] = 0;
    });
  }

  /** Returns, for each document of a target, the fields that match, one bit per field. */
  private masksOf({ documents }: ScoreTarget): Uint32Array {
    const { latest } = this;
    if (documents === latest.documents) return latest.masks;
    const positions = locateAll(documents, latest.documents);
    const masks = new Uint32Array(documents.length);
    if (!positions.includes(NOT_FOUND)) return masks.map((_, i) => latest.masks[positions[i]]);
    const shared = new Uint32Array(documents.length);
    this.findSharedFields(documents, shared);
    for (let i = 0; i < masks.length; i++) {
      if (positions[i] !== NOT_FOUND) masks[i] = latest.masks[positions[i]];
      else if (shared[i] !== 0) masks[i] = this.findFields(documents[i], shared[i]);
    }
    return masks;
  }
}
