/*
 * The forward index: the terms of each document in the order of the text. Assigns the ids of terms, and reads documents.
 * `segments/` builds and merges forward indexes.
 *
 * The forward index stores the terms of every document as varints: for each run of adjacent tokens in a
 * field, the id of the field, then the id of the term of each token, in the order of the text. Each value of
 * a field is a run, and so is each additional spelling of a word, such as `email` for `e-mail`, and the last
 * character of a run of Chinese, Japanese or Korean characters. A phrase matches within one run.
 *
 * An id below the number of fields is the number of a field. The other ids are terms, in the order of
 * descending frequency, so that most ids take one or two bytes. An id begins at the first byte of a document
 * or after a byte below 128.
 */

import { lowerBound } from '../../base/binary-search.js';
import type { TermRange } from '../dictionary/term-dictionary.js';
import type { FrozenIndexData } from '../frozen-index-data.js';
import type { IndexReader } from '../index-reader.js';
import type { FieldBoosts, TermOrPrefix } from '../query.js';

/**
 * Returns the ordinals of the terms in the order of their ids in the forward index: by descending number
 * of postings, then by ordinal. O(terms + number of postings of the most frequent term).
 *
 * @param postingOffsets the postings of term `t` are the range `[postingOffsets[t], postingOffsets[t + 1])`
 */
export function rankTermsByFrequency(postingOffsets: Uint32Array): Uint32Array {
  const termCount = postingOffsets.length - 1;
  let maximum = 0;
  for (let term = 0; term < termCount; term++) {
    maximum = Math.max(maximum, postingOffsets[term + 1] - postingOffsets[term]);
  }
  // A counting sort: count the terms of each frequency, then turn the counts into positions.
  const positions = new Uint32Array(maximum + 2);
  for (let term = 0; term < termCount; term++) {
    positions[maximum - (postingOffsets[term + 1] - postingOffsets[term]) + 1]++;
  }
  for (let i = 1; i < positions.length; i++) positions[i] += positions[i - 1];
  const ranked = new Uint32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    ranked[positions[maximum - (postingOffsets[term + 1] - postingOffsets[term])]++] = term;
  }
  return ranked;
}

/**
 * Returns, for each term by ordinal, its rank in the result of {@link rankTermsByFrequency}. The id of the term in the
 * forward index is the number of fields plus the rank.
 */
export function ranksOfTerms(termsByFrequency: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(termsByFrequency.length);
  for (let rank = 0; rank < ranks.length; rank++) ranks[termsByFrequency[rank]] = rank;
  return ranks;
}

/** The result of {@link ForwardCursor.next} at the end of a document. */
const NO_MORE_TERMS = -1;

type ForwardData = Pick<
  FrozenIndexData,
  'fields' | 'forwardBytes' | 'forwardOffsets' | 'termsByFrequency'
>;

/**
 * Reads the terms of a document token by token. Call {@link seek} to select the document before the first
 * call of {@link next}.
 */
class ForwardCursor {
  /** The field of the term that {@link next} returned. Has no meaning after {@link NO_MORE_TERMS}. */
  field = 0;
  /** The number of runs of the document so far. The term that {@link next} returned is in the latest run. */
  run = 0;
  private readonly termsByForwardId: Uint32Array;
  private readonly bytes: Uint8Array;
  private readonly offsets: Uint32Array;
  private readonly fieldCount: number;
  private position = 0;
  private end = 0;
  private isInMask = false;

  /** @param mask the fields to read: bit `f` is set for field `f` */
  constructor(
    data: ForwardData,
    private readonly mask: number,
  ) {
    this.termsByForwardId = data.termsByFrequency;
    this.bytes = data.forwardBytes;
    this.offsets = data.forwardOffsets;
    this.fieldCount = data.fields.length;
  }

  /** Moves the cursor before the first token of a document. */
  seek(document: number): void {
    this.position = this.offsets[document];
    this.end = Math.min(this.offsets[document + 1], this.bytes.length);
    this.isInMask = false;
    this.run = 0;
  }

  /**
   * Returns the ordinal of the term of the next token in the fields to read. Returns {@link NO_MORE_TERMS}
   * at the end of the document.
   */
  next(): number {
    const { bytes, fieldCount, end } = this;
    let { position } = this;
    while (position < end) {
      let byte = bytes[position++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[position++];
        id |= (byte & 0x7f) << shift;
      }
      if (id < fieldCount) {
        this.field = id;
        this.run++;
        this.isInMask = id >= 0 && (this.mask & (1 << id)) !== 0;
      } else if (this.isInMask) {
        this.position = position;
        return this.termsByForwardId[id - fieldCount];
      }
    }
    this.position = end;
    return NO_MORE_TERMS;
  }
}

/** A run of adjacent terms of a field, by their ordinals. */
export interface TermRun {
  /** The name of the field. */
  readonly field: string;
  readonly terms: readonly number[];
}

/** Returns the runs of a document, in the order of the forward index. */
export function readRuns(data: ForwardData, document: number): readonly TermRun[] {
  const cursor = new ForwardCursor(data, -1);
  cursor.seek(document);
  const runs: { readonly field: string; readonly terms: number[] }[] = [];
  let number = 0;
  for (let term = cursor.next(); term !== NO_MORE_TERMS; term = cursor.next()) {
    if (cursor.run !== number) {
      number = cursor.run;
      runs.push({ field: data.fields[cursor.field], terms: [] });
    }
    runs[runs.length - 1].terms.push(term);
  }
  return runs;
}

