import { partitionPoint } from '../structures/binary-search.js';

/**
 * Sorts terms by their reversed text, so that terms with the same suffix are next to each other. To
 * save space, omits terms that end in a digit. Most of these are identifiers, which outnumber the
 * words of a catalog, and fuzzy searches for identifiers are rare.
 *
 * @param terms ascending
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
 * Returns whether {@link orderBySuffix} includes the terms with a suffix. Returns false for the empty
 * suffix and for a suffix that ends in a digit.
 */
export function isInSuffixOrder(suffix: string): boolean {
  return suffix !== '' && !/[0-9]$/.test(suffix);
}

/**
 * Returns the ordinals of the terms that end in `suffix`, as a view of `termsBySuffix`.
 *
 * @param suffix a suffix for which {@link isInSuffixOrder} returns true
 * @param termsBySuffix the result of {@link orderBySuffix}
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
