import type { FrozenIndexData } from '../../frozen-index-data.js';
import type { CountedFrequencySets } from '../merge-frequency-sets.js';

/** The document or term of the merged index for a document or term that the merged index does not have. */
export const LEFT_OUT = 0xffffffff;

/** An index whose documents become documents of a merged index, together with the documents of another index. */
export interface Part {
  readonly index: FrozenIndexData;
  /** By document: its document in the merged index, or {@link LEFT_OUT}. The documents of the merged index ascend. */
  readonly documents: Uint32Array;
}

/** A part, with the mapping of its terms to the merged index. */
export interface MappedPart extends Part {
  /** By term: the term of the merged index, or {@link LEFT_OUT}. The terms of the merged index ascend. */
  readonly terms: Uint32Array;
}

/** Counts the postings of a part that are in the merged index: by term, and by frequency set. */
export function countKeptPostings({ index, documents }: Part) {
  const { postingOffsets, postingDocuments, postingFrequencySets } = index;
  const { frequencySetOffsets, frequencySetFields, frequencySetFrequencies } = index;
  const counts = new Uint32Array(postingOffsets.length - 1);
  const setCounts = new Uint32Array(frequencySetOffsets.length - 1);
  for (let term = 0; term < counts.length; term++) {
    const end = postingOffsets[term + 1];
    for (let at = postingOffsets[term]; at < end; at++) {
      if (documents[postingDocuments[at]] === LEFT_OUT) continue;
      setCounts[postingFrequencySets[at]]++;
      counts[term]++;
    }
  }
  const frequencySets: CountedFrequencySets = {
    frequencySetOffsets,
    frequencySetFields,
    frequencySetFrequencies,
    counts: setCounts,
  };
  return { counts, frequencySets };
}
