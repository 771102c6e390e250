import type { SourceRecords } from './source-records.js';

/**
 * One library's records before anything about them was checked. A source may be put together of
 * parts of others: the library of one, the titles of another.
 */
export interface Source {
  /** What messages call it. */
  readonly name: string;
  readonly library: SourceFile;
  /** Of titles there may be too many to be waited for: these may be given as they arrive. */
  readonly titles: SourceFile | StreamedSourceFile;
  readonly users: SourceFile;
  readonly userContent: SourceFile;
  readonly lists: SourceFile;
  readonly sessions: SourceFile;
}

/** What messages call the records of one kind. */
export interface NamedFile {
  readonly name: string;
  /** What they call the place of a record, such as `titles.jsonl:12`. */
  place(position: number): string;
}

/** The records of one kind. */
export interface SourceFile extends NamedFile {
  /** The records, read anew at each call. */
  records(): Iterable<SourceRecord>;
}

/** The records of one kind, given as they arrive. What `records` throws ends the build. */
export interface StreamedSourceFile extends NamedFile {
  /** The records, once. */
  records(): AsyncIterable<SourceRecord>;
}

/** A source all of which is there when it is asked for. */
export interface SyncSource extends Source {
  readonly titles: SourceFile;
}

/** One record, or why there is none at this position. */
export type SourceRecord =
  | { readonly position: number; readonly value: unknown }
  | { readonly position: number; readonly problem: string };

/** Records in memory as a source; positions are indexes. */
export function sourceInMemory(records: SourceRecords): SyncSource {
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

/**
 * Values in memory as the records of one kind; without values, there are none.
 *
 * @param place what messages call the place of a record, `name[position]` unless told
 */
export function fileInMemory(
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
