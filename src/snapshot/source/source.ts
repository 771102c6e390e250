import type { Library } from '../../catalog/records/library.js';
import type { List } from '../../catalog/records/list.js';
import type { SessionRecord } from '../../catalog/records/session.js';
import type { Title } from '../../catalog/records/title.js';
import type { User } from '../../catalog/records/user.js';
import type { UserContent } from '../../catalog/records/user-content.js';

/**
 * The unchecked records of one library. A source can combine parts of other sources, such as the
 * library of one and the titles of another.
 */
export interface Source {
  /** A name for the source, such as the path of its directory. */
  readonly name: string;
  /** The library, as one record. */
  readonly library: SourceFile;
  /** The titles. Streamed titles are read one by one, so they need not all be in memory. */
  readonly titles: SourceFile | StreamedSourceFile;
  readonly users: SourceFile;
  readonly userContent: SourceFile;
  readonly lists: SourceFile;
  /** The sessions. Error messages about sessions do not quote their ids, which are secret. */
  readonly sessions: SourceFile;
  /**
   * The lines of a file of synonyms, each as a string, in the format of Solr's `synonyms.txt`. They are used in
   * addition to the synonyms that are shipped with Carrel. Default: no lines.
   */
  readonly synonyms?: SourceFile | undefined;
}

/** How messages name the records of one kind. */
export interface NamedFile {
  /** The name of the file, such as `titles.jsonl`, or of the array. */
  readonly name: string;
  /** Returns the place of the record at a position, such as `titles.jsonl:12`. */
  place(position: number): string;
}

/** The records of one kind. */
export interface SourceFile extends NamedFile {
  /** Reads the records. Each call begins with the first record. */
  records(): Iterable<SourceRecord>;
}

/** The streamed records of one kind. If `records` throws an error, `buildSnapshot` rejects with this error. */
export interface StreamedSourceFile extends NamedFile {
  /** Reads the records. A build calls this method once. */
  records(): AsyncIterable<SourceRecord>;
}

/** A source that can be read synchronously. */
export interface SyncSource extends Source {
  readonly titles: SourceFile;
}

/**
 * A record, or the problem that makes the record unreadable. `position` is the number that is passed to
 * {@link NamedFile.place}, such as a line number or an array index.
 */
export type SourceRecord =
  | { readonly position: number; readonly value: unknown }
  | { readonly position: number; readonly problem: string };

/** Returns a source of records in memory. Positions are array indexes. */
export function memorySource(records: SourceRecords): SyncSource {
  return {
    name: 'the records',
    library: memoryFile('library', [records.library], () => 'library'),
    titles: memoryFile('titles', records.titles),
    users: memoryFile('users', records.users),
    userContent: memoryFile('userContent', records.userContent),
    lists: memoryFile('lists', records.lists),
    sessions: memoryFile('sessions', records.sessions),
    synonyms: memoryFile('synonyms', records.synonyms),
  };
}

/**
 * Returns a source file whose records are values in memory.
 *
 * @param values The records. Default: no records.
 * @param place Returns the place of a record in messages. Default: `name[position]`.
 */
export function memoryFile(
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

/**
 * The records of one library as objects, with the same fields as in the files of a source directory.
 * Only `library` and `titles` are required.
 *
 * @example
 * const records: SourceRecords = {
 *   library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
 *   titles: [{ id: '1', title: 'Moby-Dick', format: { id: 'BK' } }],
 * };
 */
export interface SourceRecords {
  readonly library: Library;
  readonly titles: Iterable<Title>;
  readonly users?: Iterable<User>;
  readonly userContent?: Iterable<UserContent>;
  readonly lists?: Iterable<List>;
  readonly sessions?: Iterable<SessionRecord>;
  /** Lines of synonyms, as in the file `synonyms.txt`: `sofa, couch` or `lotr => lord of the rings`. */
  readonly synonyms?: Iterable<string>;
}
