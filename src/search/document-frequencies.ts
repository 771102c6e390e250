import { FEW_POSTINGS, type FrozenIndexData } from './frozen-index-data.js';

/** In how many documents terms stand, field by field. */
export interface DocumentFrequencies {
  /**
   * Looks a term up: O(log frequent terms), or O(postings) where there are few. Gives in how many
   * fields it stands; they stand in the arrays below until the next call.
   */
  read(term: number): number;
  readonly fields: Uint8Array;
  /** Beside {@link fields}. */
  readonly frequencies: Uint32Array;
}

/** Reads document frequencies: those of frequent terms are stored, those of others are counted. */
export function openDocumentFrequencies(data: FrozenIndexData): DocumentFrequencies {
  const { frequentTerms, frequencyOffsets, frequencyFields, documentFrequencies } = data;
  const { postingOffsets, postingSignatures, signatureOffsets, signatureFields } = data;
  const fields = new Uint8Array(data.fields.length);
  const frequencies = new Uint32Array(data.fields.length);
  const counts = new Uint32Array(data.fields.length);

  function readStored(term: number): number {
    let low = 0;
    let high = frequentTerms.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (frequentTerms[middle] < term) low = middle + 1;
      else high = middle;
    }
    const start = frequencyOffsets[low];
    const count = frequencyOffsets[low + 1] - start;
    for (let i = 0; i < count; i++) {
      fields[i] = frequencyFields[start + i];
      frequencies[i] = documentFrequencies[start + i];
    }
    return count;
  }

  function countPostings(term: number): number {
    for (let posting = postingOffsets[term]; posting < postingOffsets[term + 1]; posting++) {
      const signature = postingSignatures[posting];
      const end = signatureOffsets[signature + 1];
      for (let at = signatureOffsets[signature]; at < end; at++) counts[signatureFields[at]]++;
    }
    let count = 0;
    for (let field = 0; field < counts.length; field++) {
      if (counts[field] === 0) continue;
      fields[count] = field;
      frequencies[count++] = counts[field];
      counts[field] = 0;
    }
    return count;
  }

  return {
    fields,
    frequencies,
    read(term) {
      const isFrequent = postingOffsets[term + 1] - postingOffsets[term] > FEW_POSTINGS;
      return isFrequent ? readStored(term) : countPostings(term);
    },
  };
}
