/**
 * Some of the documents of an index, analyzed and inverted, in plain typed arrays that can be handed
 * from one thread to another. Documents and terms are numbered within the segment, both from 0.
 */
export interface Segment {
  readonly documentCount: number;
  readonly fields: readonly string[];
  /** The lengths of all fields of the first document, then of the second, and so on. */
  readonly fieldLengths: Uint32Array;
  /** The terms, ascending by code unit; offsets and units as in `FrozenIndexData`. */
  readonly termOffsets: Uint32Array;
  readonly termUnits: Uint16Array;
  readonly postingOffsets: Uint32Array;
  readonly postingDocuments: Uint32Array;
  /** Signatures are numbered within the segment, in the order they were met. */
  readonly postingSignatures: Uint32Array;
  readonly signatureOffsets: Uint32Array;
  readonly signatureFields: Uint8Array;
  readonly signatureFrequencies: Uint32Array;
  readonly tokenOffsets: Uint32Array;
  /** Numbers below the number of fields begin a field; term `t` is `fields.length + t`. */
  readonly tokens: Uint32Array;
}
