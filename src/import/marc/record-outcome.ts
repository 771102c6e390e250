import type { MarcRecord } from './marc-record.js';

/** What became of one record of a file of records: it was read, perhaps with repairs, or refused. */
export type RecordOutcome = RecordRead | RecordRefused;

/** A record that was read. */
export interface RecordRead {
  /** Its place in the file, from 1. */
  readonly number: number;
  readonly record: MarcRecord;
  /** A sentence for each thing that was damaged and read as well as it could be. */
  readonly repairs: readonly string[];
}

/** A record that could not be read. */
export interface RecordRefused {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** Its field 001, where that could still be read. */
  readonly controlNumber?: string;
  /** A sentence that says what was found and what was wanted. */
  readonly problem: string;
}
