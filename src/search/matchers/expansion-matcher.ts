/*
 * Matches and scores all terms of a prefix, a fuzzy term or a wildcard together.
 */

import type { Expansion } from '../dictionary/expand-term.js';
import { MAX_POSTINGS_TO_COUNT } from '../frozen-index-data.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import { intersect } from '../postings/document-sets.js';
import { TermScanner } from '../postings/forward-index.js';
import { FIRST_BATCH_SIZE } from '../top-k.js';
import { COST_PER_SCORE, type Matcher, PostingScorer, type ScoreTarget } from './matcher.js';

/** Scanning one document in the forward index takes about as long as reading this many postings. */
const POSTINGS_PER_SCAN = 24;

/**
 * Creates a matcher for the documents that have any of the terms of an expansion in any of the fields. An
 * expansion is the terms that match a prefix, a fuzzy term or a wildcard.
 *
 * There are two ways to test candidates. The matcher reads the posting lists of all terms, or it scans the
 * candidates in the forward index, which stores the terms of each document. The scan is faster for a small
 * number of candidates, because a short prefix can have tens of thousands of posting lists.
 *
 * @param queryTerm the index of the query term that every match has
 */
export function createExpansionMatcher(
  reader: IndexReader,
  expansion: Expansion,
  fields: QueryFields,
  queryTerm: number,
): Matcher {
  /** The number of postings of all terms. */
  let cost = 0;
  for (let i = 0; i < expansion.terms.length; i++) cost += reader.postingCount(expansion.terms[i]);
  let found: Uint32Array | undefined;

  function documents(): Uint32Array {
    if (found !== undefined) return found;
    found = reader.scratch.withBitset((bitset) => {
      const { terms } = expansion;
      const { postingOffsets, postingDocuments, postingFrequencySets } = reader.data;
      const { fieldMasks } = reader.bm25();
      const hasAllFields = (reader.filledFields & ~fields.mask) === 0;
      for (let i = 0; i < terms.length; i++) {
        const start = postingOffsets[terms[i]];
        // Consecutive terms, such as the terms of a prefix, have consecutive postings.
        while (i + 1 < terms.length && terms[i + 1] === terms[i] + 1) i++;
        const end = Math.min(postingOffsets[terms[i] + 1], postingDocuments.length);
        if (hasAllFields) {
          bitset.addAll(postingDocuments.subarray(start, end));
          continue;
        }
        for (let posting = start; posting < end; posting++) {
          if ((fieldMasks[postingFrequencySets[posting]] & fields.mask) !== 0) {
            bitset.add(postingDocuments[posting]);
          }
        }
      }
      return bitset.drain();
    });
    return found;
  }

  function isScanCheaper(candidates: Uint32Array): boolean {
    return candidates.length * POSTINGS_PER_SCAN < cost;
  }

  return {
    cost,
    totalCost(candidates, passes) {
      const scan = candidates * POSTINGS_PER_SCAN;
      const matching = Math.min(cost + passes * candidates, passes * scan);
      const maxScores = reader.data.documentCount + cost + candidates;
      // The documents with the highest upper bounds, the batches that follow them, and the last, smaller batch.
      const batches = 2 + Math.log2(1 + candidates / FIRST_BATCH_SIZE);
      return matching + maxScores + Math.min(COST_PER_SCORE * cost * batches, scan);
    },
    constantScore: undefined,
    requiredTerms: new Set([queryTerm]),
    documents,
    restrict(candidates) {
      if (found !== undefined || !isScanCheaper(candidates)) {
        return intersect(candidates, documents());
      }
      const scanner = new TermScanner(reader, expansion.terms, fields.mask);
      const kept = new Uint32Array(candidates.length);
      let count = 0;
      for (let i = 0; i < candidates.length; i++) {
        kept[count] = candidates[i];
        if (scanner.hasAny(candidates[i])) count++;
      }
      return kept.subarray(0, count);
    },
    addScores(target) {
      if (target.isForUpperBounds) {
        addMaxScores(reader, expansion, fields.boosts, target);
      } else if (isScanCheaper(target.documents)) {
        addByScan(reader, expansion, fields, queryTerm, target);
      } else {
        addByPostings(reader, expansion, fields, queryTerm, target);
      }
    },
  };
}

/**
 * A frequency set is the fields of a posting, with the term frequency in each field. An index numbers its
 * frequency sets from 0, the most common first. Nearly all postings have a frequency set whose number is
 * below this constant. The constant must be a power of two, because {@link addFrequent} compares the constant
 * with the bitwise OR of four numbers.
 */
