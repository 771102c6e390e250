/*
 * BM25+ as MiniSearch computes it, with tables for frequent cases. The matchers decide which documents are scored.
 */

import { memoizePerObject } from '../base/lazy.js';
import { StructureError } from '../base/messages.js';
import type { FrozenIndexData } from './frozen-index-data.js';

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
export const bm25Of = memoizePerObject((data: FrozenIndexData) => new Bm25(data));

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
