import type { MarcRecord } from './marc-record.js';

/** The outcome of reading one record: it was read, perhaps with repairs, or refused. */
export type RecordOutcome = RecordRead | RecordRefused;

/** A record that was read. */
export interface RecordRead {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  readonly record: MarcRecord;
  /** One message for each kind of damage: `<where>: expected <what>, found <what>`. */
  readonly repairs: readonly string[];
}

/** A record that could not be read. */
export interface RecordRefused {
  /** The number of the record in the file, from 1. */
  readonly number: number;
  /** Field 001, if it could be read. */
  readonly controlNumber?: string;
  /** Why the record was refused: `<where>: expected <what>, found <what>`. */
  readonly problem: string;
}
