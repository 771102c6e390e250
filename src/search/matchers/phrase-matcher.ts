/*
 * Matches and scores phrases and terms near each other. Candidates have all terms, and the bigrams of the phrase that
 * are indexed; the forward index verifies them.
 */

import { varintLength, writeVarint } from '../../base/typed-arrays.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import {
  type BigramPostings,
  findBigram,
  locateAll,
  NOT_FOUND,
  unitePair,
} from '../postings/document-sets.js';
import { createAndMatcher, createDocumentSetMatcher } from './compound-matchers.js';
import {
  COST_PER_SCORE,
  createTermMatcher,
  type Matcher,
  PostingScorer,
  type ScoreTarget,
} from './matcher.js';

interface TermsOfQuery {
  /** The terms in the order of the query, at least one; a term can occur more than once. */
  readonly terms: readonly number[];
  /** Parallel to `terms`: the index of the query term of each term. */
  readonly queryTerms: readonly number[];
  readonly fields: QueryFields;
  /** A factor on every score. */
  readonly weight: number;
}

/**
 * Creates a matcher for the documents that have the terms one directly after another, in order, within one
 * value of one of the fields. A candidate is verified by searching the bytes of the document for the encoded phrase.
 *
 * The bigrams of the most frequent terms are indexed. The postings of the bigrams in the phrase reduce the
 * number of candidates. A phrase of two terms that is an indexed bigram needs no verification.
 */
export function createPhraseMatcher(reader: IndexReader, query: TermsOfQuery): Matcher {
  const { forwardOffsets, forwardBytes } = reader.data;
  const fieldCount = reader.data.fields.length;
  const ids = query.terms.map((term) => reader.forwardId(term));
  const bigrams = ids.slice(1).flatMap((id, i) => findBigram(reader.data, ids[i], id) ?? []);
  const pattern = encodePhrase(ids);
  return new VerifiedMatcher(reader, query, {
    lists: bigrams.map(({ documents }) => documents),
    bigram: ids.length === 2 ? bigrams[0] : undefined,
    costPerByte: 1,
    findFields,
  });

  function findFields(document: number, mask: number): number {
    const bytes = forwardBytes;
    const start = forwardOffsets[document];
    const last = Math.min(forwardOffsets[document + 1], bytes.length) - pattern.length;
    const firstByte = pattern[0];
    let found = 0;
    // The first byte of a document is the id of a field.
    for (let at = start + 1; at <= last; at++) {
      if (bytes[at] !== firstByte) continue;
      let length = 1;
      while (length < pattern.length && bytes[at + length] === pattern[length]) length++;
      // The match must begin at the start of an id. The last byte of the id before it is below 128.
      if (length < pattern.length || bytes[at - 1] > 0x7f) continue;
      found |= mask & (1 << fieldBefore(at));
      if (found === mask) break;
    }
    return found;
  }

  /**
   * Returns the field of the token at a position of the forward index: the nearest field id before the
   * position. A field id is one byte below `fieldCount` that does not follow a byte of 128 or more.
   */
  function fieldBefore(position: number): number {
    let at = position - 1;
    while (forwardBytes[at] >= fieldCount || (at > 0 && forwardBytes[at - 1] > 0x7f)) at--;
    return forwardBytes[at];
  }
}

/** Encodes a phrase as the forward index encodes terms: one varint per id. */
function encodePhrase(ids: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(ids.reduce((length, id) => length + varintLength(id), 0));
  let at = 0;
  for (const id of ids) at = writeVarint(bytes, at, id);
  return bytes;
}

/** Decoding a byte and testing its term takes longer than comparing the byte with a phrase. */
const PROXIMITY_COST_PER_BYTE = 3;

/**
 * Creates a matcher for the documents that have the terms near each other, in any order, within one value of
 * one of the fields. A term that occurs twice in the query must occur twice in the value. For two adjacent terms, the
 * postings of their bigrams reduce the number of candidates.
 *
 * @param maxWidth the maximum number of adjacent tokens that contain all the terms
 */
export function createProximityMatcher(
  reader: IndexReader,
  query: TermsOfQuery,
  maxWidth: number,
): Matcher {
  const { forwardOffsets, forwardBytes } = reader.data;
  const fieldCount = reader.data.fields.length;
  const ids = query.terms.map((term) => reader.forwardId(term));
  const window = new TermWindow(ids, maxWidth);
  const adjacent = ids.length === 2 && maxWidth === 2 ? findAdjacent(reader, ids) : undefined;
  return new VerifiedMatcher(reader, query, {
    lists: adjacent === undefined ? [] : [adjacent],
    costPerByte: PROXIMITY_COST_PER_BYTE,
    findFields,
  });

  function findFields(document: number, mask: number): number {
    const bytes = forwardBytes;
    const end = Math.min(forwardOffsets[document + 1], bytes.length);
    let found = 0;
    let position = 0;
    /** The field of the token at `at`, as a mask. 0 for a field that need not be read. */
    let field = 0;
    for (let at = forwardOffsets[document]; at < end; ) {
      let byte = bytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      if (id < fieldCount) {
        // A field id begins a value.
        field = (1 << id) & mask & ~found;
        if (field !== 0) window.clear();
      } else if (field !== 0 && window.add(id, position++)) {
        found |= field;
        if (found === mask) break;
        field = 0;
      }
    }
    return found;
  }
}

