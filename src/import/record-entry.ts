import type { Title } from '../catalog/records/title.js';
import type { MarcRecord } from './marc/marc-record.js';

/** One record of a file: a MARC record, a row of a spreadsheet, or a refused record. */
export type RecordEntry = MarcEntry | RowEntry | RefusedEntry;

/** The place of a record in a file. */
export interface RecordPlace {
  /** The path or the name of the file. */
  readonly file: string;
  /** In a MARC file, the number of the record, from 1. Refused records are counted. */
  readonly number?: number;
  /** In a spreadsheet, the line on which the row begins, from 1. */
  readonly line?: number;
}

/** A MARC record. */
export interface MarcEntry extends RecordPlace {
  readonly kind: 'marc';
  readonly record: MarcRecord;
  /** Messages about damage to the record and to the holdings records that were joined to it. */
  readonly repairs: readonly string[];
  /** The name of the file of each holdings record that was joined to this record. */
  readonly holdingsFiles?: readonly string[];
}

/** A row of a spreadsheet. */
export interface RowEntry extends RecordPlace {
  readonly kind: 'row';
  readonly id: string | undefined;
  readonly title: Omit<Title, 'id'>;
  /** The names of the columns that are not imported. */
  readonly unused: readonly string[];
  /** The number of further rows whose holdings were joined to this row. Default: 0. */
  readonly joinedRows?: number;
  /** The fields of the title that differ from the row before. Absent if the row before has another id or none. */
  readonly differing?: readonly string[];
}

/** A MARC record or a row that could not be read, or a row that has a missing or invalid value. */
export interface RefusedEntry extends RecordPlace {
  readonly kind: 'refused';
  readonly id: string | undefined;
  readonly problem: string;
  /** Present if the input ends early or cannot be read further, so that later records may be missing. */
  readonly isTruncation?: true | undefined;
}
