import type { SourceRecords } from './source-records.js';

/** One library's records before anything about them was checked. */
export interface Source {
  /** What messages call it. */
  readonly name: string;
  readonly library: SourceFile;
  readonly titles: SourceFile;
  readonly users: SourceFile;
  readonly userContent: SourceFile;
  readonly lists: SourceFile;
  readonly sessions: SourceFile;
}

/** The records of one kind. */
export interface SourceFile {
  /** What messages call it. */
  readonly name: string;
  /** What messages call the place of a record, such as `titles.jsonl:12`. */
  place(position: number): string;
  /** The records, read anew at each call. */
  records(): Iterable<SourceRecord>;
}

/** One record, or why there is none at this position. */
export type SourceRecord =
  | { readonly position: number; readonly value: unknown }
  | { readonly position: number; readonly problem: string };

/** Records in memory as a source; positions are indexes. */
export function sourceInMemory(records: SourceRecords): Source {
  return {
    name: 'the records',
    library: fileInMemory('library', [records.library], () => 'library'),
    titles: fileInMemory('titles', records.titles),
    users: fileInMemory('users', records.users),
    userContent: fileInMemory('userContent', records.userContent),
    lists: fileInMemory('lists', records.lists),
    sessions: fileInMemory('sessions', records.sessions),
  };
}

function fileInMemory(
  name: string,
  values: Iterable<unknown> = [],
  place: (position: number) => string = (position) => `${name}[${position}]`,
): SourceFile {
  return {
    name,
    place,
    *records() {
      let position = 0;
      for (const value of values) yield { position: position++, value };
    },
  };
}