/**
 * Returns the documents in which two terms are adjacent, in any order, from the bigram postings. Returns undefined if the
 * bigrams of the terms are not indexed.
 *
 * @param ids the forward index ids of the terms
 */
function findAdjacent({ data }: IndexReader, [a, b]: readonly number[]): Uint32Array | undefined {
  const [inOrder, reversed] = [findBigram(data, a, b), findBigram(data, b, a)];
  if (inOrder === undefined || reversed === undefined) return undefined;
  return unitePair(inOrder.documents, reversed.documents);
}

/** Tests whether the latest `maxWidth` tokens of a value contain all terms of a query. */
class TermWindow {
  /** For each distinct id of the query, its index in {@link missing}. */
  private readonly indexes = new Map<number, number>();
  /** The highest id of the query. In queries for frequent terms, most tokens have higher ids. */
  private readonly maxId: number = 0;
  /** For each distinct id, the number of occurrences that the query requires. */
  private readonly required: number[] = [];
  /** For each distinct id, the required occurrences minus the occurrences in the window. */
  private readonly missing: number[];
  /** The sum of the positive elements of {@link missing}. */
  private missingCount = 0;
  /** The positions of the ids of the query in the value, ascending. */
  private readonly positions: number[] = [];
  /** Parallel to {@link positions}: the index of the id. */
  private readonly indexesAt: number[] = [];
  /** The number of leading elements of {@link positions} that are no longer in the window. */
  private passed = 0;

  /** @param ids the forward index ids of the terms of the query */
  constructor(
    ids: readonly number[],
    private readonly maxWidth: number,
  ) {
    for (const id of ids) {
      const index = this.indexes.get(id) ?? this.indexes.size;
      this.indexes.set(id, index);
      this.required[index] = (this.required[index] ?? 0) + 1;
      this.maxId = Math.max(this.maxId, id);
    }
    this.missing = [...this.required];
  }

  /** Removes all tokens. Must be called before the first token of a value. */
  clear(): void {
    const { required, missing } = this;
    this.missingCount = 0;
    for (let i = 0; i < required.length; i++) {
      missing[i] = required[i];
      this.missingCount += required[i];
    }
    this.positions.length = 0;
    this.indexesAt.length = 0;
    this.passed = 0;
  }

  /**
   * Adds a token.
   *
   * @param id the forward index id of the token
   * @param position a number that increases by 1 from token to token
   * @returns true when the token is a term of the query and the window now contains all terms of the query
   */
  add(id: number, position: number): boolean {
    const index = id > this.maxId ? undefined : this.indexes.get(id);
    if (index === undefined) return false;
    const { missing, positions, indexesAt } = this;
    positions.push(position);
    indexesAt.push(index);
    if (missing[index]-- > 0) this.missingCount--;
    while (positions[this.passed] <= position - this.maxWidth) {
      if (++missing[indexesAt[this.passed++]] > 0) this.missingCount++;
    }
    return this.missingCount === 0;
  }
}

/** How the candidates of a query are found and verified. */
interface Verification {
  /** Lists of documents, ascending. Every match is in each of the lists. */
  readonly lists: readonly Uint32Array[];
  /** The bigram whose postings in the fields are the matches. Default: candidates are verified. */
  readonly bigram?: BigramPostings | undefined;
  /** The cost of verifying one byte of the forward index. */
  readonly costPerByte: number;
  /**
   * Returns the fields of `mask` that match in a document, one bit per field. The fields of `mask` contain all the
   * terms.
   */
  readonly findFields: (document: number, mask: number) => number;
}

/**
 * Finds candidates that have all the terms, verifies them in the forward index, and scores them. The score of a document is
 * the score of an AND query for the terms, in only the fields that match. Keeps the fields of the latest matching
 * documents, because the same documents are usually scored next.
 */
class VerifiedMatcher implements Matcher {
  readonly constantScore = undefined;
  readonly cost: number;
  readonly requiredTerms: ReadonlySet<number>;
  private readonly distinct: readonly number[];
  private readonly allTerms: Matcher;
  /** All documents that match, and maybe others, ascending. Undefined: not known. */
  private readonly superset: Uint32Array | undefined;
  /** The latest matching documents and, for each document, the fields that match, one bit per field. */
  private latest: { readonly documents: Uint32Array; readonly masks: Uint32Array } = {
    documents: new Uint32Array(0),
    masks: new Uint32Array(0),
  };

