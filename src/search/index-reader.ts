/*
 * The parts of an open index that matchers read: postings, document frequencies, fields, the BM25 factors of postings, and
 * reusable memory.
 */

import { lowerBound } from '../base/binary-search.js';
import { lazy, memoizePerObject } from '../base/lazy.js';
import { StructureError } from '../base/messages.js';
import type { NumberColumn, ValuesColumn } from './columns/doc-values-column.js';
import { openTermDictionary, type TermDictionary } from './dictionary/term-dictionary.js';
import { type FrozenIndexData, MAX_POSTINGS_TO_COUNT } from './frozen-index-data.js';
import { Bitset, PostingList, RankBitset, rankBitsetLength } from './postings/document-sets.js';
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

/** MiniSearch's default BM25+ parameters. */
const K = 1.2;
const B = 0.7;
const D = 0.5;

/** Term frequency factors are looked up in a table for fields with fewer distinct terms than this. */
const TABLE_LENGTHS = 64;
/** The idf of a term is looked up in a table when its document frequency is below this. */
const CACHED_FREQUENCIES = 4096;

/** Returns the inverse document frequency (idf) of a term that `documentFrequency` of `documentCount` documents have. */
export function idf(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** Returns the {@link Bm25} of an index. Computes its tables at the first call. */
const bm25Of = memoizePerObject((data: FrozenIndexData) => new Bm25(data));

/**
 * Computes BM25+ over the fields of one index, as MiniSearch does.
 *
 * A frequency set holds the field frequencies of a posting: one pair of field and term frequency
 * for each field that contains the term. Distinct pairs are numbered from 0. A table contains the term frequency factors
 * of each pair for the field lengths below {@link TABLE_LENGTHS}. The length of a field is its number of distinct terms.
 */
export class Bm25 {
  /** Per frequency set, the number of its pair, or -1 when it has several pairs. */
  readonly onlyPairs: Int32Array;
  /** Parallel to {@link FrozenIndexData.frequencySetFields}: the number of each pair. */
  readonly pairs: Uint32Array;
  /** Per frequency set, its fields as a bit mask. */
  readonly fieldMasks: Uint32Array;
  /** Per pair, its field. */
  readonly fieldOfPair: Uint8Array;
  /**
   * Per field, one factor per frequency set: the {@link maxPairFactor} of the set's pair for the
   * field, or 0 when the set has no pair for the field.
   */
  readonly maxFactorByField: readonly Float32Array[];
  private readonly frequencyOfPair: Uint32Array;
  private readonly table: Float64Array;
  private readonly idfs: Float64Array;

  constructor(private readonly data: FrozenIndexData) {
    const { frequencySetOffsets, frequencySetFields, frequencySetFrequencies } = data;
    const frequencySetCount = frequencySetOffsets.length - 1;
    const pairByKey = new Map<number, number>();
    const frequencies: number[] = [];
    const fields: number[] = [];
    this.pairs = new Uint32Array(frequencySetFields.length);
    this.onlyPairs = new Int32Array(frequencySetCount).fill(-1);
    this.fieldMasks = new Uint32Array(frequencySetCount);
    for (let frequencySet = 0; frequencySet < frequencySetCount; frequencySet++) {
      const start = frequencySetOffsets[frequencySet];
      const end = frequencySetOffsets[frequencySet + 1];
      if (start > end || end > frequencySetFields.length) {
        throw new StructureError('index.frequency_set.offsets', 'ascending offsets', end);
      }
      for (let at = start; at < end; at++) {
        const field = frequencySetFields[at];
        if (field >= data.fields.length) {
          throw new StructureError('index.frequency_set.fields', 'numbers of fields', field);
        }
        const key = frequencySetFrequencies[at] * 256 + field;
        let pair = pairByKey.get(key);
        if (pair === undefined) {
          pair = fields.length;
          pairByKey.set(key, pair);
          fields.push(field);
          frequencies.push(frequencySetFrequencies[at]);
        }
        this.pairs[at] = pair;
        this.fieldMasks[frequencySet] |= 1 << field;
        if (end - start === 1) this.onlyPairs[frequencySet] = pair;
      }
    }
    this.fieldOfPair = Uint8Array.from(fields);
    this.frequencyOfPair = Uint32Array.from(frequencies);
    this.table = new Float64Array(fields.length * TABLE_LENGTHS);
    this.maxFactorByField = data.fields.map(() => new Float32Array(frequencySetCount));
    this.idfs = new Float64Array(Math.min(CACHED_FREQUENCIES, data.documentCount + 1));
    this.fillTables();
  }

  private fillTables(): void {
    const { data, fieldOfPair, frequencyOfPair, table, idfs } = this;
    for (let pair = 0; pair < fieldOfPair.length; pair++) {
      for (let length = 0; length < TABLE_LENGTHS; length++) {
        const factor = this.termFrequencyFactor(fieldOfPair[pair], frequencyOfPair[pair], length);
        table[pair * TABLE_LENGTHS + length] = factor;
      }
    }
    const { frequencySetOffsets, frequencySetFields } = data;
    for (let frequencySet = 0; frequencySet < this.onlyPairs.length; frequencySet++) {
      const end = frequencySetOffsets[frequencySet + 1];
      for (let at = frequencySetOffsets[frequencySet]; at < end; at++) {
        const factor = this.maxPairFactor(this.pairs[at]);
        this.maxFactorByField[frequencySetFields[at]][frequencySet] = factor;
      }
    }
    for (let i = 0; i < idfs.length; i++) idfs[i] = idf(data.documentCount, i);
  }

  /** Returns the inverse document frequency (idf) of a term that `documentFrequency` documents have in a field. */
  idf(documentFrequency: number): number {
    return documentFrequency < this.idfs.length
      ? this.idfs[documentFrequency]
      : idf(this.data.documentCount, documentFrequency);
  }

  /**
   * Returns the BM25+ term frequency factor of a term that occurs `frequency` times in a field with
   * `length` distinct terms.
   */
  termFrequencyFactor(field: number, frequency: number, length: number): number {
    const average = this.data.fieldLengthSums[field] / this.data.documentCount;
    return D + (frequency * (K + 1)) / (frequency + K * (1 - B + (B * length) / average));
  }

  /** Returns the {@link termFrequencyFactor} of a pair in a field with `length` distinct terms. */
  pairFactor(pair: number, length: number): number {
    return length < TABLE_LENGTHS
      ? this.table[pair * TABLE_LENGTHS + length]
      : this.termFrequencyFactor(this.fieldOfPair[pair], this.frequencyOfPair[pair], length);
  }

  /**
   * Returns the {@link maxScore} of every frequency set. O(pairs of all frequency sets).
   *
   * @param weights per field, the factor on the field's term frequency factor
   */
  maxScores(weights: Float64Array): Float32Array {
    const maxScores = new Float32Array(this.onlyPairs.length);
    for (let frequencySet = 0; frequencySet < maxScores.length; frequencySet++) {
      maxScores[frequencySet] = this.maxScore(frequencySet, weights);
    }
    return maxScores;
  }

  /**
   * Returns the maximum score of a posting with this frequency set: the score when the fields of the
   * frequency set contain no other term. Negative weights count as 0.
   *
   * @param weights per field, the factor on the field's term frequency factor
   */
  maxScore(frequencySet: number, weights: Float64Array): number {
    const only = this.onlyPairs[frequencySet];
    if (only >= 0) return Math.max(0, weights[this.fieldOfPair[only]]) * this.maxPairFactor(only);
    const { frequencySetOffsets } = this.data;
    const end = frequencySetOffsets[frequencySet + 1];
    let maxScore = 0;
    for (let at = frequencySetOffsets[frequencySet]; at < end; at++) {
      const pair = this.pairs[at];
      maxScore += Math.max(0, weights[this.fieldOfPair[pair]]) * this.maxPairFactor(pair);
    }
    return maxScore;
  }

  /** Returns the maximum {@link pairFactor}: the factor in a field that contains no other term. */
  maxPairFactor(pair: number): number {
    return this.table[pair * TABLE_LENGTHS + 1];
  }
}
