import type { UnsignedArray } from './unsigned-array.js';

/** The most fields an index can have: a set of fields is the bits of one 32-bit number. */
export const MAXIMUM_FIELDS = 32;

/** Of a term with no more postings than these, its document frequencies are counted when asked for. */
export const FEW_POSTINGS = 16;

/**
 * A whole index as plain typed arrays: what building ends in, what a file holds, what
 * `openFrozenIndex` answers from without parsing any of it.
 *
 * Terms are numbered in the order of their UTF-16 code units, documents densely from 0, fields by
 * their place in {@link fields}. Where an array is called `…Offsets`, what belongs to number `i`
 * stands in the array it leads into at `[offsets[i], offsets[i + 1])`; it has one entry more than
 * there are numbers. The same documents give the same bytes, however they were segmented.
 *
 * Postings are one list per term over all fields together, so that a keyword search reads one list
 * a term; in which fields the term stands, and how often, is a number into the dictionary of
 * signatures, of which a catalog has few.
 */
export interface FrozenIndexData {
  readonly documentCount: number;
  /** The names of the fields, at most {@link MAXIMUM_FIELDS}. */
  readonly fields: readonly string[];
  /** Per field, the sum of all its lengths. */
  readonly fieldLengthSums: Float64Array;
  /**
   * Per field, the length of that field in each document: how many different terms it has there.
   * Empty for a field that is empty everywhere.
   */
  readonly fieldLengths: readonly UnsignedArray[];

  /** Per term, where its text stands in {@link termUnits}. */
  readonly termOffsets: Uint32Array;
  /** The UTF-16 code units of all terms, one term after the other. */
  readonly termUnits: Uint16Array;
  /** The terms in the order of their endings, see `term-endings.ts`. */
  readonly termsByEnding: Uint32Array;

  /** Per term, where its postings stand. */
  readonly postingOffsets: Uint32Array;
  /** The documents that have the term in any field, ascending within a term. */
  readonly postingDocuments: Uint32Array;
  /** Per posting, its signature. 2 bytes each, 4 when there are more than 65,536 signatures. */
  readonly postingSignatures: Uint16Array | Uint32Array;

  /** Per signature, where its fields stand. Those that most postings have come first. */
  readonly signatureOffsets: Uint32Array;
  /** The fields that the term stands in, ascending within a signature. */
  readonly signatureFields: Uint8Array;
  /** How often it stands there, beside {@link signatureFields}. */
  readonly signatureFrequencies: Uint32Array;

  /** The terms with more than `FEW_POSTINGS` postings, ascending; of others one can count. */
  readonly frequentTerms: Uint32Array;
  /** Per frequent term, where its fields stand. */
  readonly frequencyOffsets: Uint32Array;
  /** The fields in which any document has the term, ascending within a term. */
  readonly frequencyFields: Uint8Array;
  /** In how many documents the term stands in that field, beside {@link frequencyFields}. */
  readonly documentFrequencies: Uint32Array;

  /** Per document, where its tokens stand in {@link tokenBytes}. */
  readonly tokenOffsets: Uint32Array;
  /** Every document's text as codes, see `token-stream.ts`. */
  readonly tokenBytes: Uint8Array;

  /**
   * Per pair of the `n` most widespread terms, in the order of their codes in token streams, where
   * its documents stand; pair `a * n + b` is `a` with `b` right behind it. See `term-pairs.ts`.
   */
  readonly pairOffsets: Uint32Array;
  /** The documents that have the pair in any field, ascending within a pair. */
  readonly pairDocuments: Uint32Array;
  /** Beside {@link pairDocuments}, the fields in which they have it: a number into {@link fieldSets}. */
  readonly pairFields: UnsignedArray;
  /** Sets of fields as bits, ascending. */
  readonly fieldSets: Uint32Array;
}
