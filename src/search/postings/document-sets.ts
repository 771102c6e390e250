/*
 * Sets of documents as ascending arrays and as bitsets: intersection, union, difference, and the places of documents in
 * a list. The postings of a term are such a list, with a bitset if many documents have the term.
 */

import { gallop } from '../../base/binary-search.js';
import type { UnsignedArray } from '../../base/typed-arrays.js';
import type { FrozenIndexData } from '../frozen-index-data.js';

/**
 * The number of documents that {@link Bitset.countIfAtLeast} counts before it checks again whether the
 * minimum can be reached.
 */
const COUNT_STRIDE = 64;

/** A set of documents with one bit per document. */
export class Bitset {
  private readonly words: Uint32Array;

  /** @param size the set can contain the documents from 0 to `size - 1` */
  constructor(size: number) {
    this.words = new Uint32Array((size + 31) >>> 5);
  }

  /** Adds documents, in any order. */
  addAll(documents: Uint32Array): void {
    const { words } = this;
    // Consecutive documents often share a 32-bit word. The loop collects their bits in `word` and then
    // stores the word once.
    let index = 0;
    let word = 0;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      if (document >>> 5 !== index) {
        words[index] |= word;
        index = document >>> 5;
        word = 0;
      }
      word |= 1 << document;
    }
    if (word !== 0) words[index] |= word;
  }

  /**
   * Counts the documents of `documents[start..end)` that are in the set. Returns 0 when the count is
   * below `minCount`. Stops early when the count can no longer reach `minCount`.
   */
  countIfAtLeast(documents: Uint32Array, start: number, end: number, minCount: number): number {
    const { words } = this;
    let count = 0;
    for (let from = start; from < end; from += COUNT_STRIDE) {
      if (count + end - from < minCount) return 0;
      const stop = Math.min(from + COUNT_STRIDE, end);
      for (let i = from; i < stop; i++) {
        const document = documents[i];
        count += (words[document >>> 5] >>> document) & 1;
      }
    }
    return count < minCount ? 0 : count;
  }

  /**
   * Counts the documents of the set that are also in another set of the same size.
   *
   * @param marked the other set as bits: bit `d & 31` of word `start + (d >>> 5)` is set when the other set
   *   contains document `d`
   */
  countMarked(marked: Uint32Array, start: number): number {
    const { words } = this;
    const end = words.length - (words.length % 3);
    let count = 0;
    // Counts the bits of three words together, because the counts of three groups of four bits fit into four bits.
    for (let i = 0; i < end; i += 3) {
      const sum =
        countBitsOfNibbles(words[i] & marked[start + i]) +
        countBitsOfNibbles(words[i + 1] & marked[start + i + 1]) +
        countBitsOfNibbles(words[i + 2] & marked[start + i + 2]);
      count += Math.imul((sum & 0x0f0f0f0f) + ((sum >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
    }
    for (let i = end; i < words.length; i++) count += countBits(words[i] & marked[start + i]);
    return count;
  }

  clear(): void {
    this.words.fill(0);
  }

  add(document: number): void {
    this.words[document >>> 5] |= 1 << (document & 31);
  }

  /**
   * Removes all documents and returns them, ascending. O(s / 32 + d) for a set that was created with size
   * `s` and contains `d` documents.
   */
  drain(): Uint32Array {
    const { words } = this;
    let size = 0;
    for (let i = 0; i < words.length; i++) size += countBits(words[i]);
    const documents = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < words.length; i++) {
      let word = words[i];
      if (word === 0) continue;
      words[i] = 0;
      while (word !== 0) {
        const lowest = word & -word;
        documents[count++] = (i << 5) + 31 - Math.clz32(lowest);
        word ^= lowest;
      }
    }
    return documents;
  }
}

export function countBits(word: number): number {
  const bits = countBitsOfNibbles(word);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Counts the set bits of each group of four bits of a 32-bit word. Returns the counts in four bits each. */
function countBitsOfNibbles(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

/**
 * When a list is more than this many times as long as another list, galloping through the longer list
 * is faster than reading all of it.
 */
export const GALLOP_RATIO = 32;
/** When a bitset has more 32-bit words than this factor times the total length of two lists, galloping is faster. */
const MAX_WORDS_PER_DOCUMENT = 8;

/** Returns whether a galloping search for the documents of `some` in `list` is faster than a bitset of `list`. */
function isGallopingFaster(some: Uint32Array, list: Uint32Array): boolean {
  return (
    list.length > some.length * GALLOP_RATIO ||
    wordCount(some, list) > (some.length + list.length) * MAX_WORDS_PER_DOCUMENT
  );
}

/** Returns the number of 32-bit words of a bitset that can contain the documents of both lists. */
function wordCount(a: Uint32Array, b: Uint32Array): number {
  return (Math.max(a.at(-1) ?? 0, b.at(-1) ?? 0) >>> 5) + 1;
}

/**
 * Returns the documents that are in both lists, ascending. Uses a galloping search or a bitset, see
 * {@link isGallopingFaster}.
 *
 * @param a ascending, without duplicates
 * @param b ascending, without duplicates
 */
export function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [small, large] = a.length <= b.length ? [a, b] : [b, a];
  const both = new Uint32Array(small.length);
  let count = 0;
  if (isGallopingFaster(small, large)) {
    let from = 0;
    for (let i = 0; i < small.length && from < large.length; i++) {
      const document = small[i];
      from = gallop(large, document, from);
      if (large[from] === document) both[count++] = document;
    }
    return both.subarray(0, count);
  }
  const marked = markDocuments(large, small);
  for (let i = 0; i < small.length; i++) {
    const document = small[i];
    both[count] = document;
    count += (marked[document >>> 5] >>> document) & 1;
  }
  return both.subarray(0, count);
}

/**
 * Returns the documents of `a` that are not in `b`, ascending. Returns `a` itself when `b` is empty.
 *
 * @param a ascending, without duplicates
 * @param b ascending, without duplicates
 */
export function difference(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  const rest = new Uint32Array(a.length);
  let count = 0;
  if (isGallopingFaster(a, b)) {
    let from = 0;
    for (let i = 0; i < a.length; i++) {
      const document = a[i];
      from = gallop(b, document, from);
      if (from === b.length || b[from] !== document) rest[count++] = document;
    }
    return rest.subarray(0, count);
  }
  const marked = markDocuments(b, a);
  for (let i = 0; i < a.length; i++) {
    const document = a[i];
    rest[count] = document;
    count += (~marked[document >>> 5] >>> document) & 1;
  }
  return rest.subarray(0, count);
}

/**
 * Returns the documents of `list` as bits: bit `d & 31` of element `d >>> 5` is set when `list` contains
 * document `d`. The array is long enough to look up every document of `others`. The lookups need no
 * unpredictable branch and take a third of the time of a merge of the two lists.
 *
 * @param list ascending
 * @param others ascending
 */
function markDocuments(list: Uint32Array, others: Uint32Array): Uint32Array {
  const marked = new Uint32Array(wordCount(list, others));
  for (let i = 0; i < list.length; i++) {
    const document = list[i];
    marked[document >>> 5] |= 1 << document;
  }
  return marked;
}

/**
 * Returns the documents of `candidates` that are marked, in the order of `candidates`.
 *
 * @param marked bit `d & 31` of word `d >>> 5` is set when document `d` is marked
 */
export function selectMarked(candidates: Uint32Array, marked: Uint32Array): Uint32Array {
  const kept = new Uint32Array(candidates.length);
  let count = 0;
  let i = 0;
  // The loop is unrolled, so that the processor can do the four lookups of a step in parallel.
  for (; i + 4 <= candidates.length; i += 4) {
    const a = candidates[i];
    const b = candidates[i + 1];
    const c = candidates[i + 2];
    const d = candidates[i + 3];
    const countA = count + ((marked[a >>> 5] >>> a) & 1);
    const countB = countA + ((marked[b >>> 5] >>> b) & 1);
    const countC = countB + ((marked[c >>> 5] >>> c) & 1);
    const countD = countC + ((marked[d >>> 5] >>> d) & 1);
    kept[count] = a;
    kept[countA] = b;
    kept[countB] = c;
    kept[countC] = d;
    count = countD;
  }
  for (; i < candidates.length; i++) {
    kept[count] = candidates[i];
    count += (marked[candidates[i] >>> 5] >>> candidates[i]) & 1;
  }
  return kept.subarray(0, count);
}

type WithBitset = (work: (bitset: Bitset) => Uint32Array) => Uint32Array;

/** When the other lists together are at most 1/MERGE_RATIO as long as the longest list, a merge is faster. */
const MERGE_RATIO = 4;

/**
 * Returns the documents that are in any of the lists, ascending. The result can be one of the lists.
 *
 * The lists are added to a bitset. A list that is much longer than the others is merged with the union of the
 * others instead: the branches of such a merge are easy to predict.
 *
 * @param lists each ascending and without duplicates
 * @param withBitset runs work with an empty bitset, which the work leaves empty
 */
export function unite(lists: readonly Uint32Array[], withBitset: WithBitset): Uint32Array {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? new Uint32Array(0);
  const longest = filled.reduce((a, b) => (b.length > a.length ? b : a));
  const others = filled.filter((list) => list !== longest);
  const otherLength = others.reduce((sum, { length }) => sum + length, 0);
  if (otherLength * MERGE_RATIO > longest.length) return uniteInBitset(filled, withBitset);
  return unitePair(longest, others.length === 1 ? others[0] : uniteInBitset(others, withBitset));
}

function uniteInBitset(lists: readonly Uint32Array[], withBitset: WithBitset): Uint32Array {
  return withBitset((bitset) => {
    for (const list of lists) bitset.addAll(list);
    return bitset.drain();
  });
}

/**
 * Returns the documents that are in either list, ascending.
 *
 * @param long ascending and without duplicates. Usually the longer list.
 * @param short ascending and without duplicates
 */
export function unitePair(long: Uint32Array, short: Uint32Array): Uint32Array {
  const merged = new Uint32Array(long.length + short.length);
  let count = 0;
  let i = 0;
  for (let j = 0; j < short.length; j++) {
    const document = short[j];
    while (i < long.length && long[i] < document) merged[count++] = long[i++];
    if (long[i] === document) i++;
    merged[count++] = document;
  }
  while (i < long.length) merged[count++] = long[i++];
  return merged.subarray(0, count);
}

/** The position of a document that is not in a list. All bits of this number are set. */
export const NOT_FOUND = -1;

/**
 * Writes to `positions[i]` the position of `documents[i]` in `list`, or {@link NOT_FOUND}.
 *
 * @param documents ascending, without duplicates
 * @param list ascending, without duplicates
 * @param positions At least as long as `documents`. Default: a new array of this length.
 * @returns `positions`
 */
export function locateAll(
  documents: Uint32Array,
  list: Uint32Array,
  positions: Int32Array = new Int32Array(documents.length),
): Int32Array {
  let position = 0;
  if (list.length > documents.length * GALLOP_RATIO) {
    for (let i = 0; i < documents.length; i++) {
      position = gallop(list, documents[i], position);
      positions[i] = list[position] === documents[i] ? position : NOT_FOUND;
    }
  } else if (documents.length > list.length * GALLOP_RATIO) {
    positions.fill(NOT_FOUND, 0, documents.length);
    for (let i = 0; position < list.length; position++) {
      i = gallop(documents, list[position], i);
      if (documents[i] === list[position]) positions[i] = position;
    }
  } else {
    for (let i = 0; i < documents.length; i++) {
      while (position < list.length && list[position] < documents[i]) position++;
      positions[i] = list[position] === documents[i] ? position : NOT_FOUND;
    }
  }
  return positions;
}

/**
 * The documents of a long posting list as a bitset. The bitset also stores, for each 32-bit word, the
 * number of documents in the words before (the rank). The rank gives the position of a document in the
 * list in O(1). Takes 8 bytes per 32 documents of the index.
 */
export class RankBitset {
  private readonly words: Uint32Array;
  private readonly ranks: Uint32Array;

  /** @param numbers see {@link writeRankBitset} */
  constructor(numbers: Uint32Array) {
    this.words = numbers.subarray(0, numbers.length / 2);
    this.ranks = numbers.subarray(numbers.length / 2);
  }

  /** Returns the documents of `candidates` that are in the list, in the order of `candidates`. */
  restrict(candidates: Uint32Array): Uint32Array {
    return selectMarked(candidates, this.words);
  }

  /** Writes to `positions[i]` the position of `documents[i]` in the list, or {@link NOT_FOUND}. */
  locateAll(documents: Uint32Array, positions: Int32Array): void {
    const { words, ranks } = this;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const word = words[document >>> 5];
      const isFound = (word >>> document) & 1;
      const rank = ranks[document >>> 5] + countBits(word & ~(-1 << document));
      // For a document that is not in the list, all bits of `isFound - 1` are set, so the result is
      // NOT_FOUND.
      positions[i] = rank | ((isFound - 1) & NOT_FOUND);
    }
  }
}

/**
 * Returns the length of the numbers of a {@link RankBitset}.
 *
 * @param size a number above every document in the list and every document that is looked up
 */
export function rankBitsetLength(size: number): number {
  return 2 * ((size + 31) >>> 5);
}

/**
 * Writes the numbers of a {@link RankBitset}: its words, then the rank of each word.
 *
 * @param documents ascending, without duplicates
 * @param numbers receives the numbers; see {@link rankBitsetLength}
 */
export function writeRankBitset(documents: Uint32Array, numbers: Uint32Array): void {
  const wordCount = numbers.length / 2;
  let position = 0;
  for (let word = 0; word < wordCount; word++) {
    numbers[wordCount + word] = position;
    let bits = 0;
    const end = 32 * (word + 1);
    while (position < documents.length && documents[position] < end) {
      bits |= 1 << documents[position++];
    }
    numbers[word] = bits;
  }
}

/** The postings of one term in all fields. The arrays are views of the index. */
export class PostingList {
  /**
   * @param documents the documents that have the term, ascending and without duplicates
   * @param frequencySets Parallel to `documents`: the number of the frequency set of each posting. A frequency set is the
   *   fields that contain the term, with the number of occurrences in each field.
   * @param rankBitset `documents` as a bitset. Default: the list is searched without a bitset.
   */
  constructor(
    readonly documents: Uint32Array,
    readonly frequencySets: Uint16Array | Uint32Array,
    private readonly rankBitset?: RankBitset,
  ) {}

  /** Returns the documents of `candidates` (ascending) that have the term, ascending. */
  restrict(candidates: Uint32Array): Uint32Array {
    return this.rankBitset?.restrict(candidates) ?? intersect(candidates, this.documents);
  }

  /**
   * Writes to `positions[i]` the position of `documents[i]` in the list, or {@link NOT_FOUND}.
   *
   * @param documents ascending, without duplicates
   * @param positions at least as long as `documents`
   */
  locate(documents: Uint32Array, positions: Int32Array): void {
    if (this.rankBitset === undefined) locateAll(documents, this.documents, positions);
    else this.rankBitset.locateAll(documents, positions);
  }
}

/**
 * A bigram is a term directly followed by another term. Bigrams are indexed only when both terms are among
 * the most frequent terms of the index. This constant is the maximum number of these terms.
 */
export const MAX_BIGRAM_TERMS = 64;

/**
 * The documents that contain a bigram, which is a term directly followed by another term within one run of the
 * forward index. The arrays are views of the index, so they must not be modified.
 */
export interface BigramPostings {
  /** The documents, ascending and without duplicates. */
  readonly documents: Uint32Array;
  /**
   * For each document, the set of fields that contain the bigram: an index into
   * {@link bigramFieldSets}. Parallel to {@link documents}.
   */
  readonly fields: UnsignedArray;
  /** The distinct sets of fields, as masks with one bit per field. */
  readonly bigramFieldSets: Uint32Array;
}

/**
 * Finds the postings of a bigram. Returns undefined when one of the two terms is not among the terms whose
 * bigrams are indexed. Returns empty postings when no document contains the bigram.
 *
 * @param first the forward index id of the first term: the number of fields, plus the rank of the term by
 *   descending frequency, from 0
 * @param second the forward index id of the second term
 */
export function findBigram(
  data: FrozenIndexData,
  first: number,
  second: number,
): BigramPostings | undefined {
  const { fields, bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets } = data;
  // For n terms, `bigramOffsets` has n * n + 1 elements.
  const termCount = Math.sqrt(bigramOffsets.length - 1);
  const [a, b] = [first - fields.length, second - fields.length];
  if (a >= termCount || b >= termCount) return undefined;
  const start = bigramOffsets[a * termCount + b];
  const end = bigramOffsets[a * termCount + b + 1];
  return {
    documents: bigramDocuments.subarray(start, end),
    fields: bigramFields.subarray(start, end),
    bigramFieldSets,
  };
}
