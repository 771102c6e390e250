import { partitionPoint } from '../../base/binary-search.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import { decodeUnits } from './decode-units.js';

/**
 * Sorts terms by their reversed text, so that terms with the same suffix are next to each other. To
 * save space, omits terms that end in a digit from 0 to 9. Most of these terms are identifiers, for
 * which fuzzy searches are rare.
 *
 * @param offsets the start of each term in `units`, then the length of `units`; the ordinal of a term is its index
 * @param units the UTF-16 code units of all terms, concatenated
 * @param known some of the ordinals to return, in this order. Default: none
 * @returns the ordinals of the terms, ascending by the reversed UTF-16 code units of the terms
 */
export function orderBySuffix(
  offsets: Uint32Array,
  units: Uint16Array,
  known: Uint32Array = new Uint32Array(0),
): Uint32Array {
  const ordinals = new Uint32Array(offsets.length - 1);
  const isKnown = new Uint8Array(ordinals.length);
  for (const ordinal of known) isKnown[ordinal] = 1;
  ordinals.set(known);
  let count = known.length;
  for (let ordinal = 0; ordinal < ordinals.length; ordinal++) {
    const lastUnit = units[offsets[ordinal + 1] - 1];
    const isOmitted = offsets[ordinal] === offsets[ordinal + 1] || isDigit(lastUnit);
    if (isKnown[ordinal] === 0 && !isOmitted) ordinals[count++] = ordinal;
  }
  const reversed = (ordinal: number) =>
    decodeUnits(units.slice(offsets[ordinal], offsets[ordinal + 1]).reverse());
  return sortByKeys(ordinals.slice(0, count), reversed, { sortedCount: known.length });
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/**
 * Returns whether {@link orderBySuffix} includes all terms that end in `suffix`. Returns false for the
 * empty suffix and for a suffix that ends in a digit.
 */
export function isInSuffixOrder(suffix: string): boolean {
  return suffix !== '' && !isDigit(suffix.charCodeAt(suffix.length - 1));
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
