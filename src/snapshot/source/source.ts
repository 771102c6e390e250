/*
 * Defines the sources of a build, with records in memory or in a stream, and collects their errors
 * and warnings.
 */

import { printable, typeError } from '../../base/messages.js';
import type { Library } from '../../catalog/records/library.js';
import type { Title } from '../../catalog/records/title.js';
import type { List, SessionRecord, User, UserContent } from '../../catalog/records/user-records.js';

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
  /**
   * The name of the holdings profile that the titles were imported with, or `none`, as one string. Default: no string, for
   * titles that were not imported, or have no holdings profile.
   */
  readonly holdings?: SourceFile | undefined;
}

/** How messages name the records of one kind. */
export interface NamedFile {
  /** The name of the file, such as `titles.jsonl`, or of the array. */
  readonly name: string;
  /** Returns the place of the record at a position, such as `titles.jsonl:12`. */
  place(position: number): string;
  /** Returns the share of the file that was read, from 0 to 1. Default: not known. */
  readonly readShare?: (() => number) | undefined;
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

/** A source whose records of every kind may be streamed. */
export type StreamedSource = Pick<Source, 'name'> & {
  readonly [Kind in keyof Omit<Source, 'name'>]: Source[Kind] | StreamedSourceFile;
};

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

/** Records that are read one by one: an array, a generator, or an asynchronous iterable such as a stream of objects. */
export type RecordIterable<T> = Iterable<T> | AsyncIterable<T>;

/** Records that name their places in error messages, such as the records of a file. */
interface PlacedRecords {
  /** Returns the place of the record that was read last. */
  place(): string;
}

/** Returns a source of records that may be streamed. Positions are the numbers of the records, from 0. */
export function streamedSource(records: SnapshotRecords): StreamedSource {
  return {
    name: 'the records',
    library: memoryFile('library', [records.library], () => 'library'),
    titles: streamedFile('titles', records.titles),
    users: streamedFile('users', records.users),
    userContent: streamedFile('userContent', records.userContent),
    lists: streamedFile('lists', records.lists),
    sessions: streamedFile('sessions', records.sessions),
    synonyms: streamedFile('synonyms', records.synonyms),
    holdings: streamedFile('holdings', records.holdings),
  };
}

/**
 * Returns a source file of records that may be streamed. Positions are the numbers of the records, from 0.
 *
 * @param readShare see {@link NamedFile}
 */
export function streamedFile(
  name: string,
  values: (RecordIterable<unknown> & Partial<PlacedRecords>) | undefined = [],
  readShare?: () => number,
): StreamedSourceFile {
  return {
    name,
    readShare,
    place: (position) => values.place?.() ?? `${name}[${position}]`,
    async *records() {
      let position = 0;
      for await (const value of values) yield { position: position++, value };
    },
  };
}

/**
 * The records of one library for `buildSnapshot`. Like {@link SourceRecords}, but the records of each kind except
 * the library may also be an asynchronous iterable, such as an asynchronous generator or a stream of objects. The
 * iterables are read one after the other, the titles last, and no more than a few hundred records ahead.
 *
 * @example
 * async function* titles() {
 *   for await (const { id, name } of rows) yield { id, title: name, format: { id: 'BK' } };
 * }
 * await buildSnapshot({ library, titles: titles() }, 'branch.snapshot');
 */
export interface SnapshotRecords {
  /** The library. */
  readonly library: Library;
  /** The titles. */
  readonly titles: RecordIterable<Title>;
  /** The users who wrote content or made lists. Default: none. */
  readonly users?: RecordIterable<User> | undefined;
  /** Comments, ratings, tags and other content of users about titles. Default: none. */
  readonly userContent?: RecordIterable<UserContent> | undefined;
  /** The lists of users. Default: none. */
  readonly lists?: RecordIterable<List> | undefined;
  /** The sessions of users who are signed in. Default: none. */
  readonly sessions?: RecordIterable<SessionRecord> | undefined;
  /** Lines of synonyms, as in the file `synonyms.txt`: `sofa, couch` or `lotr => lord of the rings`. */
  readonly synonyms?: RecordIterable<string> | undefined;
  /**
   * The name of the holdings profile that the titles were imported with, from `importRecords`. The snapshot keeps it, so
   * that `carrel changes` and `carrel harvest` use the same profile. Default: none.
   */
  readonly holdings?: RecordIterable<string> | undefined;
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
  /** The library. */
  readonly library: Library;
  /** The titles. */
  readonly titles: Iterable<Title>;
  /** The users who wrote content or made lists. Default: none. */
  readonly users?: Iterable<User> | undefined;
  /** Comments, ratings, tags and other content of users about titles. Default: none. */
  readonly userContent?: Iterable<UserContent> | undefined;
  /** The lists of users. Default: none. */
  readonly lists?: Iterable<List> | undefined;
  /** The sessions of users who are signed in. Default: none. */
  readonly sessions?: Iterable<SessionRecord> | undefined;
  /** Lines of synonyms, as in the file `synonyms.txt`: `sofa, couch` or `lotr => lord of the rings`. */
  readonly synonyms?: Iterable<string> | undefined;
}

/**
 * Checks that records are an object with iterables, because JavaScript code may pass other values.
 *
 * @param where the name of the function that received the records
 * @param iterators the methods of iterables that the function reads, such as `Symbol.iterator`
 * @throws TypeError for another value, and for records without titles
 */
export function checkRecords(
  where: string,
  records: SnapshotRecords,
  iterators: readonly (typeof Symbol.iterator | typeof Symbol.asyncIterator)[],
): void {
  if (typeof records !== 'object' || records === null) {
    throw typeError(`${where}: records`, 'an object with a library and titles', records);
  }
  const { titles, users, userContent, lists, sessions, synonyms, holdings } = records;
  const optional = { users, userContent, lists, sessions, synonyms, holdings };
  const present = Object.entries(optional).filter(([, values]) => values !== undefined);
  for (const [name, values] of [['titles', titles] as const, ...present]) {
    const isIterable =
      typeof values === 'object' && values !== null && iterators.some((method) => method in values);
    if (!isIterable) throw typeError(`${where}: ${name}`, 'an iterable, such as an array', values);
  }
}

/** The maximum number of errors in a message. Further errors are only counted. */
const MAX_LISTED_ERRORS = 20;
/** The maximum number of different warnings of one kind. Further warnings share one common message. */
const MAX_LISTED_WARNINGS = 20;

/** A problem of a record in a source. */
export interface SourceProblem {
  /** The place of the record: a file and line such as `titles.jsonl:12`, or an array and index such as `titles[11]`. */
  readonly place: string;
  /** The problem: usually the field, the expected value and the value found. */
  readonly problem: string;
}

/**
 * A source is invalid. The message has one line for each of the first 20 errors, and then the number of further errors,
 * if any: `titles.jsonl:12: format.id: expected a non-empty string, found nothing`.
 *
 * @example
 * try {
 *   createCatalog(records);
 * } catch (error) {
 *   if (!(error instanceof SourceError)) throw error;
 *   for (const { place, problem } of error.problems) console.log(place, problem);
 * }
 */
export class SourceError extends Error {
  override name = 'SourceError';
  /** The lines of the message about the first errors, up to 20. */
  readonly errors: readonly string[];

