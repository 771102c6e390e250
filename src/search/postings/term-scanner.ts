import { lowerBound } from '../../base/binary-search.js';
import type { TermRange } from '../dictionary/term-dictionary.js';
import type { IndexReader } from '../index-reader.js';
import type { FieldBoosts } from '../query.js';
import type { TermOrPrefix } from '../search-index.js';
import { ForwardCursor, NO_MORE_TERMS } from './forward-index.js';

/**
 * Searches one document at a time for given terms in given fields. Reads the forward index, which stores the
 * terms of each document in the order of the text.
 */
export interface TermScanner {
  /** Returns whether the document has any of the terms in any of the fields. */
  hasAny(document: number): boolean;
  /**
   * Counts the occurrences of the terms in the fields of a document. Writes one element to
   * {@link indexes}, {@link fields} and {@link frequencies} for each pair of a term and a field that
   * contains the term. The pairs ascend by field. The next call overwrites the elements.
   *
   * @returns the number of pairs
   */
  countTerms(document: number): number;
  /** For each pair, the index of the term in the `terms` of {@link createTermScanner}. */
  readonly indexes: number[];
  /** For each pair, the field. */
  readonly fields: number[];
  /** For each pair, the number of occurrences of the term in the field. */
  readonly frequencies: number[];
}

/**
 * Creates a scanner. Scanning a document takes O(tokens of the document) when the terms are
 * consecutive, as the terms of a prefix are, and O(tokens × log terms) otherwise.
 *
 * @param terms the ordinals of the terms, ascending, without duplicates, at least one
 * @param mask the fields to search: bit `f` is set for field `f`
 */
export function createTermScanner(
  reader: IndexReader,
  terms: Uint32Array,
  mask: number,
): TermScanner {
  const cursor = new ForwardCursor(reader.data, reader.data.termsByFrequency, mask);
  const first = terms[0];
  const last = terms[terms.length - 1];
  const isRange = last - first === terms.length - 1;
  const indexes: number[] = [];
  const fields: number[] = [];
  const frequencies: number[] = [];
  /** For each term, the number of its latest pair. The pair can belong to an earlier document or field. */
  const latestPairs = new Uint32Array(terms.length);

  /** Returns the index of `term` in `terms`, or -1. */
  function indexOf(term: number): number {
    if (term < first || term > last) return -1;
    if (isRange) return term - first;
    const index = lowerBound(terms, term);
    return terms[index] === term ? index : -1;
  }

  return {
    hasAny(document) {
      cursor.seek(document);
      for (let term = cursor.next(); term !== NO_MORE_TERMS; term = cursor.next()) {
        if (indexOf(term) >= 0) return true;
      }
      return false;
    },
    countTerms(document) {
      cursor.seek(document);
      let count = 0;
      let field = -1;
      let firstOfField = 0;
      for (let term = cursor.next(); term !== NO_MORE_TERMS; term = cursor.next()) {
        const index = indexOf(term);
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
          fields[pair] = field;
          frequencies[pair] = 0;
        }
        frequencies[pair]++;
      }
      return count;
    },
    indexes,
    fields,
    frequencies,
  };
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
  const cursor = new ForwardCursor(reader.data, reader.data.termsByFrequency, mask);
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