const COMMON_FREQUENCY_SETS = 32;

/** Adds score upper bounds. Reads no field lengths. O(documents of the index + postings of the terms). */
function addMaxScores(
  reader: IndexReader,
  expansion: Expansion,
  boosts: Float64Array,
  { documents, slots, scores }: ScoreTarget,
): void {
  reader.scratch.withFloat32Array((sums) => {
    sums.fill(0);
    sumMaxScores(reader, expansion, boosts, sums);
    for (let i = 0; i < documents.length; i++) {
      scores[slots === undefined ? i : slots[i]] += sums[documents[i]];
    }
  });
}

/**
 * Adds the score upper bounds of the terms to `sums`. Reads the document and the frequency set of each posting, but no field
 * lengths.
 *
 * @param sums one sum per document of the index
 */
function sumMaxScores(
  reader: IndexReader,
  { terms, weights }: Expansion,
  boosts: Float64Array,
  sums: Float32Array,
): void {
  const bm25 = reader.bm25();
  const { postingOffsets, postingDocuments, postingFrequencySets } = reader.data;
  // The idf of document frequency 1 is the highest idf. For terms with few postings, it replaces the exact
  // idf.
  const maxIdf = bm25.idf(1);
  const rareMaxScores = bm25.maxScores(boosts.map((boost) => boost * maxIdf));
  const fieldWeights = new Float64Array(boosts.length);
  const commonMaxScores = new Float32Array(COMMON_FREQUENCY_SETS);
  for (let index = 0; index < terms.length; index++) {
    const first = postingOffsets[terms[index]];
    const end = Math.min(postingOffsets[terms[index] + 1], postingDocuments.length);
    if (end - first <= MAX_POSTINGS_TO_COUNT) {
      const weight = Math.max(0, weights[index]);
      for (let posting = first; posting < end; posting++) {
        sums[postingDocuments[posting]] += weight * rareMaxScores[postingFrequencySets[posting]];
      }
      continue;
    }
    reader.fieldWeights(terms[index], weights[index], boosts, fieldWeights);
    for (let i = 0; i < COMMON_FREQUENCY_SETS && i < rareMaxScores.length; i++) {
      commonMaxScores[i] = bm25.maxScore(i, fieldWeights);
    }
    addFrequent(reader, first, end, commonMaxScores, fieldWeights, sums);
  }
}

/**
 * Adds the score upper bounds of the postings in `[first, end)` of one term to `sums`.
 *
 * @param commonMaxScores the score upper bounds of the first {@link COMMON_FREQUENCY_SETS} frequency sets
 * @param fieldWeights the weights of the term in each field, for the upper bounds of other frequency sets
 */
function addFrequent(
  reader: IndexReader,
  first: number,
  end: number,
  commonMaxScores: Float32Array,
  fieldWeights: Float64Array,
  sums: Float32Array,
): void {
  const bm25 = reader.bm25();
  const { postingDocuments, postingFrequencySets } = reader.data;
  let posting = first;
  // The loop is unrolled, with one branch per four postings. It takes two thirds of the time of a simple
  // loop.
  for (; posting + 4 <= end; posting += 4) {
    const a = postingFrequencySets[posting];
    const b = postingFrequencySets[posting + 1];
    const c = postingFrequencySets[posting + 2];
    const d = postingFrequencySets[posting + 3];
    if ((a | b | c | d) >= COMMON_FREQUENCY_SETS) {
      addAny(posting, posting + 4);
      continue;
    }
    sums[postingDocuments[posting]] += commonMaxScores[a];
    sums[postingDocuments[posting + 1]] += commonMaxScores[b];
    sums[postingDocuments[posting + 2]] += commonMaxScores[c];
    sums[postingDocuments[posting + 3]] += commonMaxScores[d];
  }
  addAny(posting, end);

  function addAny(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const maxScore = bm25.maxScore(postingFrequencySets[i], fieldWeights);
      sums[postingDocuments[i]] += maxScore;
    }
  }
}

/**
 * When a posting list is longer than 1/LOCATE_RATIO of the number of documents in the target, the scorer
 * looks up each document in the list. The scorer reads a shorter list posting by posting.
 */
const LOCATE_RATIO = 2;

/**
 * When the target has more than 1/DENSE_RATIO of all documents and no {@link ScoreTarget.terms}, the
 * scorer computes the scores of all documents, including documents that are not in the target.
 */
const DENSE_RATIO = 8;

