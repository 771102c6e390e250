import type { Title } from '../catalog/title.js';
import type { MarcRecord } from './marc/marc-record.js';

/** One record of a file, of whichever form: read, or refused. */
export type RecordEntry = RecordPlace &
  (
    | { readonly kind: 'marc'; readonly record: MarcRecord; readonly repairs: readonly string[] }
    | {
        readonly kind: 'row';
        readonly id: string | undefined;
        readonly title: Omit<Title, 'id'>;
        /** Names of columns that hold something no title has. */
        readonly unused: readonly string[];
      }
    | { readonly kind: 'refused'; readonly id: string | undefined; readonly problem: string }
  );

/** Where a record stands. */
export interface RecordPlace {
  readonly file: string;
  /** Its place in the file, from 1; of a file of lines, its line. */
  readonly number: number;
}
