/*
 * The sorted terms of an index: encoding, exact and prefix search, search by suffix, and skipping terms while walking.
 * `expand-term.ts` and `spelling-candidates.ts` find similar terms with it.
 */

import { partitionPoint } from '../../base/binary-search.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import { sumCounts } from '../../base/typed-arrays.js';
import type { FrozenIndexData } from '../frozen-index-data.js';

/**
 * Encodes terms as concatenated UTF-16 code units, in the given order. Term `i` begins at `termOffsets[i]` and
 * ends before `termOffsets[i + 1]`.
 */
export function encodeTerms(terms: readonly string[]): {
  readonly termOffsets: Uint32Array;
  readonly termUnits: Uint16Array;
} {
  const termOffsets = new Uint32Array(terms.length + 1);
  terms.forEach((term, ordinal) => {
    termOffsets[ordinal + 1] = term.length;
  });
  sumCounts(termOffsets, 'code units in terms');
  const termUnits = new Uint16Array(termOffsets[terms.length]);
  let at = 0;
  for (const term of terms) {
    for (let i = 0; i < term.length; i++) termUnits[at++] = term.charCodeAt(i);
  }
  return { termOffsets, termUnits };
}

/** Returns the UTF-16 code units of a term. */
export function unitsOf(term: string): Uint16Array {
  const units = new Uint16Array(term.length);
  for (let i = 0; i < units.length; i++) units[i] = term.charCodeAt(i);
  return units;
}

/** Decodes the term `termUnits[start..end)`. */
export function decodeTerm(termUnits: Uint16Array, start: number, end: number): string {
  return decodeUnits(termUnits.subarray(start, end));
}

/** Consecutive terms: the ordinals `[start, end)`. */
export interface TermRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The term dictionary of an index. The ordinal of a term is its position, from 0, in the order of the
 * UTF-16 code units of the terms.
 */
export interface TermDictionary {
  /** The number of terms. */
  readonly size: number;
  /** Returns the text of a term. `ordinal` must be below {@link size}. */
  termAt(ordinal: number): string;
  /** Returns the length of a term in UTF-16 code units. */
  lengthOf(ordinal: number): number;
  /**
   * Returns the ordinal of `term`, or -1 when `term` is not in the dictionary. O(log size) comparisons.
   *
   * @param within a range that contains `term` if the dictionary does. Default: all terms.
   */
  find(term: string, within?: TermRange): number;
  /** Returns the range of `term` alone, or an empty range when `term` is not in the dictionary. */
  exactRange(term: string): TermRange;
  /**
   * Returns the range of the terms that begin with `prefix`.
   *
   * @param within a range that contains all these terms. Default: all terms.
   */
  prefixRange(prefix: string, within?: TermRange): TermRange;
  /** The start of each term in {@link units}, then the length of `units`. */
  readonly offsets: Uint32Array;
  /** The code units of all terms, concatenated. */
  readonly units: Uint16Array;
  /**
   * Returns the ordinals of the terms that end in `suffix`, in no particular order. Returns undefined
   * for the empty suffix and for a suffix that ends in a digit, because the suffix order of the index
   * omits the terms that end in a digit.
   */
  withSuffix(suffix: string): Uint32Array | undefined;
  /**
   * The shared length of each term: the length of the prefix that the term shares with the term before it, at most 255.
   */
  readonly sharedLengths: Uint8Array;
  /**
   * Returns the ordinal of the first term after `ordinal` whose shared length (see
   * {@link sharedLengths}) is below `length`, or {@link size}. All skipped terms begin with the same
   * `length` code units as the term at `ordinal`.
   */
  skip(ordinal: number, length: number): number;
}

/** Where possible, {@link TermDictionary.skip} skips whole blocks of this many terms. */
const BLOCK_SIZE = 64;

