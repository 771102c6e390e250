import { varintLength, writeVarint } from '../../base/typed-arrays.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import { type BigramPostings, findBigram } from '../postings/bigram-postings.js';
import { locateAll, NOT_FOUND } from '../postings/locate.js';
import { createAndMatcher, createDocumentSetMatcher } from './boolean-matchers.js';
import type { Matcher } from './matcher.js';
import { createTermMatcher } from './term-matcher.js';
import { VerifiedFields } from './verified-fields.js';

/**
 * Creates a matcher for the documents that have the terms one directly after another, in order, within one
 * value of one of the fields. Candidates are the documents that have all the terms. The matcher verifies a
 * candidate in the forward index, which stores the terms of each document in the order of the text: it
 * searches the bytes of the document for the encoded phrase.
 *
 * The bigrams of the most frequent terms are indexed. The postings of the bigrams in the phrase reduce the
 * number of candidates. A phrase of two terms that is an indexed bigram needs no verification.
 *
 * @param terms the terms of the phrase in order, at least one; a term can occur more than once
 * @param weight a factor on every score
 * @param queryTerms parallel to `terms`: the index of the query term of each term
 */
export function createPhraseMatcher(
  reader: IndexReader,
  terms: readonly number[],
  fields: QueryFields,
  weight: number,
  queryTerms: readonly number[],
): Matcher {
  const { forwardOffsets, forwardBytes } = reader.data;
  const fieldCount = reader.data.fields.length;
  const distinct = [...new Set(terms)];
  const ids = terms.map((term) => reader.forwardId(term));
  const bigrams = ids.slice(1).map((id, i) => findBigram(reader.data, ids[i], id));
  /** The postings of the whole phrase, if the phrase is an indexed bigram. */
  const wholePhrase = terms.length === 2 ? bigrams[0] : undefined;
  const bigramDocuments = bigrams.flatMap((bigram) => bigram?.documents ?? []);
  const allTerms = createAndMatcher([
    ...bigramDocuments.map((documents) => createDocumentSetMatcher(documents)),
    ...distinct.map((term) => createTermMatcher(reader, term, fields, weight, 0)),
  ]);
  const pattern = encodePhrase(ids);
  const verified = new VerifiedFields(
    reader,
    terms,
    fields,
    weight,
    queryTerms,
    bigramDocuments.sort((a, b) => a.length - b.length)[0],
    1,
    fieldsWithPhrase,
  );

  /** Returns the fields of `mask` that contain the phrase in a document, one bit per field. */
  function fieldsWithPhrase(document: number, mask: number): number {
    const bytes = forwardBytes;
    const start = forwardOffsets[document];
    const last = Math.min(forwardOffsets[document + 1], bytes.length) - pattern.length;
    const firstByte = pattern[0];
    let found = 0;
    // The first byte of a document is the id of a field.
    for (let at = start + 1; at <= last; at++) {
      if (bytes[at] !== firstByte) continue;
      let length = 1;
      while (length < pattern.length && bytes[at + length] === pattern[length]) length++;
      // The match must begin at the start of an id. The last byte of the id before it is below 128.
      if (length < pattern.length || bytes[at - 1] > 0x7f) continue;
      found |= mask & (1 << fieldBefore(at));
      if (found === mask) break;
    }
    return found;
  }

  /**
   * Returns the field of the token at a position of the forward index: the nearest field id before the
   * position. A field id is one byte below `fieldCount` that does not follow a byte of 128 or more.
   */
  function fieldBefore(position: number): number {
    let at = position - 1;
    while (forwardBytes[at] >= fieldCount || (at > 0 && forwardBytes[at - 1] > 0x7f)) at--;
    return forwardBytes[at];
  }

  /**
   * Returns the documents that contain a bigram in any of the fields, and keeps their fields in `verified`.
   *
   * @param positions the positions of the postings to read. {@link NOT_FOUND} is skipped. Default: all
   *   postings are read.
   */
  function selectBigram(bigram: BigramPostings, positions?: Int32Array) {
    const { documents: list, fields: fieldSets, bigramFieldSets } = bigram;
    const size = positions === undefined ? list.length : positions.length;
    const documents = new Uint32Array(size);
    const masks = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < size; i++) {
      const position = positions === undefined ? i : positions[i];
      if (position === NOT_FOUND) continue;
      documents[count] = list[position];
      masks[count] = bigramFieldSets[fieldSets[position]] & fields.mask;
      if (masks[count] !== 0) count++;
    }
    return verified.keep(documents.subarray(0, count), masks);
  }

  return {
    // An estimate: the verification reads about twenty tokens per candidate.
    cost: wholePhrase === undefined ? allTerms.cost * 20 : wholePhrase.documents.length,
    totalCost: (candidates, passes) =>
      verified.totalCost(candidates, passes, {
        verified: wholePhrase === undefined ? allTerms.cost : 0,
        matching: wholePhrase === undefined ? allTerms.cost : wholePhrase.documents.length,
      }),
    constantScore: undefined,
    requiredTerms: new Set(queryTerms),
    documents: () =>
      wholePhrase === undefined ? verified.verify(allTerms.documents()) : selectBigram(wholePhrase),
    restrict: (candidates) =>
      wholePhrase === undefined
        ? verified.verify(allTerms.restrict(candidates))
        : selectBigram(wholePhrase, locateAll(candidates, wholePhrase.documents)),
    addScores: (target) => verified.addScores(target),
  };
}

/** Encodes a phrase as the forward index encodes terms: one varint per id. */
function encodePhrase(ids: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(ids.reduce((length, id) => length + varintLength(id), 0));
  let at = 0;
  for (const id of ids) at = writeVarint(bytes, at, id);
  return bytes;
}
