import type { FrozenIndexData } from '../frozen-index-data.js';
import { decodeTerm } from './term-codec.js';
import { isListed, termsEndingIn } from './term-endings.js';

/** The terms of an index, numbered in the order of their code units. */
export interface Vocabulary {
  readonly size: number;
  /** The text of the term of that number, which must be below {@link size}. */
  termAt(number: number): string;
  /** Its length in code units. */
  lengthOf(number: number): number;
  /** The number of `term`, or -1. O(log size) comparisons. */
  find(term: string): number;
  /** The terms that begin with `prefix` are those from `start` up to but not `end`. */
  prefixRange(prefix: string): { readonly start: number; readonly end: number };
  /** Per term, where it begins in {@link units}; one more than there are terms. */
  readonly offsets: Uint32Array;
  readonly units: Uint16Array;
  /** The terms that end in `ending`, in no order; nothing when such are not listed: a digit. */
  withEnding(ending: string): Uint32Array | undefined;
  /** Per term, how many code units it shares with the term before it, at most 255. Made once. */
  sharedLengths(): Uint8Array;
  /**
   * The first term after `number`, or the size, that shares fewer than `length` units with the term
   * before it: it and `number` are parted within that length. Reads a block of terms at a time.
   */
  skip(number: number, length: number): number;
}

/** As many terms are skipped at once. */
const BLOCK = 64;

/** The vocabulary of an index. Nothing is copied or decoded ahead of a question. */
export function openVocabulary(
  data: Pick<FrozenIndexData, 'termOffsets' | 'termUnits' | 'termsByEnding'>,
): Vocabulary {
  const { termOffsets: offsets, termUnits: units } = data;
  const size = offsets.length - 1;
  let shared: Uint8Array | undefined;
  let leastShared: Uint8Array | undefined;

  /** Below 0, 0 or above 0 as the first `length` units of the term order against `text`. */
  function compare(number: number, text: string, length: number): number {
    const start = offsets[number];
    const end = Math.min(offsets[number + 1], start + length);
    const common = Math.min(end - start, text.length);
    for (let i = 0; i < common; i++) {
      const difference = units[start + i] - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return end - start - text.length;
  }

  /** The first term from `from` on whose first `length` units compare to `text` as `bound` or above. */
  function lowerBound(text: string, length: number, bound: 0 | 1, from: number): number {
    let low = from;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(middle, text, length) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    size,
    offsets,
    units,
    termAt: (number) => decodeTerm(units, offsets[number], offsets[number + 1]),
    lengthOf: (number) => offsets[number + 1] - offsets[number],
    find(term) {
      const number = lowerBound(term, Number.POSITIVE_INFINITY, 0, 0);
      const isFound = number < size && compare(number, term, Number.POSITIVE_INFINITY) === 0;
      return isFound ? number : -1;
    },
    prefixRange(prefix) {
      const start = lowerBound(prefix, prefix.length, 0, 0);
      return { start, end: lowerBound(prefix, prefix.length, 1, start) };
    },
    withEnding(ending) {
      if (!isListed(ending)) return undefined;
      return termsEndingIn(ending, data.termsByEnding, offsets, units);
    },
    sharedLengths() {
      shared ??= measureSharedLengths(offsets, units);
      return shared;
    },
    skip(number, length) {
      const lengths = this.sharedLengths();
      leastShared ??= leastOfBlocks(lengths);
      let at = number + 1;
      while (at < size && lengths[at] >= length) {
        at++;
        if (at % BLOCK === 0) {
          let block = at / BLOCK;
          while (block < leastShared.length && leastShared[block] >= length) block++;
          at = Math.min(size, block * BLOCK);
        }
      }
      return at;
    },
  };
}

function leastOfBlocks(lengths: Uint8Array): Uint8Array {
  const least = new Uint8Array(Math.ceil(lengths.length / BLOCK)).fill(255);
  for (let i = 0; i < lengths.length; i++) {
    const block = Math.floor(i / BLOCK);
    if (lengths[i] < least[block]) least[block] = lengths[i];
  }
  return least;
}

function measureSharedLengths(offsets: Uint32Array, units: Uint16Array): Uint8Array {
  const size = offsets.length - 1;
  const shared = new Uint8Array(size);
  for (let number = 1; number < size; number++) {
    const before = offsets[number - 1];
    const here = offsets[number];
    const most = Math.min(here - before, offsets[number + 1] - here, 255);
    let length = 0;
    while (length < most && units[before + length] === units[here + length]) length++;
    shared[number] = length;
  }
  return shared;
}