  constructor(
    private readonly reader: IndexReader,
    private readonly query: TermsOfQuery,
    private readonly verification: Verification,
  ) {
    const { terms, fields, weight, queryTerms } = query;
    const { lists, bigram } = verification;
    this.distinct = [...new Set(terms)];
    this.allTerms = createAndMatcher([
      ...lists.map(createDocumentSetMatcher),
      ...this.distinct.map((term) => createTermMatcher(reader, term, fields, weight, 0)),
    ]);
    this.superset = lists.toSorted((a, b) => a.length - b.length)[0];
    this.requiredTerms = new Set(queryTerms);
    // An estimate: the verification reads about twenty tokens per candidate.
    this.cost = bigram === undefined ? this.allTerms.cost * 20 : bigram.documents.length;
  }

  totalCost(candidates: number, passes: number): number {
    const { reader, distinct, superset, allTerms } = this;
    const { terms } = this.query;
    const { bigram, costPerByte } = this.verification;
    const withTerms = Math.min(
      superset?.length ?? Number.POSITIVE_INFINITY,
      ...distinct.map(reader.postingCount),
    );
    const verified = bigram === undefined ? Math.min(candidates, allTerms.cost) : 0;
    // Every further pass verifies again the candidates that do not match.
    const verifications = verified + (passes - 1) * Math.min(candidates, withTerms);
    const { forwardBytes, documentCount } = reader.data;
    const verificationCost = (verifications * forwardBytes.length * costPerByte) / documentCount;
    const lookupsPerPass = terms.length + (superset === undefined ? 0 : 1);
    const lookups = (passes + 1) * candidates * lookupsPerPass;
    const matching = Math.min(candidates, bigram?.documents.length ?? allTerms.cost);
    return verificationCost + lookups + terms.length * COST_PER_SCORE * matching;
  }

  documents(): Uint32Array {
    const { bigram } = this.verification;
    return bigram === undefined
      ? this.verify(this.allTerms.documents())
      : this.selectBigram(bigram);
  }

  restrict(candidates: Uint32Array): Uint32Array {
    const { bigram } = this.verification;
    return bigram === undefined
      ? this.verify(this.allTerms.restrict(candidates))
      : this.selectBigram(bigram, locateAll(candidates, bigram.documents));
  }

  /**
   * Returns the documents that contain a bigram in any of the fields, and keeps their fields.
   *
   * @param positions the positions of the postings to read. {@link NOT_FOUND} is skipped. Default: all
   *   postings are read.
   */
  private selectBigram(bigram: BigramPostings, positions?: Int32Array): Uint32Array {
    const { documents: list, fields: fieldSets, bigramFieldSets } = bigram;
    const { mask } = this.query.fields;
    const size = positions === undefined ? list.length : positions.length;
    const documents = new Uint32Array(size);
    const masks = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < size; i++) {
      const position = positions === undefined ? i : positions[i];
      if (position === NOT_FOUND) continue;
      documents[count] = list[position];
      masks[count] = bigramFieldSets[fieldSets[position]] & mask;
      if (masks[count] !== 0) count++;
    }
    this.latest = { documents: documents.subarray(0, count), masks };
    return this.latest.documents;
  }

  /** Returns the candidates (ascending) that match, and keeps their fields. */
  private verify(candidates: Uint32Array): Uint32Array {
    const { findFields } = this.verification;
    const documents = new Uint32Array(candidates.length);
    const masks = new Uint32Array(candidates.length);
    let count = 0;
    this.reader.scratch.withUint32Array((shared) => {
      this.findSharedFields(candidates, shared);
      for (let i = 0; i < candidates.length; i++) {
        if (shared[i] === 0) continue;
        documents[count] = candidates[i];
        masks[count] = findFields(candidates[i], shared[i]);
        if (masks[count] !== 0) count++;
      }
    });
    this.latest = { documents: documents.subarray(0, count), masks };
    return this.latest.documents;
  }

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
    const { reader } = this;
    const { terms, fields, queryTerms, weight } = this.query;
    reader.scratch.withInt32Array((positions) => {
      terms.forEach((term, index) => {
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
    shared.fill(this.query.fields.mask, 0, candidates.length);
    reader.scratch.withInt32Array((positions) => {
      for (const term of this.distinct) {
        const first = postingOffsets[term];
        reader.postings(term).locate(candidates, positions);
        for (let i = 0; i < candidates.length; i++) {
          const position = positions[i];
          shared[i] &= position < 0 ? 0 : fieldMasks[postingFrequencySets[first + position]];
        }
      }
      if (this.superset === undefined) return;
      locateAll(candidates, this.superset, positions);
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
      else if (shared[i] !== 0) masks[i] = this.verification.findFields(documents[i], shared[i]);
    }
    return masks;
  }
}
