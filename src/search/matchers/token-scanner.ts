import type { IndexReader } from '../index-reader.js';

/** Reads the tokens of single documents for any of a set of terms. */
export interface TokenScanner {
  /** Whether the document has any of the terms in any of the fields. */
  hasAny(document: number): boolean;
  /**
   * Counts the terms of a document by field. Gives how many pairs of term and field it has; they
   * stand in the arrays below until the next call.
   */
  countTerms(document: number): number;
  /** Places in the set of terms. */
  readonly places: number[];
  readonly fields: number[];
  readonly frequencies: number[];
}

/**
 * A scanner for `terms` (ascending) in the fields of `mask`. A document costs by its length; terms
 * that are neighbours in the vocabulary, as those of a prefix are, cost no search each.
 */
export function createTokenScanner(
  reader: IndexReader,
  terms: Uint32Array,
  mask: number,
): TokenScanner {
  const { tokenOffsets, tokenBytes, fields: fieldNames } = reader.data;
  const tokenTerms = reader.tokenTerms();
  const fieldCount = fieldNames.length;
  const first = terms[0];
  const last = terms[terms.length - 1];
  const isRange = last - first === terms.length - 1;
  const places: number[] = [];
  const fields: number[] = [];
  const frequencies: number[] = [];
  /** Per place, the last of its pairs, if that is one of this document and field. */
  const lastPairs = new Uint32Array(terms.length);

  /** Where a term stands among the terms, or -1. */
  function placeOf(term: number): number {
    if (term < first || term > last) return -1;
    if (isRange) return term - first;
    let low = 0;
    let high = terms.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (terms[middle] === term) return middle;
      if (terms[middle] < term) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  function scan(document: number, stopAtFirst: boolean): number {
    const end = tokenOffsets[document + 1];
    let at = tokenOffsets[document];
    let field = -1;
    let isWanted = false;
    let count = 0;
    let firstOfField = 0;
    while (at < end) {
      let byte = tokenBytes[at++];
      let code = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = tokenBytes[at++];
        code |= (byte & 0x7f) << shift;
      }
      if (code < fieldCount) {
        field = code;
        isWanted = (mask & (1 << field)) !== 0;
        firstOfField = count;
        continue;
      }
      if (!isWanted) continue;
      const place = placeOf(tokenTerms[code - fieldCount]);
      if (place < 0) continue;
      if (stopAtFirst) return 1;
      let pair = lastPairs[place];
      if (pair < firstOfField || pair >= count || places[pair] !== place) {
        pair = count;
        lastPairs[place] = pair;
        places[pair] = place;
        fields[pair] = field;
        frequencies[pair] = 0;
        count++;
      }
      frequencies[pair]++;
    }
    return count;
  }

  return {
    hasAny: (document) => scan(document, true) > 0,
    countTerms: (document) => scan(document, false),
    places,
    fields,
    frequencies,
  };
}
