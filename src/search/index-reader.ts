import { lowerBound } from '../base/binary-search.js';
import { lazy, memoizePerObject } from '../base/lazy.js';
import { type Bm25, bm25Of } from './bm25.js';
import type { ValuesColumn } from './columns/doc-values-column.js';
import type { NumberColumn } from './columns/number-column.js';
import { openTermDictionary, type TermDictionary } from './dictionary/term-dictionary.js';
import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from './frozen-index-data.js';
import {
  createPostingList,
  type PostingList,
  RankBitset,
  rankBitsetLength,
} from './postings/posting-list.js';
import type { FieldBoosts } from './query.js';
import { createScratch, type Scratch } from './scratch-buffers.js';

/** Reads the document frequencies of a term: per field, the number of documents that have the term. */
export interface DocumentFrequencies {
  /**
   * Reads the document frequencies of `term`. Writes one element of {@link fields} and
   * {@link frequencies} for each field that contains the term; the next call overwrites both arrays.
   * O(log terms).
   *
   * @returns the number of fields that contain the term
   */
  read(term: number): number;
  readonly fields: Uint8Array;
  /** Parallel to {@link fields}: the number of documents that have the term in the field. */
  readonly frequencies: Uint32Array;
}

/**
 * Opens the document frequencies. The frequencies of a term with more than
 * {@link MAX_POSTINGS_TO_COUNT} postings are stored in `data`. The frequencies of other terms are
 * counted.
 */
function openDocumentFrequencies(data: FrozenIndexData): DocumentFrequencies {
  const {
    documentFrequencyTerms,
    documentFrequencyOffsets,
    documentFrequencyFields,
    documentFrequencies,
  } = data;
  const { postingOffsets, postingFrequencySets, frequencySetOffsets, frequencySetFields } = data;
  const fields = new Uint8Array(data.fields.length);
  const frequencies = new Uint32Array(data.fields.length);
  const counts = new Uint32Array(data.fields.length);

  function readStored(term: number): number {
    const index = lowerBound(documentFrequencyTerms, term);
    const start = documentFrequencyOffsets[index];
    const count = Math.min(documentFrequencyOffsets[index + 1] - start, fields.length);
    for (let i = 0; i < count; i++) {
      fields[i] = documentFrequencyFields[start + i];
      frequencies[i] = documentFrequencies[start + i];
    }
    return count;
  }

  function countPostings(term: number): number {
    for (let posting = postingOffsets[term]; posting < postingOffsets[term + 1]; posting++) {
      const frequencySet = postingFrequencySets[posting];
      const end = Math.min(frequencySetOffsets[frequencySet + 1], frequencySetFields.length);
      for (let at = frequencySetOffsets[frequencySet]; at < end; at++)
        counts[frequencySetFields[at]]++;
    }
    let count = 0;
    for (let field = 0; field < counts.length; field++) {
      if (counts[field] === 0) continue;
      fields[count] = field;
      frequencies[count++] = counts[field];
      counts[field] = 0;
    }
    return count;
  }

  return {
    fields,
    frequencies,
    read(term) {
      const isFrequent = postingOffsets[term + 1] - postingOffsets[term] > MAX_POSTINGS_TO_COUNT;
      return isFrequent ? readStored(term) : countPostings(term);
    },
  };
}

/** The columns that `values` and `range` queries can name, by name. */
export type Columns = Readonly<Record<string, ValuesColumn | NumberColumn>>;

/** The fields that a query searches, by field number. */
export interface QueryFields {
  /** The fields as a bit mask. */
  readonly mask: number;
  /** Per field of the index, its boost; 0 for a field that is not searched. */
  readonly boosts: Float64Array;
}

