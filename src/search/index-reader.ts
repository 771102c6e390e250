import { Bm25 } from './bm25.js';
import type { NumberColumn } from './columns/number-column.js';
import type { ValueColumn } from './columns/value-column.js';
import { openDocumentFrequencies } from './document-frequencies.js';
import type { FrozenIndexData } from './frozen-index-data.js';
import { createPostingList, type PostingList } from './posting-list.js';
import type { FieldBoosts } from './query.js';
import { RankedBitset } from './ranked-bitset.js';
import { createScratch, type Scratch } from './scratch.js';
import { rankTerms, tokenCodesOf } from './token-codes.js';
import { openVocabulary, type Vocabulary } from './vocabulary/vocabulary.js';

/** What a query may ask about besides text, by name. */
export type Columns = Readonly<Record<string, ValueColumn | NumberColumn>>;

/** The fields a query looks in, by number. */
export interface QueryFields {
  /** As bits. */
  readonly mask: number;
  /** Per field of the index, its boost; 0 for a field that is not looked in. */
  readonly boosts: Float64Array;
}

/** What matchers read an index through. */
export interface IndexReader {
  readonly data: FrozenIndexData;
  readonly columns: Columns;
  readonly vocabulary: Vocabulary;
  readonly bm25: Bm25;
  readonly scratch: Scratch;
  /** The fields in which any document has any term, as bits. */
  readonly filledFields: number;
  /** How many documents have the term in any field. */
  postingCount(term: number): number;
  postings(term: number): PostingList;
  /** The fields in which any document has the term, as bits. */
  fieldsOf(term: number): number;
  /**
   * Per field, what the term is worth there: `weight` × the field's boost × idf. `into` is filled
   * and returned.
   */
  fieldWeights(
    term: number,
    weight: number,
    boosts: Float64Array,
    into: Float64Array,
  ): Float64Array;
  /** Fields of which the index has none are left out. */
  resolveFields(fields: FieldBoosts): QueryFields;
  /** Every document, ascending. The same array every time. */
  allDocuments(): Uint32Array;
  /** Per term, its code in the token streams. Made once. */
  tokenCodes(): Uint32Array;
  /** Per code of the token streams, beginning with the first of a term, its term. Made once. */
  tokenTerms(): Uint32Array;
}

/**
 * A term that one document in so many has is dense: there are some seventy of them in a catalog of a
 * million titles, and nearly every query of several words has one.
 */
const DENSE_RATIO = 32;

/** Opens an index for reading. Costs by the number of signatures, not of documents. */
export function openIndexReader(data: FrozenIndexData, columns: Columns): IndexReader {
  const { postingOffsets, postingDocuments, postingSignatures } = data;
  const found = openDocumentFrequencies(data);
  const fieldNumbers = new Map(data.fields.map((field, number) => [field, number]));
  const bm25 = new Bm25(data);
  const ranked = new Map<number, RankedBitset>();
  let all: Uint32Array | undefined;
  let codes: Uint32Array | undefined;
  let termsOfCodes: Uint32Array | undefined;

  /** Made when it is first asked for. */
  function rankedOf(term: number, documents: Uint32Array): RankedBitset {
    let found = ranked.get(term);
    if (found === undefined) {
      found = new RankedBitset(documents, data.documentCount);
      ranked.set(term, found);
    }
    return found;
  }

  return {
    data,
    columns,
    vocabulary: openVocabulary(data),
    bm25,
    scratch: createScratch(data.documentCount),
    filledFields: data.fieldLengthSums.reduce(
      (mask, sum, field) => (sum > 0 ? mask | (1 << field) : mask),
      0,
    ),
    postingCount: (term) => postingOffsets[term + 1] - postingOffsets[term],
    postings(term) {
      const start = postingOffsets[term];
      const end = postingOffsets[term + 1];
      const documents = postingDocuments.subarray(start, end);
      const isDense = documents.length * DENSE_RATIO >= data.documentCount;
      return createPostingList(
        documents,
        postingSignatures.subarray(start, end),
        isDense ? () => rankedOf(term, documents) : undefined,
      );
    },
    fieldsOf(term) {
      let mask = 0;
      const count = found.read(term);
      for (let i = 0; i < count; i++) mask |= 1 << found.fields[i];
      return mask;
    },
    fieldWeights(term, weight, boosts, into) {
      for (let field = 0; field < into.length; field++) into[field] = 0;
      const count = found.read(term);
      for (let i = 0; i < count; i++) {
        const field = found.fields[i];
        into[field] = weight * boosts[field] * bm25.idf(found.frequencies[i]);
      }
      return into;
    },
    resolveFields(fields) {
      const boosts = new Float64Array(data.fields.length);
      let mask = 0;
      for (const name of Object.keys(fields)) {
        const field = fieldNumbers.get(name);
        if (field === undefined) continue;
        mask |= 1 << field;
        boosts[field] = fields[name];
      }
      return { mask, boosts };
    },
    allDocuments() {
      all ??= new Uint32Array(data.documentCount).map((_, document) => document);
      return all;
    },
    tokenCodes() {
      codes ??= tokenCodesOf(this.tokenTerms(), data.fields.length);
      return codes;
    },
    tokenTerms() {
      termsOfCodes ??= rankTerms(postingOffsets);
      return termsOfCodes;
    },
  };
}
