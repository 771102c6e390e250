import { locateAll, NOT_FOUND } from '../document-sets.js';
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
    const end = tokenOffsets[document + 1];
    const lastStart = end - pattern.length;
    let at = tokenOffsets[document];
    let fieldBit = 0;
    let found = 0;
    while (at <= lastStart) {
      const byte = tokenBytes[at];
      if (byte < fieldCount) {
        fieldBit = 1 << byte;
      } else if (byte === pattern[0] && (fieldBit & fields.mask) !== 0) {
        let matched = 1;
        while (matched < pattern.length && tokenBytes[at + matched] === pattern[matched]) matched++;
        if (matched === pattern.length) found |= fieldBit;
      }
      while (tokenBytes[at] > 0x7f) at++;
      at++;
    }
    return found;
  }

  function verify(candidates: Uint32Array): Uint32Array {
    return candidates.filter((document) => fieldsWithPhrase(document) !== 0);
  }

  return {
    // Verifying reads a document's tokens, some twenty of them.
    cost: allTerms.cost * 20,
    uniformScore: undefined,
    certainTerms: new Set(sources),
    documents: () => verify(allTerms.documents()),
    restrict: (candidates) => verify(allTerms.restrict(candidates)),
    addScores({ documents, slots, scores, terms: matched }) {
      const masks = documents.map(fieldsWithPhrase);
      terms.forEach((term, number) => {
        const source = sources[number];
        const scorer = new PostingScorer(reader, fields.boosts);
        scorer.setTerm(term, weight);
        const postings = reader.postings(term);
        const places = locateAll(documents, postings.documents);
        for (let i = 0; i < documents.length; i++) {
          if (masks[i] === 0 || places[i] === NOT_FOUND) continue;
          const slot = slots === undefined ? i : slots[i];
          const signature = postings.signatures[places[i]];
          scores[slot] += scorer.scoreWithin(signature, documents[i], masks[i]);
          if (matched !== undefined) matched[source >>> 5][slot] |= 1 << (source & 31);
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
