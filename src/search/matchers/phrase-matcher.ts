import { locateAll, NOT_FOUND } from '../document-sets.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import { findTermPair, type PairPostings } from '../term-pairs.js';
import { codeLength, writeCode } from '../token-stream.js';
import { createAndMatcher } from './and-matcher.js';
import { createDocumentsMatcher } from './documents-matcher.js';
import type { Matcher, ScoreTarget } from './matcher.js';
import { PostingLocator } from './posting-locator.js';
import { PostingScorer } from './posting-scorer.js';
import { createTermMatcher } from './term-matcher.js';

/**
 * The documents that have the terms side by side, in order, within one of the fields. First the
 * documents that have all the terms, then those whose token stream has the phrase's bytes. Pairs of
 * the most widespread terms are listed by the index, so that few streams are read in vain.
 *
 * @param terms at least one term number, each as often as the phrase has it
 * @param sources beside `terms`, the numbers of the terms as they were asked for
 */
export function createPhraseMatcher(
  reader: IndexReader,
  terms: readonly number[],
  fields: QueryFields,
  weight: number,
  sources: readonly number[],
): Matcher {
  const { tokenOffsets, tokenBytes } = reader.data;
  const fieldCount = reader.data.fields.length;
  const distinct = [...new Set(terms)];
  const codes = terms.map((term) => reader.tokenCodes()[term]);
  const pairs = codes.slice(1).map((code, i) => findTermPair(reader.data, codes[i], code));
  /** The documents of the whole phrase, when that is a pair that the index lists. */
  const whole = terms.length === 2 ? pairs[0] : undefined;
  const listed = pairs.flatMap((pair) => (pair ? createDocumentsMatcher(pair.documents) : []));
  const allTerms = createAndMatcher([
    ...listed,
    ...distinct.map((term) => createTermMatcher(reader, term, fields, weight, 0)),
  ]);
  const pattern = encodePhrase(codes);
  const locators = terms.map((term) => new PostingLocator(reader.postings(term)));
  /** What the last documents looked at have: scoring mostly asks about them again. */
  let verified = { documents: new Uint32Array(0), masks: new Uint32Array(0) };

  /** Those of the fields in `mask` in which the phrase stands in a document, as bits. */
  function fieldsWithPhrase(document: number, mask: number): number {
    const bytes = tokenBytes;
    const start = tokenOffsets[document];
    const last = tokenOffsets[document + 1] - pattern.length;
    const firstByte = pattern[0];
    let found = 0;
    for (let at = start + 1; at <= last; at++) {
      if (bytes[at] !== firstByte) continue;
      let length = 1;
      while (length < pattern.length && bytes[at + length] === pattern[length]) length++;
      // Before the first byte of a code is the last one of another.
      if (length < pattern.length || bytes[at - 1] > 0x7f) continue;
      found |= mask & (1 << fieldBefore(at));
      if (found === mask) break;
    }
    return found;
  }

  /** The field of the token at a position: the nearest field code before it. */
  function fieldBefore(position: number): number {
    let at = position - 1;
    while (tokenBytes[at] >= fieldCount || (at > 0 && tokenBytes[at - 1] > 0x7f)) at--;
    return tokenBytes[at];
  }

  /** Per candidate, the fields that have all the terms, as bits; most need no further reading. */
  function sharedFields(candidates: Uint32Array): Uint32Array {
    const { postingOffsets, postingSignatures } = reader.data;
    const { fieldMasks } = reader.bm25;
    const shared = new Uint32Array(candidates.length).fill(fields.mask);
    for (const term of distinct) {
      const first = postingOffsets[term];
      const places = reader.postings(term).locate(candidates, false);
      for (let i = 0; i < places.length; i++) {
        shared[i] &= places[i] < 0 ? 0 : fieldMasks[postingSignatures[first + places[i]]];
      }
    }
    return shared;
  }

  function verify(candidates: Uint32Array): Uint32Array {
    const shared = sharedFields(candidates);
    const documents = new Uint32Array(candidates.length);
    const masks = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      if (shared[i] === 0) continue;
      documents[count] = candidates[i];
      masks[count] = fieldsWithPhrase(candidates[i], shared[i]);
      if (masks[count] !== 0) count++;
    }
    verified = { documents: documents.subarray(0, count), masks };
    return verified.documents;
  }

  /** The documents of a listed pair, all of them or those at some places. */
  function selectListed(pair: PairPostings, places?: Int32Array) {
    const { documents: list, fields: sets, fieldSets } = pair;
    const size = places === undefined ? list.length : places.length;
    const documents = new Uint32Array(size);
    const masks = new Uint32Array(size);
    let count = 0;
    for (let i = 0; i < size; i++) {
      const place = places === undefined ? i : places[i];
      if (place === NOT_FOUND) continue;
      documents[count] = list[place];
      masks[count] = fieldSets[sets[place]] & fields.mask;
      if (masks[count] !== 0) count++;
    }
    verified = { documents: documents.subarray(0, count), masks };
    return verified.documents;
  }

  /** Per document of a target, the fields in which the phrase stands, as bits. */
  function masksOf({ documents, origin }: ScoreTarget): Uint32Array {
    if (documents === verified.documents) return verified.masks;
    const masks = new Uint32Array(documents.length);
    if (origin?.documents === verified.documents) {
      for (let i = 0; i < masks.length; i++) masks[i] = verified.masks[origin.places[i]];
      return masks;
    }
    const known = locateAll(documents, verified.documents).slice();
    const shared = known.includes(NOT_FOUND) ? sharedFields(documents) : undefined;
    for (let i = 0; i < masks.length; i++) {
      masks[i] =
        known[i] === NOT_FOUND
          ? fieldsWithPhrase(documents[i], shared?.[i] ?? 0)
          : verified.masks[known[i]];
    }
    return masks;
  }

  return {
    // Verifying reads a document's tokens, some twenty of them.
    cost: whole === undefined ? allTerms.cost * 20 : whole.documents.length,
    uniformScore: undefined,
    certainTerms: new Set(sources),
    documents: () => (whole === undefined ? verify(allTerms.documents()) : selectListed(whole)),
    restrict: (candidates) =>
      whole === undefined
        ? verify(allTerms.restrict(candidates))
        : selectListed(whole, locateAll(candidates, whole.documents)),
    addScores(target) {
      const { documents } = target;
      const masks = masksOf(target);
      terms.forEach((term, number) => {
        const scorer = new PostingScorer(reader, fields, target, sources[number]);
        scorer.setTerm(term, weight);
        const places = locators[number].locate(target);
        const first = reader.data.postingOffsets[term];
        if (target.boundsDo) {
          scorer.addBoundsWithin(first, places, masks);
          return;
        }
        for (let i = 0; i < documents.length; i++) {
          if (masks[i] === 0) continue;
          const posting = first + (places === undefined ? i : places[i]);
          scorer.addWithin(posting, documents[i], i, masks[i]);
        }
      });
    },
  };
}

/** The phrase as it stands in a token stream. */
function encodePhrase(codes: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(codes.reduce((length, code) => length + codeLength(code), 0));
  let at = 0;
  for (const code of codes) at = writeCode(bytes, at, code);
  return bytes;
}
