import type {
  DocValuesColumn,
  FacetCounter,
  RangeTopK,
  ScoreBoosts,
  SearchIndex,
} from '../search/index.js';
import type { Narrowing } from './narrowings.js';
import type { QueryValues } from './query-columns.js';
import type { Library } from './records/library.js';
import type { List } from './records/list.js';
import type { Session } from './records/session.js';
import type { Title } from './records/title.js';
import type { User } from './records/user.js';
import type { UserContent } from './records/user-content.js';
import type { Sort } from './sort-keys.js';

/**
 * An open catalog: the records of one library by id, and an index of its titles. Immutable. Records
 * are decoded when they are read.
 */
export interface Catalog {
  /** The path or address that it was opened from; messages name the catalog by it. */
  readonly source: string;
  /**
   * 16 hexadecimal digits that identify the contents: equal for equal records, however they were
   * opened, and different when any record differs.
   */
  readonly fingerprint: string;
  readonly library: Library;
  readonly titles: Titles;
  readonly users: Users;
  readonly userContent: UserContents;
  readonly lists: Lists;
  readonly sessions: Sessions;
}

/** Records of one kind, numbered from 0 in the order of their ids. */
export interface Records<T> {
  readonly size: number;
  /** The id of a record, as a string. */
  id(number: number): string;
  /** The number of the record with this id, or -1. */
  numberOf(id: string): number;
  /** Decodes a record. */
  get(number: number): T;
}

/** Titles by id. The number of a title is its document number in {@link index}. */
export interface Titles extends Records<Title> {
  /** Decodes only these fields of a title. */
  pick<Field extends Exclude<keyof Title, 'id'>>(
    number: number,
    fields: readonly Field[],
  ): Pick<Title, Field>;
  /**
   * The search index of the titles. Its columns are {@link columns}, {@link queryColumns} and the
   * numeric columns of `query-columns.ts`.
   */
  readonly index: SearchIndex;
  /**
   * The titles that have this key among their `titleKeys`, in ascending order. Keys are stored as
   * 32-bit hashes, so in rare cases the result includes a title with a different key.
   */
  withTitleKey(key: string): Uint32Array;
  /**
   * By title, the factor by which its popularity `p` multiplies its score:
   * `1 + 0.05 · log(1 + p) / log(1 + p max)`, from 1 to 1.05.
   */
  readonly popularityBoosts: ScoreBoosts;
  /** By narrowing, the values of each title. Ordinals are in the order of the values' names. */
  readonly columns: Readonly<Record<Narrowing, DocValuesColumn>>;
  /** Counts and filters titles by the values of {@link columns}. */
  readonly facets: FacetCounter;
  /** The ordinal of a narrowing's value, by the id of the value, or -1. */
  valueOrd(narrowing: Narrowing, id: string): number;
  /** The display name of a narrowing's value. */
  valueName(narrowing: Narrowing, ord: number): string;
  /** The columns that only the query language uses, in addition to {@link columns}. */
  readonly queryColumns: Readonly<Record<QueryValues, DocValuesColumn>>;
  /**
   * By sort order, the rank of each title, from 0 for the first.
   *
   * @internal
   */
  readonly ranks: Readonly<Record<Sort, Uint32Array>>;
  /**
   * The titles in the order of `ranks.title`.
   *
   * @internal
   */
  readonly byTitle: Uint32Array;
  /**
   * Finds the most popular titles in a range of {@link byTitle}, as positions in it.
   *
   * @internal
   */
  readonly titleRangeTopK: RangeTopK;
}

/** Users by id. */
export interface Users extends Records<User> {
  /** The codes of all home libraries of the users, each once. */
  readonly homeLibraryCodes: readonly string[];
  /** By user: an index into {@link homeLibraryCodes}, or `0xffffffff` without a home library. */
  readonly homeLibraries: Uint32Array;
}

/** The value in {@link Users.homeLibraries} of a user without a home library. */
export const NO_HOME_LIBRARY = 0xffffffff;

/** Entries of user content, numbered from 0 for the newest. Entries without items come last. */
export interface UserContents {
  readonly size: number;
  /** An entry by its number. */
  get(number: number): UserContent;
  /** By entry: the time of its newest item in milliseconds since 1970, or -Infinity without items. */
  readonly newest: Float64Array;
  /** By entry: the number of the user who wrote it. */
  readonly users: Uint32Array;
  /** By entry: the number of the title that it is about. */
  readonly titles: Uint32Array;
  /** By entry: the ids of the content types of its items. */
  readonly contentTypes: DocValuesColumn;
  /** The ordinal of a content type, by its id, or -1. */
  contentTypeOrd(id: string): number;
  /** The display name of a content type. */
  contentTypeName(ord: number): string;
  /** The entries of a user, in ascending order. */
  ofUser(user: number): Uint32Array;
  /** The entries about a title, in ascending order. */
  ofTitle(title: number): Uint32Array;
}

/** Lists by id and by the user who made them. */
export interface Lists extends Records<List> {
  /** The lists of a user, the most recently updated first. */
  ofUser(user: number): Uint32Array;
}

/** Sessions, which can be found only by id. */
export interface Sessions {
  /** The session with this id, expired or not. */
  get(id: string): Session | undefined;
  /** The SHA-256 hash of every session's id, in hexadecimal and in ascending order. */
  readonly digests: Pick<Records<Session>, 'size' | 'id' | 'numberOf'>;
}
