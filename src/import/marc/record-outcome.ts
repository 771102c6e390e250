import type { MarcRecord } from './marc-record.js';

/** The outcome of reading one record: the record, perhaps with repairs, or the reason for refusing it. */
export type RecordOutcome = RecordRead | RecordRefused;

/** A record that was read. */
export interface RecordRead {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** The record. */
  readonly record: MarcRecord;
  /**
   * Messages about damage, in the form `<where>: expected <what>, found <what>`. `<where>` can be omitted.
   * Empty for an undamaged record.
   */
  readonly repairs: readonly string[];
}

/** A record that could not be read. */
export interface RecordRefused {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** Field 001, if it could be read. */
  readonly controlNumber?: string;
  /**
   * Why the record was refused, usually in the form `<where>: expected <what>, found <what>`. `<where>` can
   * be omitted.
   */
  readonly problem: string;
  /** Present if the input ends early or cannot be read further, so that later records may be missing. */
  readonly isTruncation?: true;
}