/** The parts of an open index that queries read. */
export interface IndexReader {
  readonly data: FrozenIndexData;
  readonly columns: Columns;
  readonly dictionary: TermDictionary;
  /** Returns the BM25+ scores of the index. Every call returns the same object. */
  bm25(): Bm25;
  readonly scratch: Scratch;
  /** The fields that have a term in at least one document, as a bit mask. */
  readonly filledFields: number;
  /** Returns the number of documents that have the term in any field. */
  postingCount(term: number): number;
  postings(term: number): PostingList;
  /** Returns the fields in which any document has the term, as a bit mask. */
  fieldsOf(term: number): number;
  /**
   * Computes the weight of each field for a term: `weight` × the field's boost × the inverse
   * document frequency (idf) of the term in the field, or 0 if no document has the term in the field.
   * Writes the weights to `into` and returns `into`.
   */
  fieldWeights(
    term: number,
    weight: number,
    boosts: Float64Array,
    into: Float64Array,
  ): Float64Array;
  /** Looks up field names, once per object. Names that the index does not have are left out. */
  resolveFields(fields: FieldBoosts): QueryFields;
  /** Returns every document, ascending. Every call returns the same array. */
  allDocuments(): Uint32Array;
  /** Returns the id of a term in the forward index. */
  forwardId(term: number): number;
}

/** Opens an index for reading. Takes the same time for any number of documents. */
export function openIndexReader(data: FrozenIndexData, columns: Columns): IndexReader {
  const { postingOffsets, postingDocuments, postingFrequencySets } = data;
  const documentFrequencies = openDocumentFrequencies(data);
  const fieldNumbers = new Map(data.fields.map((field, number) => [field, number]));
  const bm25 = lazy(() => bm25Of(data));
  const rankBitsets = new Map<number, RankBitset>();
  const allDocuments = lazy(() => {
    const documents = new Uint32Array(data.documentCount);
    for (let i = 0; i < documents.length; i++) documents[i] = i;
    return documents;
  });

  const postingCount = (term: number) => postingOffsets[term + 1] - postingOffsets[term];

  /** @param number the index of a dense term in `denseTerms` */
  function rankBitsetOf(number: number): RankBitset {
    let rankBitset = rankBitsets.get(number);
    if (rankBitset === undefined) {
      const length = rankBitsetLength(data.documentCount);
      rankBitset = new RankBitset(
        data.denseBitsets.subarray(number * length, (number + 1) * length),
      );
      rankBitsets.set(number, rankBitset);
    }
    return rankBitset;
  }

  return {
    data,
    columns,
    dictionary: openTermDictionary(data),
    bm25,
    scratch: createScratch(data.documentCount),
    filledFields: data.fieldLengthSums.reduce(
      (mask, sum, field) => (sum > 0 ? mask | (1 << field) : mask),
      0,
    ),
    postingCount,
    postings(term) {
      const start = postingOffsets[term];
      const end = postingOffsets[term + 1];
      const number = lowerBound(data.denseTerms, term);
      return createPostingList(
        postingDocuments.subarray(start, end),
        postingFrequencySets.subarray(start, end),
        data.denseTerms[number] === term ? () => rankBitsetOf(number) : undefined,
      );
    },
    fieldsOf(term) {
      let mask = 0;
      const count = documentFrequencies.read(term);
      for (let i = 0; i < count; i++) mask |= 1 << documentFrequencies.fields[i];
      return mask;
    },
    fieldWeights(term, weight, boosts, into) {
      for (let field = 0; field < into.length; field++) into[field] = 0;
      const count = documentFrequencies.read(term);
      for (let i = 0; i < count; i++) {
        const field = documentFrequencies.fields[i];
        into[field] = weight * boosts[field] * bm25().idf(documentFrequencies.frequencies[i]);
      }
      return into;
    },
    resolveFields: memoizePerObject((fields: FieldBoosts) => {
      const boosts = new Float64Array(data.fields.length);
      let mask = 0;
      for (const name of Object.keys(fields)) {
        const field = fieldNumbers.get(name);
        if (field === undefined) continue;
        mask |= 1 << field;
        boosts[field] = fields[name];
      }
      return { mask, boosts };
    }),
    allDocuments,
    forwardId: (term) => data.fields.length + data.termFrequencyRanks[term],
  };
}
