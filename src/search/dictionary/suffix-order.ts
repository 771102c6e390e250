import { partitionPoint } from '../structures/binary-search.js';

/**
 * Sorts terms by their reversed text, so that terms with the same suffix are next to each other. To
 * save space, omits terms that end in a digit from 0 to 9. Most of these terms are identifiers, for
 * which fuzzy searches are rare.
 *
 * @param terms all terms of a dictionary; the ordinal of a term is its index
 * @returns the ordinals of the terms, ascending by the reversed UTF-16 code units of the terms
 */
export function orderBySuffix(terms: readonly string[]): Uint32Array {
  const entries: { readonly ordinal: number; readonly reversed: string }[] = [];
  terms.forEach((term, ordinal) => {
    if (isInSuffixOrder(term))
      entries.push({ ordinal, reversed: term.split('').reverse().join('') });
  });
  entries.sort((a, b) => (a.reversed < b.reversed ? -1 : 1));
  return Uint32Array.from(entries, ({ ordinal }) => ordinal);
}

/**
 * Returns whether {@link orderBySuffix} includes all terms that end in `suffix`. Returns false for the
 * empty suffix and for a suffix that ends in a digit.
 */
export function isInSuffixOrder(suffix: string): boolean {
  return suffix !== '' && !/[0-9]$/.test(suffix);
}

/**
 * Returns the ordinals of the terms that end in `suffix`, as a view of `termsBySuffix`.
 *
 * @param suffix a suffix for which {@link isInSuffixOrder} returns true
 * @param termsBySuffix the result of {@link orderBySuffix}
 * @param offsets the start of each term in `units`, then the length of `units`
 * @param units the UTF-16 code units of all terms, concatenated
 */
export function termsWithSuffix(
  suffix: string,
  termsBySuffix: Uint32Array,
  offsets: Uint32Array,
  units: Uint16Array,
): Uint32Array {
  /** Compares the last code units of a term with the suffix, from back to front. */
  function compare(term: number): number {
    const start = offsets[term];
    let at = offsets[term + 1];
    for (let i = suffix.length - 1; i >= 0; i--) {
      if (at === start) return -1;
      const difference = units[--at] - suffix.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  const size = termsBySuffix.length;
  const start = partitionPoint(0, size, (i) => compare(termsBySuffix[i]) < 0);
  const end = partitionPoint(start, size, (i) => compare(termsBySuffix[i]) < 1);
  return termsBySuffix.subarray(start, end);
}
