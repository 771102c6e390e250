import { minSharedLengthsOf } from '../dictionary/term-dictionary.js';
import type { FrozenIndexData } from '../frozen-index-data.js';
import { rankBitsetLength, writeRankBitset } from '../postings/posting-list.js';

/** A term is dense when at least 1/DENSE_RATIO of all documents have the term. */
const DENSE_RATIO = 32;

/** The arrays of an index that only make lookups in its other arrays faster. */
type IndexLookups = Pick<FrozenIndexData, 'termMinSharedLengths' | 'denseTerms' | 'denseBitsets'>;

/**
 * Builds the arrays that make lookups in an index faster.
 *
 * @param termSharedLengths see `FrozenIndexData`, like the other parameters
 */
export function buildIndexLookups(
  termSharedLengths: Uint8Array,
  postingOffsets: Uint32Array,
  postingDocuments: Uint32Array,
  documentCount: number,
): IndexLookups {
  const dense: number[] = [];
  for (let term = 0; term + 1 < postingOffsets.length; term++) {
    const count = postingOffsets[term + 1] - postingOffsets[term];
    if (count * DENSE_RATIO >= documentCount) dense.push(term);
  }
  const length = rankBitsetLength(documentCount);
  const denseBitsets = new Uint32Array(dense.length * length);
  dense.forEach((term, i) => {
    const documents = postingDocuments.subarray(postingOffsets[term], postingOffsets[term + 1]);
    writeRankBitset(documents, denseBitsets.subarray(i * length, (i + 1) * length));
  });
  return {
    termMinSharedLengths: minSharedLengthsOf(termSharedLengths),
    denseTerms: Uint32Array.from(dense),
    denseBitsets,
  };
}