/**
 * Searches one document at a time for given terms in given fields. Scanning a document takes O(tokens of the document) when
 * the terms are consecutive, as the terms of a prefix are, and O(tokens × log terms) otherwise.
 */
export class TermScanner {
  /** For each pair that {@link countTerms} counted, the index of the term in the terms of the scanner. */
  readonly indexes: number[] = [];
  /** For each pair, the field. */
  readonly fields: number[] = [];
  /** For each pair, the number of occurrences of the term in the field. */
  readonly frequencies: number[] = [];
  private readonly cursor: ForwardCursor;
  private readonly first: number;
  private readonly last: number;
  private readonly isRange: boolean;
  /** For each term, the number of its latest pair. The pair can belong to an earlier document or field. */
  private readonly latestPairs: Uint32Array;

  /**
   * @param terms the ordinals of the terms, ascending, without duplicates, at least one
   * @param mask the fields to search: bit `f` is set for field `f`
   */
  constructor(
    { data }: IndexReader,
    private readonly terms: Uint32Array,
    mask: number,
  ) {
    this.cursor = new ForwardCursor(data, mask);
    this.first = terms[0];
    this.last = terms[terms.length - 1];
    this.isRange = this.last - this.first === terms.length - 1;
    this.latestPairs = new Uint32Array(terms.length);
  }

  hasAny(document: number): boolean {
    const { cursor } = this;
    cursor.seek(document);
    for (let term = cursor.next(); term !== NO_MORE_TERMS; term = cursor.next()) {
      if (this.indexOf(term) >= 0) return true;
    }
    return false;
  }

  /**
   * Counts the occurrences of the terms in the fields of a document. Writes one element to
   * {@link indexes}, {@link fields} and {@link frequencies} for each pair of a term and a field that
   * contains the term. The pairs ascend by field. The next call overwrites the elements.
   *
   * @returns the number of pairs
   */
  countTerms(document: number): number {
    const { cursor, indexes, latestPairs } = this;
    cursor.seek(document);
    let count = 0;
    let field = -1;
    let firstOfField = 0;
    for (let term = cursor.next(); term !== NO_MORE_TERMS; term = cursor.next()) {
      const index = this.indexOf(term);
      if (index < 0) continue;
      if (cursor.field !== field) {
        field = cursor.field;
        firstOfField = count;
      }
      let pair = latestPairs[index];
      if (pair < firstOfField || pair >= count || indexes[pair] !== index) {
        pair = count++;
        latestPairs[index] = pair;
        indexes[pair] = index;
        this.fields[pair] = field;
        this.frequencies[pair] = 0;
      }
      this.frequencies[pair]++;
    }
    return count;
  }

  private indexOf(term: number): number {
    const { first, terms } = this;
    if (term < first || term > this.last) return -1;
    if (this.isRange) return term - first;
    const index = lowerBound(terms, term);
    return terms[index] === term ? index : -1;
  }
}

/**
 * Returns the first `limit` of `documents`, in the given order, that contain every term. Each term can be in
 * any of the fields. The time per document depends on the length of the document and the number of `terms`,
 * not on how many documents contain a term or how many terms begin with a prefix.
 */
export function filterDocumentsByTerms(
  reader: IndexReader,
  documents: Iterable<number>,
  terms: readonly TermOrPrefix[],
  fields: FieldBoosts,
  limit: number,
): number[] {
  const { mask } = reader.resolveFields(fields);
  const { dictionary } = reader;
  const ranges = terms.map(({ term, prefix }) =>
    prefix ? dictionary.prefixRange(term) : dictionary.exactRange(term),
  );
  const found: number[] = [];
  if (mask === 0 || ranges.some(({ start, end }) => start === end)) return found;
  const hasAll = createRangesTest(reader, ranges, mask);
  for (const document of documents) {
    if (found.length >= limit) break;
    if (hasAll(document)) found.push(document);
  }
  return found;
}

/**
 * Creates a function that tests whether a document has at least one term of every range in the fields of
 * `mask`.
 */
function createRangesTest(
  reader: IndexReader,
  ranges: readonly TermRange[],
  mask: number,
): (document: number) => boolean {
  const cursor = new ForwardCursor(reader.data, mask);
  const starts = Uint32Array.from(ranges, ({ start }) => start);
  const ends = Uint32Array.from(ranges, ({ end }) => end);
  /** For each range, the number of the latest call that found a term of the range, or 0. */
  const foundIn = new Uint32Array(ranges.length);
  let call = 0;
  return (document) => {
    call++;
    cursor.seek(document);
    let missing = ranges.length;
    while (missing > 0) {
      const term = cursor.next();
      if (term === NO_MORE_TERMS) return false;
      for (let i = 0; i < starts.length; i++) {
        if (term < starts[i] || term >= ends[i] || foundIn[i] === call) continue;
        foundIn[i] = call;
        missing--;
      }
    }
    return true;
  };
}
