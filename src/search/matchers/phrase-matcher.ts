import { locateAll } from '../document-sets.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import { codeLength, writeCode } from '../token-stream.js';
import { createAndMatcher } from './and-matcher.js';
import type { Matcher } from './matcher.js';
import { PostingScorer } from './posting-scorer.js';
import { createTermMatcher } from './term-matcher.js';

/**
 * The documents that have the terms side by side, in order, within one of the fields. First the
 * documents that have all the terms, then those whose token stream has the phrase's bytes.
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
  const allTerms = createAndMatcher(
    distinct.map((term) => createTermMatcher(reader, term, fields, weight, 0)),
  );
  const pattern = encodePhrase(reader, terms);

  /** The fields of a document in which the phrase stands, as bits. */
  function fieldsWithPhrase(document: number): number {
    const bytes = tokenBytes;
    const start = tokenOffsets[document];
    const lastStart = tokenOffsets[document + 1] - pattern.length;
    const firstByte = pattern[0];
    let found = 0;
    for (let at = start + 1; at <= lastStart; at++) {
      if (bytes[at] !== firstByte) continue;
      let matched = 1;
      while (matched < pattern.length && tokenBytes[at + matched] === pattern[matched]) matched++;
      // Before the first byte of a code is the last one of another.
      if (matched < pattern.length || tokenBytes[at - 1] > 0x7f) continue;
      found |= 1 << fieldAt(start, at);
    }
    return found & fields.mask;
  }

  /** The field of the token at `position` in the stream from `start`. */
  function fieldAt(start: number, position: number): number {
    let field = tokenBytes[start];
    for (let at = start + 1; at < position; at++) {
      if (tokenBytes[at] < fieldCount && tokenBytes[at - 1] <= 0x7f) field = tokenBytes[at];
    }
    return field;
  }

  /** Per candidate, the fields that have all the terms, as bits; most need no further reading. */
  function sharedFields(candidates: Uint32Array): Uint32Array {
    const { postingOffsets, postingSignatures } = reader.data;
    const { fieldMasks } = reader.bm25;
    const shared = new Uint32Array(candidates.length).fill(fields.mask);
    for (const term of distinct) {
      const first = postingOffsets[term];
      const places = locateAll(candidates, reader.postings(term).documents);
      for (let i = 0; i < places.length; i++) {
        shared[i] &= places[i] < 0 ? 0 : fieldMasks[postingSignatures[first + places[i]]];
      }
    }
    return shared;
  }

  function verify(candidates: Uint32Array): Uint32Array {
    const shared = sharedFields(candidates);
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      kept[count] = candidates[i];
      if (shared[i] !== 0 && fieldsWithPhrase(candidates[i]) !== 0) count++;
    }
    return kept.subarray(0, count);
  }

  return {
    // Verifying reads a document's tokens, some twenty of them.
    cost: allTerms.cost * 20,
    uniformScore: undefined,
    certainTerms: new Set(sources),
    documents: () => verify(allTerms.documents()),
    restrict: (candidates) => verify(allTerms.restrict(candidates)),
    addScores(target) {
      const { documents } = target;
      const masks = new Uint32Array(documents.length);
      for (let i = 0; i < masks.length; i++) masks[i] = fieldsWithPhrase(documents[i]);
      terms.forEach((term, number) => {
        const scorer = new PostingScorer(reader, fields, target, sources[number]);
        scorer.setTerm(term, weight);
        const places = locateAll(documents, reader.postings(term).documents);
        const first = reader.data.postingOffsets[term];
        for (let i = 0; i < documents.length; i++) {
          if (masks[i] !== 0) scorer.addWithin(first + places[i], documents[i], i, masks[i]);
        }
      });
    },
  };
}

/** The phrase as it stands in a token stream. */
function encodePhrase(reader: IndexReader, terms: readonly number[]): Uint8Array {
  const codes = terms.map((term) => reader.tokenCodes()[term]);
  const bytes = new Uint8Array(codes.reduce((length, code) => length + codeLength(code), 0));
  let at = 0;
  for (const code of codes) at = writeCode(bytes, at, code);
  return bytes;
}