/** Opens the term dictionary of an index. Copies no data and decodes no terms. */
export function openTermDictionary(
  data: Pick<
    FrozenIndexData,
    'termOffsets' | 'termUnits' | 'termSharedLengths' | 'termMinSharedLengths' | 'termsBySuffix'
  >,
): TermDictionary {
  const { termOffsets: offsets, termUnits: units, termSharedLengths: lengths } = data;
  const size = offsets.length - 1;
  const allTerms: TermRange = { start: 0, end: size };

  /** Compares the first `length` code units of a term with `text`. */
  function compare(ordinal: number, text: string, length: number): number {
    const start = offsets[ordinal];
    const end = Math.min(offsets[ordinal + 1], start + length);
    const common = Math.min(end - start, text.length);
    for (let i = 0; i < common; i++) {
      const difference = units[start + i] - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return end - start - text.length;
  }

  /**
   * Searches the terms of a range. With `bound` 0, returns the ordinal of the first term whose first
   * `length` code units are equal to `text` or after it. With `bound` 1, returns the ordinal of the
   * first term whose first `length` code units are after `text`. Returns the end of the range if there
   * is no such term.
   */
  function findBound(text: string, length: number, bound: 0 | 1, range: TermRange): number {
    const { start, end } = range;
    return partitionPoint(start, end, (ordinal) => compare(ordinal, text, length) < bound);
  }

  function find(term: string, within = allTerms): number {
    const ordinal = findBound(term, Number.POSITIVE_INFINITY, 0, within);
    const isFound = ordinal < within.end && compare(ordinal, term, Number.POSITIVE_INFINITY) === 0;
    return isFound ? ordinal : -1;
  }

  return {
    size,
    offsets,
    units,
    termAt: (ordinal) => decodeTerm(units, offsets[ordinal], offsets[ordinal + 1]),
    lengthOf: (ordinal) => offsets[ordinal + 1] - offsets[ordinal],
    find,
    exactRange(term) {
      const ordinal = find(term);
      return ordinal < 0 ? { start: 0, end: 0 } : { start: ordinal, end: ordinal + 1 };
    },
    prefixRange(prefix, within = allTerms) {
      const start = findBound(prefix, prefix.length, 0, within);
      if (start === within.end || compare(start, prefix, prefix.length) !== 0) {
        return { start, end: start };
      }
      return { start, end: findBound(prefix, prefix.length, 1, { start, end: within.end }) };
    },
    withSuffix(suffix) {
      if (!isInSuffixOrder(suffix)) return undefined;
      return termsWithSuffix(suffix, data.termsBySuffix, offsets, units);
    },
    sharedLengths: lengths,
    skip(ordinal, length) {
      const minimums = data.termMinSharedLengths;
      let at = ordinal + 1;
      while (at < size && lengths[at] >= length) {
        at++;
        if (at % BLOCK_SIZE === 0) {
          let block = at / BLOCK_SIZE;
          while (block < minimums.length && minimums[block] >= length) block++;
          at = Math.min(size, block * BLOCK_SIZE);
        }
      }
      return at;
    },
  };
}

/** Returns the lowest shared length of each block of terms, which {@link TermDictionary.skip} reads. */
export function minSharedLengthsOf(sharedLengths: Uint8Array): Uint8Array {
  const minimums = new Uint8Array(Math.ceil(sharedLengths.length / BLOCK_SIZE)).fill(255);
  for (let block = 0; block < minimums.length; block++) {
    const end = Math.min(sharedLengths.length, (block + 1) * BLOCK_SIZE);
    for (let i = block * BLOCK_SIZE; i < end; i++) {
      if (sharedLengths[i] < minimums[block]) minimums[block] = sharedLengths[i];
    }
  }
  return minimums;
}

/**
 * Returns the shared length of each term: the length of the prefix that the term shares with the term before it,
 * at most 255. The shared length of the first term is 0.
 */
export function measureSharedLengths(offsets: Uint32Array, units: Uint16Array): Uint8Array {
  const size = offsets.length - 1;
  const shared = new Uint8Array(size);
  for (let ordinal = 1; ordinal < size; ordinal++) {
    const before = offsets[ordinal - 1];
    const here = offsets[ordinal];
    const maxLength = Math.min(here - before, offsets[ordinal + 1] - here, 255);
    let length = 0;
    while (length < maxLength && units[before + length] === units[here + length]) length++;
    shared[ordinal] = length;
  }
  return shared;
}

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
function isInSuffixOrder(suffix: string): boolean {
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
function termsWithSuffix(
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

/**
 * The maximum number of arguments of a `String.fromCharCode` call. With too many arguments, a call throws
 * a `RangeError`.
 */
const MAX_ARGUMENTS = 4096;

function decodeUnits(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += MAX_ARGUMENTS) {
    const part = units.subarray(at, at + MAX_ARGUMENTS);
    // Uses `apply`, because spread arguments take three times as long.
    text += String.fromCharCode.apply(null, part as unknown as number[]);
  }
  return text;
}