  /**
   * @param problems the first errors, up to 20
   */
  constructor(
    readonly problems: readonly SourceProblem[],
    readonly count: number,
  ) {
    const errors = problems.map(({ place, problem }) => printable(`${place}: ${problem}`));
    const more = count - errors.length;
    super(
      [
        ...errors,
        ...(more > 0 ? [`... and ${more} more ${more === 1 ? 'error' : 'errors'}`] : []),
      ].join('\n'),
    );
    this.errors = errors;
  }
}

/** Receives the errors and warnings about records. {@link SourceReport} implements this interface. */
export interface Problems {
  /** Receives the problem of the record at a place. */
  error(place: string, problem: string): void;
  /**
   * Receives a warning.
   *
   * @param common the common message of a kind of warnings, which replaces the messages of further warnings
   */
  warn(message: string, common: string): void;
}

/** Collects the errors and warnings of a source while it is read. */
export class SourceReport implements Problems {
  readonly #errors: SourceProblem[] = [];
  readonly #warnings = new Map<string, number>();
  /** The number of different warnings of each kind, by the common message of the kind. */
  readonly #warningsOfKind = new Map<string, number>();
  #errorCount = 0;

  /** Whether an error has been recorded. */
  get hasErrors(): boolean {
    return this.#errorCount > 0;
  }

  /** Records an error, which {@link refuseErrors} throws later. */
  error(place: string, problem: string): void {
    this.#errorCount++;
    if (this.#errors.length < MAX_LISTED_ERRORS) this.#errors.push({ place, problem });
  }

  /**
   * Records a warning. Equal warnings are listed once, with their count.
   *
   * @param common the common message of a kind of warnings; it identifies the kind, and replaces `message` if
   *   20 other warnings of the kind are already listed
   */
  warn(message: string, common: string): void {
    const listed = this.#isListed(message, common) ? message : common;
    this.#warnings.set(listed, (this.#warnings.get(listed) ?? 0) + 1);
  }

  #isListed(message: string, common: string): boolean {
    if (this.#warnings.has(message)) return true;
    const listed = this.#warningsOfKind.get(common) ?? 0;
    if (listed === MAX_LISTED_WARNINGS) return false;
    this.#warningsOfKind.set(common, listed + 1);
    return true;
  }

  /** Returns the warnings, each with the number of times it occurred. */
  warnings(): string[] {
    return [...this.#warnings].map(
      ([message, count]) => `${message} (${count} ${count === 1 ? 'time' : 'times'})`,
    );
  }

  /**
   * Throws the recorded errors, if any.
   *
   * @throws SourceError if an error has been recorded
   */
  refuseErrors(): void {
    if (this.#errorCount > 0) throw new SourceError(this.#errors, this.#errorCount);
  }
}
