/*
 * The documents of each value of a column. Counts large parts of all documents by value instead of by document.
 */

import { memoizePerObject } from '../../base/lazy.js';
import { checkCount } from '../../base/typed-arrays.js';
import type { DocValuesColumn, DocValuesColumnData } from '../columns/doc-values-column.js';
import { type Bitset, intersect, selectMarked } from '../postings/document-sets.js';
import { TopK } from '../top-k.js';
import { type FacetCounts, facetCountsOf } from './column-counter.js';

/**
 * The inverted form of a column: the documents of each value. A value of many documents has a bitset, with one
 * bit per document of the index. Every other value has a list of documents.
 */
export interface ValuePostings {
  /** The ordinals of all values by descending number of documents, then ascending. */
  readonly ranked: Uint32Array;
  /** Ordinal `i` has the words from `offsets[i]` up to but not including `offsets[i + 1]` of {@link words}. */
  readonly offsets: Uint32Array;
  /**
   * The documents of the values. In a list, each word is a document, ascending. In a bitset, bit `d & 31` of word
   * `d >>> 5` is set when document `d` has the value.
   */
  readonly words: Uint32Array;
}

/**
 * A value has a bitset when more than 1/BITSET_RATIO of all documents have the value. Reading a word of a bitset
 * takes about twice as long as reading a document of a list.
 */
const BITSET_RATIO = 16;

function hasBitset({ data, documentCount }: DocValuesColumn, value: number): boolean {
  return data.counts[value] * BITSET_RATIO > documentCount;
}

/** Builds the words of a column's postings. O(values of all documents + documents). */
export function buildPostingWords(column: DocValuesColumn): Uint32Array {
  const { data, dictionary, documentCount } = column;
  const { offsets: starts, values } = data;
  const { offsets, length } = postingOffsets(column);
  checkCount(length, 'words in the postings of a column');
  /** 1 for each ordinal that has a bitset. The last element is for documents without a value. */
  const isBitset = new Uint8Array(dictionary.size + 1);
  for (let value = 0; value < dictionary.size; value++) {
    isBitset[value] = hasBitset(column, value) ? 1 : 0;
  }
  const words = new Uint32Array(length);
  const cursors = offsets.slice();
  for (let document = 0; document < documentCount; document++) {
    const end = starts === undefined ? document + 1 : Math.min(starts[document + 1], values.length);
    for (let at = starts === undefined ? document : starts[document]; at < end; at++) {
      const value = values[at];
      if (value === dictionary.size) continue;
      if (isBitset[value]) words[offsets[value] + (document >>> 5)] |= 1 << document;
      else words[cursors[value]++] = document;
    }
  }
  return words;
}

/** Opens the words that {@link buildPostingWords} built. O(values + documents). */
export function openValuePostings(column: DocValuesColumn, words: Uint32Array): ValuePostings {
  return { ranked: rankValues(column), offsets: postingOffsets(column).offsets, words };
}

/** Returns the offsets of a column's postings, and the number of words of all postings. */
function postingOffsets(column: DocValuesColumn): { offsets: Uint32Array; length: number } {
  const { documentCount, data } = column;
  const { counts } = data;
  const bitsetLength = (documentCount + 31) >>> 5;
  const offsets = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    sum += hasBitset(column, value) ? bitsetLength : counts[value];
    offsets[value + 1] = sum;
  }
  return { offsets, length: sum };
}

/** Columns with at most this many values are sorted by comparison. */
const MAX_COMPARED_VALUES = 1024;

/**
 * Returns the ordinals of a column by descending number of documents, then ascending. Uses a counting sort for a column
 * with many values. O(values + documents of the most frequent value).
 */
export const rankValues = memoizePerObject(
  ({ data }: DocValuesColumn) => rankByCount(data),
  ({ data }) => data.counts,
);

function rankByCount({ counts, values }: DocValuesColumnData): Uint32Array {
  let maxCount = 0;
  for (let value = 0; value < counts.length; value++) maxCount = Math.max(maxCount, counts[value]);
  // A higher count than there are values is damage, and a counting sort would need an array of this length.
  if (counts.length <= MAX_COMPARED_VALUES || maxCount > values.length) {
    return counts.map((_, value) => value).sort((a, b) => counts[b] - counts[a] || a - b);
  }
  /** In the last loop, `ranks[difference]` is the rank of the next value whose count is `maxCount - difference`. */
  const ranks = new Uint32Array(maxCount + 2);
  for (let value = 0; value < counts.length; value++) {
    ranks[maxCount - counts[value] + 1]++;
  }
  for (let difference = 1; difference < ranks.length; difference++) {
    ranks[difference] += ranks[difference - 1];
  }
  const ranked = new Uint32Array(counts.length);
  for (let value = 0; value < counts.length; value++) {
    ranked[ranks[maxCount - counts[value]]++] = value;
  }
  return ranked;
}

/**
 * Returns the most frequent values of a set of documents. The count of a value is the size of the intersection of
 * its postings and the set. Values are counted in descending order of their number of documents, until the number
 * of documents is too low for the remaining values to be among the most frequent.
 *
 * @param maxReads the maximum number of words of the postings that are read
 * @returns undefined when more than `maxReads` words would have to be read
 */
export function countPostings(
  column: DocValuesColumn,
  { ranked, offsets, words }: ValuePostings,
  documents: Bitset,
  limit: number,
  maxReads: number,
): FacetCounts | undefined {
  const { counts } = column.data;
  if (limit >= ranked.length && words.length > maxReads) return undefined;
  const top = new TopK(Math.min(limit, ranked.length), ranked.length);
  let reads = 0;
  for (let rank = 0; rank < ranked.length; rank++) {
    const value = ranked[rank];
    if (counts[value] < top.threshold) break;
    const [start, end] = [offsets[value], offsets[value + 1]];
    reads += end - start;
    if (reads > maxReads) return undefined;
    const count = hasBitset(column, value)
      ? documents.countMarked(words, start)
      : documents.countIfAtLeast(words, start, end, Math.max(0, top.threshold));
    if (count === 0) continue;
    top.offer(value, count);
    top.updateThreshold();
  }
  return facetCountsOf(top);
}

/**
 * Returns the documents of `candidates` that have the value.
 *
 * @param candidates ascending, without duplicates
 * @param value an ordinal of the column. Any other number matches no document.
 */
export function selectPostings(
  column: DocValuesColumn,
  { offsets, words }: ValuePostings,
  candidates: Uint32Array,
  value: number,
): Uint32Array {
  if (!(value in column.data.counts)) return new Uint32Array(0);
  const postings = words.subarray(offsets[value], offsets[value + 1]);
  if (hasBitset(column, value)) return selectMarked(candidates, postings);
  return candidates.length === column.documentCount ? postings : intersect(postings, candidates);
}
