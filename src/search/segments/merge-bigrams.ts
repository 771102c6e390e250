import { MAX_BIGRAM_TERMS } from '../postings/bigram-postings.js';
import { sumCounts } from '../structures/prefix-sums.js';
import { createSmallestArray } from '../structures/smallest-type.js';
import type { ForwardIndex } from './merge-forward-index.js';

/** A bigram is indexed only when each of its terms is in more than 1/DOCUMENTS_RATIO of all documents. */
const DOCUMENTS_RATIO = 128;
/** A bigram is indexed only when each of its terms is in more than this many documents. */
const DOCUMENTS_THRESHOLD = 16;

/**
 * The postings of the bigrams of the most frequent terms: for each ordered pair of these terms, the documents in which the
 * second term directly follows the first term within a run. The bigram of the terms `a` and `b` has the number
 * `a * termCount + b`, where terms are numbered from 0, the most frequent term first.
 */
export interface CollectedBigrams {
  /** Per bigram, the range of its documents. */
  readonly offsets: Uint32Array;
  /** The documents that have the bigram, ascending within each bigram. */
  readonly documents: Uint32Array;
  /** Parallel to `documents`: the fields that contain the bigram, as a bit mask. */
  readonly masks: Uint32Array;
}

/** Builds the bigram postings of an index. The arrays of the result are described in `FrozenIndexData`. */
export function mergeBigrams(
  forwardIndex: ForwardIndex,
  postingOffsets: Uint32Array,
  fieldCount: number,
) {
  const documentCount = forwardIndex.forwardOffsets.length - 1;
  const termCount = countBigramTerms(postingOffsets, documentCount);
  const documents = new Uint32Array(documentCount).map((_, document) => document);
  return encodeBigrams(collectBigrams(forwardIndex, fieldCount, termCount, documents));
}

/**
 * Collects the bigrams of documents. Reads them twice, which takes about 10 ns per token.
 *
 * @param documents ascending
 */
export function collectBigrams(
  forwardIndex: ForwardIndex,
  fieldCount: number,
  termCount: number,
  documents: Uint32Array,
): CollectedBigrams {
  const offsets = new Uint32Array(termCount * termCount + 1);
  /** For each bigram, one more than the latest document that contains the bigram, or 0. */
  const latest = new Uint32Array(termCount * termCount);
  const scan = (onBigram: (bigram: number, document: number, field: number) => void) =>
    scanBigrams(forwardIndex, fieldCount, termCount, documents, onBigram);
  scan((bigram, document) => {
    if (latest[bigram] === document + 1) return;
    latest[bigram] = document + 1;
    offsets[bigram + 1]++;
  });
  sumCounts(offsets, 'documents of bigrams');
  latest.fill(0);

  const documentsOfBigrams = new Uint32Array(offsets[latest.length]);
  const masks = new Uint32Array(documentsOfBigrams.length);
  const cursors = offsets.slice(0, latest.length);
  scan((bigram, document, field) => {
    if (latest[bigram] !== document + 1) documentsOfBigrams[cursors[bigram]++] = document;
    latest[bigram] = document + 1;
    masks[cursors[bigram] - 1] |= 1 << field;
  });
  return { offsets, documents: documentsOfBigrams, masks };
}

/** Returns the arrays of `FrozenIndexData` with bigram postings. */
export function encodeBigrams({ offsets, documents, masks }: CollectedBigrams) {
  const distinct = new Set<number>();
  // Many adjacent masks are the same.
  for (let i = 0; i < masks.length; i++) {
    if (i === 0 || masks[i] !== masks[i - 1]) distinct.add(masks[i]);
  }
  const bigramFieldSets = Uint32Array.from(distinct).sort();
  const numbers = new Map(Array.from(bigramFieldSets, (mask, number) => [mask, number]));
  const bigramFields = createSmallestArray(bigramFieldSets.length, masks.length);
  let number = 0;
  for (let i = 0; i < masks.length; i++) {
    if (i === 0 || masks[i] !== masks[i - 1]) number = numbers.get(masks[i]) ?? 0;
    bigramFields[i] = number;
  }
  return { bigramOffsets: offsets, bigramDocuments: documents, bigramFields, bigramFieldSets };
}

/** Returns the number of terms whose bigrams are indexed. */
export function countBigramTerms(postingOffsets: Uint32Array, documentCount: number): number {
  const threshold = Math.max(DOCUMENTS_THRESHOLD, documentCount / DOCUMENTS_RATIO);
  let count = 0;
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    if (postingOffsets[term + 1] - postingOffsets[term] > threshold) count++;
  }
  return Math.min(count, MAX_BIGRAM_TERMS);
}

/**
 * Calls `onBigram` for each two adjacent tokens of a run whose terms are both among the `termCount` most
 * frequent terms, in the order of the documents.
 */
function scanBigrams(
  { forwardOffsets, forwardBytes }: ForwardIndex,
  fieldCount: number,
  termCount: number,
  documents: Uint32Array,
  onBigram: (bigram: number, document: number, field: number) => void,
): void {
  // The ids of fields and frequent terms are below 128 and take one byte each.
  const end = fieldCount + termCount;
  for (const document of documents) {
    let field = 0;
    let before = -1;
    for (let at = forwardOffsets[document]; at < forwardOffsets[document + 1]; at++) {
      const id = forwardBytes[at];
      if (id > 0x7f) {
        while (forwardBytes[at] > 0x7f) at++;
        before = -1;
      } else if (id < fieldCount) {
        field = id;
        before = -1;
      } else if (id < end) {
        const term = id - fieldCount;
        if (before >= 0) onBigram(before * termCount + term, document, field);
        before = term;
      } else {
        before = -1;
      }
    }
  }
}
