import type { Title } from '../catalog/title.js';
import type { MarcRecord } from './marc/marc-record.js';

/** One record of a file, of whichever form: read, or refused. */
export type RecordEntry = MarcEntry | RowEntry | RefusedEntry;

/** Where a record stands, as a person finds it again. */
export interface RecordPlace {
  readonly file: string;
  /** In a file of MARC its place among the records, from 1, refused ones too. */
  readonly number?: number;
  /** In a file of lines the one that it begins on, from 1. */
  readonly line?: number;
}

/** A record of MARC. */
export interface MarcEntry extends RecordPlace {
  readonly kind: 'marc';
  readonly record: MarcRecord;
  readonly repairs: readonly string[];
  /** The file of each holdings record that is joined to it. */
  readonly holdingsFiles?: readonly string[];
}

/** A row of separated values. */
export interface RowEntry extends RecordPlace {
  readonly kind: 'row';
  readonly id: string | undefined;
  readonly title: Omit<Title, 'id'>;
  /** Names of columns that hold something no title has. */
  readonly unused: readonly string[];
}

/** A record that could not be read. */
export interface RefusedEntry extends RecordPlace {
  readonly kind: 'refused';
  readonly id: string | undefined;
  readonly problem: string;
}
