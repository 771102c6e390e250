/*
 * The parts of an open index that matchers read: postings, document frequencies, fields, and reusable memory.
 */

import { lowerBound } from '../base/binary-search.js';
import { lazy, memoizePerObject } from '../base/lazy.js';
import { type Bm25, bm25Of } from './bm25.js';
import type { NumberColumn, ValuesColumn } from './columns/doc-values-column.js';
import { openTermDictionary, type TermDictionary } from './dictionary/term-dictionary.js';
import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from './frozen-index-data.js';
import { Bitset } from './postings/document-sets.js';
import { PostingList, RankBitset, rankBitsetLength } from './postings/posting-list.js';
import type { FieldBoosts } from './query.js';

/** Reads the document frequencies of a term: per field, the number of documents that have the term. */
class DocumentFrequencyReader {
  /** The fields that contain the term of the latest {@link read}. */
  readonly fields: Uint8Array;
  /** Parallel to {@link fields}: the number of documents that have the term in the field. */
  readonly frequencies: Uint32Array;
  /** By field: 0 between calls. */
  private readonly counts: Uint32Array;

  constructor(private readonly data: FrozenIndexData) {
    this.fields = new Uint8Array(data.fields.length);
    this.frequencies = new Uint32Array(data.fields.length);
    this.counts = new Uint32Array(data.fields.length);
  }

  /**
   * Reads the document frequencies of `term`. Writes one element of {@link fields} and
   * {@link frequencies} for each field that contains the term; the next call overwrites both arrays. The frequencies of a
   * term with more than {@link MAX_POSTINGS_TO_COUNT} postings are stored. The frequencies of other terms are counted.
   * O(log terms).
   *
   * @returns the number of fields that contain the term
   */
  read(term: number): number {
    const { postingOffsets } = this.data;
    const isFrequent = postingOffsets[term + 1] - postingOffsets[term] > MAX_POSTINGS_TO_COUNT;
    return isFrequent ? this.readStored(term) : this.countPostings(term);
  }

  private readStored(term: number): number {
    const { fields, frequencies, data } = this;
    const index = lowerBound(data.documentFrequencyTerms, term);
    const start = data.documentFrequencyOffsets[index];
    const count = Math.min(data.documentFrequencyOffsets[index + 1] - start, fields.length);
    for (let i = 0; i < count; i++) {
      fields[i] = data.documentFrequencyFields[start + i];
      frequencies[i] = data.documentFrequencies[start + i];
    }
    return count;
  }

  private countPostings(term: number): number {
    const { fields, frequencies, counts } = this;
    const { postingOffsets, postingFrequencySets, frequencySetOffsets, frequencySetFields } =
      this.data;
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
  forwardId(term: number): number;
}

/** Opens an index for reading. Takes the same time for any number of documents. */
export function openIndexReader(data: FrozenIndexData, columns: Columns): IndexReader {
  const { postingOffsets, postingDocuments, postingFrequencySets } = data;
  const documentFrequencies = new DocumentFrequencyReader(data);
  const fieldNumbers = new Map(data.fields.map((field, number) => [field, number]));
  const bm25 = lazy(() => bm25Of(data));
  const allDocuments = lazy(() => {
    const documents = new Uint32Array(data.documentCount);
    for (let i = 0; i < documents.length; i++) documents[i] = i;
    return documents;
  });

  const postingCount = (term: number) => postingOffsets[term + 1] - postingOffsets[term];

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
      const dense = lowerBound(data.denseTerms, term);
      const length = rankBitsetLength(data.documentCount);
      return new PostingList(
        postingDocuments.subarray(start, end),
        postingFrequencySets.subarray(start, end),
        data.denseTerms[dense] === term
          ? new RankBitset(data.denseBitsets.subarray(dense * length, (dense + 1) * length))
          : undefined,
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

/**
 * Sets and arrays of the size of the index, which the queries of one index reuse. Each function runs `work`
 * with memory that nothing else uses until `work` returns, so calls can nest. When `work` throws, the memory
 * is not reused.
 */
export interface Scratch {
  /** Runs `work` with an empty set of documents, which `work` must leave empty. */
  withBitset<Result>(work: (bitset: Bitset) => Result): Result;
  /** Runs `work` with an array of one element per document. The elements are arbitrary. */
  withUint32Array<Result>(work: (array: Uint32Array) => Result): Result;
  /** Does the same as {@link withUint32Array} with signed numbers. */
  withInt32Array<Result>(work: (array: Int32Array) => Result): Result;
  /** Does the same as {@link withUint32Array} with 32-bit floats. */
  withFloat32Array<Result>(work: (array: Float32Array) => Result): Result;
  /** Does the same as {@link withUint32Array} with 64-bit floats. */
  withFloat64Array<Result>(work: (array: Float64Array) => Result): Result;
}

/**
 * Creates scratch memory for an index. Memory is allocated when none is free. Arrays of 32-bit numbers of all types use
 * the same memory.
 */
export function createScratch(documentCount: number): Scratch {
  const with32BitArrays = createPool(() => {
    const numbers = new Uint32Array(documentCount);
    const { buffer } = numbers;
    return { numbers, signed: new Int32Array(buffer), floats: new Float32Array(buffer) };
  });
  return {
    withBitset: createPool(() => new Bitset(documentCount)),
    withUint32Array: (work) => with32BitArrays(({ numbers }) => work(numbers)),
    withInt32Array: (work) => with32BitArrays(({ signed }) => work(signed)),
    withFloat32Array: (work) => with32BitArrays(({ floats }) => work(floats)),
    withFloat64Array: createPool(() => new Float64Array(documentCount)),
  };
}

/** Creates a function that runs work with a free item of a pool. */
function createPool<Item>(create: () => Item): <Result>(work: (item: Item) => Result) => Result {
  const free: Item[] = [];
  return (work) => {
    const item = free.pop() ?? create();
    const result = work(item);
    free.push(item);
    return result;
  };
}
