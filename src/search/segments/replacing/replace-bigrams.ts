import {
  type CollectedBigrams,
  collectBigrams,
  countBigramTerms,
  encodeBigrams,
  mergeBigrams,
} from '../merge-bigrams.js';
import type { ForwardIndex } from '../merge-forward-index.js';
import { LEFT_OUT, type MappedPart, type Part } from './part.js';

/**
 * Merges the bigram postings of the kept and the added documents. Reads the forward index of the added documents only,
 * unless a term has become one of the most frequent terms.
 *
 * @param forwardIndex the merged forward index
 * @param postingOffsets the merged posting offsets
 * @param termsByFrequency the merged `termsByFrequency`
 */
export function replaceBigrams(
  before: MappedPart,
  added: Part,
  forwardIndex: ForwardIndex,
  postingOffsets: Uint32Array,
  termsByFrequency: Uint32Array,
) {
  const fieldCount = before.index.fields.length;
  const documentCount = forwardIndex.forwardOffsets.length - 1;
  const termCount = countBigramTerms(postingOffsets, documentCount);
  const termsBefore = bigramTermsOf(before);
  const numbersBefore = Array.from(termsByFrequency.subarray(0, termCount), (term) =>
    termsBefore.indexOf(term),
  );
  if (numbersBefore.includes(-1)) return mergeBigrams(forwardIndex, postingOffsets, fieldCount);
  const bigramsBefore = numbersBefore.flatMap((first) =>
    numbersBefore.map((second) => first * termsBefore.length + second),
  );
  const addedBigrams = collectBigrams(forwardIndex, fieldCount, termCount, added.documents);
  return encodeBigrams(mergeWithKept(before, bigramsBefore, addedBigrams));
}

/** Returns the terms whose bigrams a part has, the most frequent term first, as terms of the merged index. */
function bigramTermsOf({ index, terms }: MappedPart) {
  const count = countBigramTerms(index.postingOffsets, index.documentCount);
  return Array.from(index.termsByFrequency.subarray(0, count), (term) => terms[term]);
}

/** @param bigramsBefore by bigram: its number in the index before */
function mergeWithKept(
  { index, documents: mergedDocuments }: Part,
  bigramsBefore: readonly number[],
  added: CollectedBigrams,
): CollectedBigrams {
  const { bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets } = index;
  const offsets = new Uint32Array(bigramsBefore.length + 1);
  const documents = new Uint32Array(bigramDocuments.length + added.documents.length);
  const masks = new Uint32Array(documents.length);
  let length = 0;
  bigramsBefore.forEach((bigramBefore, bigram) => {
    let next = added.offsets[bigram];
    const addedEnd = added.offsets[bigram + 1];
    const end = bigramOffsets[bigramBefore + 1];
    for (let at = bigramOffsets[bigramBefore]; at <= end; at++) {
      const document = at < end ? mergedDocuments[bigramDocuments[at]] : Number.POSITIVE_INFINITY;
      if (document === LEFT_OUT) continue;
      for (; next < addedEnd && added.documents[next] < document; next++) {
        documents[length] = added.documents[next];
        masks[length++] = added.masks[next];
      }
      if (at === end) break;
      documents[length] = document;
      masks[length++] = bigramFieldSets[bigramFields[at]];
    }
    offsets[bigram + 1] = length;
  });
  return {
    offsets,
    documents: documents.subarray(0, length),
    masks: masks.subarray(0, length),
  };
}
