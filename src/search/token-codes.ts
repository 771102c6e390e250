/**
 * The terms in the order of their codes in token streams: those with the most postings first, equal
 * ones by number. It follows from the postings alone, so no file needs to hold it. O(terms).
 */
export function rankTerms(postingOffsets: Uint32Array): Uint32Array {
  const termCount = postingOffsets.length - 1;
  let most = 0;
  for (let term = 0; term < termCount; term++) {
    most = Math.max(most, postingOffsets[term + 1] - postingOffsets[term]);
  }
  // Counting sort: first how many terms have more postings than each number, then their places.
  const places = new Uint32Array(most + 2);
  for (let term = 0; term < termCount; term++) {
    places[most - (postingOffsets[term + 1] - postingOffsets[term]) + 1]++;
  }
  for (let i = 1; i < places.length; i++) places[i] += places[i - 1];
  const ranked = new Uint32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    ranked[places[most - (postingOffsets[term + 1] - postingOffsets[term])]++] = term;
  }
  return ranked;
}

/** Per term, its code: the codes below `fieldCount` are those of fields. */
export function tokenCodesOf(ranked: Uint32Array, fieldCount: number): Uint32Array {
  const codes = new Uint32Array(ranked.length);
  for (let rank = 0; rank < ranked.length; rank++) codes[ranked[rank]] = fieldCount + rank;
  return codes;
}
