import type { UnsignedArray } from '../unsigned-array.js';

/**
 * Some of the documents of an index, analyzed and inverted, in plain typed arrays that can be handed
 * from one thread to another. Documents and terms are numbered within the segment, both from 0. What
 * there is most of is in the smallest type that fits it: segments wait in memory for the last one.
 */
export interface Segment {
  readonly documentCount: number;
  readonly fields: readonly string[];
  /** The lengths of all fields of the first document, then of the second, and so on. */
  readonly fieldLengths: UnsignedArray;
  /** The terms, ascending by code unit; offsets and units as in `FrozenIndexData`. */
  readonly termOffsets: Uint32Array;
  readonly termUnits: Uint16Array;
  readonly postingOffsets: Uint32Array;
  readonly postingDocuments: UnsignedArray;
  /** Signatures are numbered within the segment, in the order they were met. */
  readonly postingSignatures: UnsignedArray;
  readonly signatureOffsets: Uint32Array;
  readonly signatureFields: Uint8Array;
  readonly signatureFrequencies: Uint32Array;
  readonly tokenOffsets: Uint32Array;
  /** Numbers below the number of fields begin a field; term `t` is `fields.length + t`. */
  readonly tokens: UnsignedArray;
}
