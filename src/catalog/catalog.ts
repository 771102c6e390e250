import type { FacetCounter } from '../search/collectors/facet-counter.js';
import type { ScoreFactors } from '../search/collectors/score-factors.js';
import type { BestInRange } from '../search/columns/best-in-range.js';
import type { ValueColumn } from '../search/columns/value-column.js';
import type { SearchIndex } from '../search/search-index.js';
import type { Library } from './library.js';
import type { List } from './list.js';
import type { Narrowing } from './narrowings.js';
import type { QueryValues } from './query-columns.js';
import type { Session } from './session.js';
import type { Sort } from './sort-keys.js';
import type { Title } from './title.js';
import type { User } from './user.js';
import type { UserContent } from './user-content.js';

/**
 * An open catalog: one library's records by id, and an index to search its titles. Immutable;
 * records are decoded when they are asked for.
 */
export interface Catalog {
  /** What it was opened from, as messages name it. */
  readonly source: string;
  /**
   * What its records are known by: 16 hexadecimal digits, the same for the same records however
   * they were opened, and others as soon as one of them differs.
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

/** Titles; a title's number is its document's number in the index. */
export interface Titles extends Records<Title> {
  /** Decodes these fields of a title and no others. */
  pick<Field extends Exclude<keyof Title, 'id'>>(
    number: number,
    fields: readonly Field[],
  ): Pick<Title, Field>;
  /** Its columns: {@link columns}, {@link queryColumns}, and the numbers of `query-columns.ts`. */
  readonly index: SearchIndex;
  /**
   * The titles that are known by a key of `titleKeys`, ascending. Keys are kept as hashes of 32
   * bits: rarely there is one among them that is not.
   */
  withKey(key: string): Uint32Array;
  /**
   * By title, what its popularity multiplies a score with: `1 + 0.05 · log(1 + p) / log(1 + p max)`,
   * so from 1 to 1.05.
   */
  readonly popularityFactors: ScoreFactors;
  /** By narrowing, the values that titles have; values are numbered in the order of their names. */
  readonly columns: Readonly<Record<Narrowing, ValueColumn>>;
  /** Counts and narrows by {@link columns}. */
  readonly facets: FacetCounter;
  /** The number of a narrowing's value by its id, or -1. */
  valueNumber(narrowing: Narrowing, id: string): number;
  /** What a value of a narrowing is called. */
  valueName(narrowing: Narrowing, value: number): string;
  /** What the query language asks about by value, besides {@link columns}. */
  readonly queryColumns: Readonly<Record<QueryValues, ValueColumn>>;
  /** By way to sort, the place of every title. */
  readonly ranks: Readonly<Record<Sort, Uint32Array>>;
  /** The titles in the order of `ranks.title`. */
  readonly byTitle: Uint32Array;
  /** The places in {@link byTitle} of the most popular titles among neighbours. */
  readonly bestByTitle: BestInRange;
}

/** Users by id. */
export interface Users extends Records<User> {
  /** The codes of the home libraries that any of the users has. */
  readonly homeLibraryCodes: readonly string[];
  /** By user: which of {@link homeLibraryCodes} is theirs, or `0xffffffff` for none. */
  readonly homeLibraries: Uint32Array;
}

/** Stands for the home library of a user who has none. */
export const NO_HOME_LIBRARY = 0xffffffff;

/** Entries of user content, numbered with the newest first; those without any item come last. */
export interface UserContents {
  readonly size: number;
  /** An entry by its number. */
  get(number: number): UserContent;
  /** By entry: the time of its newest item in milliseconds since 1970, -Infinity without items. */
  readonly newest: Float64Array;
  /** By entry: the number of the user who wrote it. */
  readonly users: Uint32Array;
  /** By entry: the number of the title that it is about. */
  readonly titles: Uint32Array;
  /** By entry, the types of its items: their ids. */
  readonly contentTypes: ValueColumn;
  /** The number of a content type by its id, or -1. */
  contentTypeNumber(id: string): number;
  /** What a content type is called. */
  contentTypeName(value: number): string;
  /** The entries of a user, ascending. */
  ofUser(user: number): Uint32Array;
  /** The entries about a title, ascending. */
  ofTitle(title: number): Uint32Array;
}

/** Lists by id, and by the user who made them. */
export interface Lists extends Records<List> {
  /** The lists of a user, the most recently updated first. */
  ofUser(user: number): Uint32Array;
}

/** Sessions, found by their id and by nothing else. */
export interface Sessions {
  /** The session with this id. */
  get(id: string): Session | undefined;
  /** The SHA-256 of every session's id, in hexadecimal, ascending. */
  readonly digests: Pick<Records<Session>, 'size' | 'id' | 'numberOf'>;
}
