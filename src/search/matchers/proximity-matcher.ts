import type { IndexReader, QueryFields } from '../index-reader.js';
import { findBigram } from '../postings/bigram-postings.js';
import { unitePair } from '../postings/document-sets.js';
import { createAndMatcher, createDocumentSetMatcher } from './boolean-matchers.js';
import type { Matcher } from './matcher.js';
import { createTermMatcher } from './term-matcher.js';
import { VerifiedFields } from './verified-fields.js';

/** Decoding a byte and testing its term takes longer than comparing the byte with a phrase. */
const COST_PER_BYTE = 3;

/**
 * Creates a matcher for the documents that have the terms near each other, in any order, within one value of
 * one of the fields. Candidates are the documents that have all the terms. The matcher verifies a candidate in
 * the forward index. For two adjacent terms, the postings of their bigrams reduce the number of candidates.
 *
 * @param terms the terms, at least one; a term that occurs twice must occur twice in the value
 * @param maxWidth the maximum number of adjacent tokens that contain all the terms
 * @param weight a factor on every score
 * @param queryTerms parallel to `terms`: the index of the query term of each term
 */
export function createProximityMatcher(
  reader: IndexReader,
  terms: readonly number[],
  maxWidth: number,
  fields: QueryFields,
  weight: number,
  queryTerms: readonly number[],
): Matcher {
  const { forwardOffsets, forwardBytes } = reader.data;
  const fieldCount = reader.data.fields.length;
  const ids = terms.map((term) => reader.forwardId(term));
  const window = new TermWindow(ids, maxWidth);
  const adjacent = terms.length === 2 && maxWidth === 2 ? findAdjacent(reader, ids) : undefined;
  const allTerms = createAndMatcher([
    ...(adjacent === undefined ? [] : [createDocumentSetMatcher(adjacent)]),
    ...[...new Set(terms)].map((term) => createTermMatcher(reader, term, fields, weight, 0)),
  ]);
  const verified = new VerifiedFields(
    reader,
    terms,
    fields,
    weight,
    queryTerms,
    adjacent,
    COST_PER_BYTE,
    findFields,
  );

  /** Returns the fields of `mask` in which the terms are near each other, one bit per field. */
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

  return {
    // An estimate: the verification reads about twenty tokens per candidate.
    cost: allTerms.cost * 20,
    totalCost: (candidates, passes) =>
      verified.totalCost(candidates, passes, {
        verified: allTerms.cost,
        matching: allTerms.cost,
      }),
    constantScore: undefined,
    requiredTerms: new Set(queryTerms),
    documents: () => verified.verify(allTerms.documents()),
    restrict: (candidates) => verified.verify(allTerms.restrict(candidates)),
    addScores: (target) => verified.addScores(target),
  };
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