/*
 * There are two ways to compute scores: `addByPostings` and `addByScan`. Both sum the scores of the terms in the same order
 * and then add the sum to the target. Therefore both compute exactly the same floating-point number for a document.
 */

/** Adds scores. Reads the posting lists of all terms. O(documents of the index + postings of the terms). */
function addByPostings(
  reader: IndexReader,
  { terms, weights }: Expansion,
  fields: QueryFields,
  queryTerm: number,
  target: ScoreTarget,
): void {
  const { documents, slots, scores } = target;
  const { postingOffsets, documentCount } = reader.data;
  if (documents.length * DENSE_RATIO > documentCount && target.terms === undefined) {
    reader.scratch.withFloat64Array((sums) => {
      sums.fill(0);
      const scorer = new PostingScorer(reader, fields, target, queryTerm);
      for (let index = 0; index < terms.length; index++) {
        scorer.setTerm(terms[index], weights[index]);
        scorer.addToSums(postingOffsets[terms[index]], postingOffsets[terms[index] + 1], sums);
      }
      for (let i = 0; i < documents.length; i++) {
        scores[slots === undefined ? i : slots[i]] += sums[documents[i]];
      }
    });
    return;
  }
  const sums = new Float64Array(scores.length);
  const scorer = new PostingScorer(reader, fields, { ...target, scores: sums }, queryTerm);
  reader.scratch.withUint32Array((indexes) => {
    // `indexes` maps each document of the target to its index. The other elements are arbitrary.
    for (let i = 0; i < documents.length; i++) indexes[documents[i]] = i;
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index];
      if ((reader.fieldsOf(term) & fields.mask) === 0) continue;
      scorer.setTerm(term, weights[index]);
      const first = postingOffsets[term];
      const end = postingOffsets[term + 1];
      if ((end - first) * LOCATE_RATIO > documents.length) {
        reader.scratch.withInt32Array((positions) => {
          reader.postings(term).locate(documents, positions);
          scorer.addAll(first, positions);
        });
      } else {
        scorer.addSparse(first, end, indexes);
      }
    }
  });
  for (let slot = 0; slot < scores.length; slot++) scores[slot] += sums[slot];
}

/**
 * Adds scores. Reads the documents of the target in the forward index, which stores the terms of each document.
 * O(tokens of the documents × log terms).
 */
function addByScan(
  reader: IndexReader,
  { terms, weights }: Expansion,
  fields: QueryFields,
  queryTerm: number,
  target: ScoreTarget,
): void {
  const { documents, slots, scores } = target;
  const termWord = target.terms?.[queryTerm >>> 5];
  const { fieldLengths } = reader.data;
  const bm25 = reader.bm25();
  const scanner = new TermScanner(reader, terms, fields.mask);
  const fieldWeights = new Float64Array(fields.boosts.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const count = scanner.countTerms(document);
    if (count === 0) continue;
    const slot = slots === undefined ? i : slots[i];
    let sum = 0;
    let termScore = 0;
    let index = -1;
    for (const pair of orderByTerm(scanner, count)) {
      if (scanner.indexes[pair] !== index) {
        index = scanner.indexes[pair];
        reader.fieldWeights(terms[index], weights[index], fields.boosts, fieldWeights);
        sum += termScore;
        termScore = 0;
      }
      const field = scanner.fields[pair];
      const frequency = scanner.frequencies[pair];
      const length = fieldLengths[field][document];
      termScore += fieldWeights[field] * bm25.termFrequencyFactor(field, frequency, length);
    }
    sum += termScore;
    scores[slot] += sum;
    if (termWord !== undefined) termWord[slot] |= 1 << (queryTerm & 31);
  }
}

/** Up to this many pairs are sorted by insertion. Few documents have more pairs. */
const MAX_INSERTION_SORT_PAIRS = 64;

/**
 * Returns the numbers of the pairs that {@link TermScanner.countTerms} counted, ordered by term. A pair is a
 * term and a field that contains the term. The pairs of one term stay in the order of their fields.
 */
function orderByTerm({ indexes }: TermScanner, count: number): number[] {
  if (count > MAX_INSERTION_SORT_PAIRS) {
    const order = Array.from({ length: count }, (_, pair) => pair);
    return order.sort((a, b) => indexes[a] - indexes[b] || a - b);
  }
  const order: number[] = [];
  for (let pair = 0; pair < count; pair++) {
    let at = pair;
    for (; at > 0 && indexes[order[at - 1]] > indexes[pair]; at--) order[at] = order[at - 1];
    order[at] = pair;
  }
  return order;
}
