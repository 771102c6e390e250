import { MAX_BIGRAM_TERMS } from '../postings/bigram-postings.js';
import { sumCounts } from '../structures/prefix-sums.js';
import { createSmallestArray } from '../structures/smallest-type.js';

/** A bigram is indexed only when each of its terms is in more than 1/DOCUMENTS_RATIO of all documents. */
const DOCUMENTS_RATIO = 128;
/** A bigram is indexed only when each of its terms is in more than this many documents. */
const DOCUMENTS_THRESHOLD = 16;

/**
 * Builds the bigram postings of the most frequent terms: for each ordered pair of these terms, the documents
 * in which the second term directly follows the first term within a run. Reads the merged forward index
 * twice, which takes about 10 ns per token. The arrays of the result are described in `FrozenIndexData`.
 *
 * @param forwardBytes for each document, the ids of its fields and terms as varints. An id below `fieldCount`
 *   is a field, and begins a run. Other ids are terms; the most frequent term has the id `fieldCount`.
 */
export function mergeBigrams(
  forwardOffsets: Uint32Array,
  forwardBytes: Uint8Array,
  postingOffsets: Uint32Array,
  fieldCount: number,
) {
  const documentCount = forwardOffsets.length - 1;
  const termCount = countBigramTerms(postingOffsets, documentCount);
  const bigramOffsets = new Uint32Array(termCount * termCount + 1);
  /** For each bigram, one more than the latest document that contains the bigram, or 0. */
  const latest = new Uint32Array(termCount * termCount);
  scanBigrams(forwardOffsets, forwardBytes, fieldCount, termCount, (bigram, document) => {
    if (latest[bigram] === document + 1) return;
    latest[bigram] = document + 1;
    bigramOffsets[bigram + 1]++;
  });
  sumCounts(bigramOffsets, 'documents of bigrams');
  latest.fill(0);

  const bigramDocuments = new Uint32Array(bigramOffsets[latest.length]);
  const masks = new Uint32Array(bigramDocuments.length);
  const cursors = bigramOffsets.slice(0, latest.length);
  scanBigrams(forwardOffsets, forwardBytes, fieldCount, termCount, (bigram, document, field) => {
    if (latest[bigram] !== document + 1) bigramDocuments[cursors[bigram]++] = document;
    latest[bigram] = document + 1;
    masks[cursors[bigram] - 1] |= 1 << field;
  });

  const bigramFieldSets = Uint32Array.from(new Set(masks)).sort();
  const numbers = new Map(Array.from(bigramFieldSets, (mask, number) => [mask, number]));
  const bigramFields = createSmallestArray(bigramFieldSets.length, masks.length);
  for (let i = 0; i < masks.length; i++) bigramFields[i] = numbers.get(masks[i]) ?? 0;
  return { bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets };
}

/** Returns the number of terms whose bigrams are indexed. */
function countBigramTerms(postingOffsets: Uint32Array, documentCount: number): number {
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
 *
 * @param onBigram receives the bigram as `a * termCount + b`. Terms are numbered from 0, the most frequent
 *   term first. `a` is the number of the first term, and `b` is the number of the second term.
 */
function scanBigrams(
  forwardOffsets: Uint32Array,
  forwardBytes: Uint8Array,
  fieldCount: number,
  termCount: number,
  onBigram: (bigram: number, document: number, field: number) => void,
): void {
  // The ids of fields and frequent terms are below 128 and take one byte each.
  const end = fieldCount + termCount;
  for (let document = 0; document + 1 < forwardOffsets.length; document++) {
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
