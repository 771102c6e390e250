/*
 * The interface of an open catalog: what operations, pages and the language of queries read, without files and HTTP.
 * `snapshot/format/open-sections.ts` implements it over the sections of a snapshot. The records that it returns are in
 * `records/`.
 */

import type {
  DocValuesColumn,
  FacetCounter,
  NumberColumn,
  ScoreBoosts,
  SearchIndex,
  ValuesColumn,
} from '../search/index.js';
import type { Editions } from './editions.js';
import type { ExtraColumn } from './extra-columns.js';
import type { Narrowing } from './narrowings.js';
import type { FiledName } from './person-name.js';
import type { NameKind } from './popularity.js';
import type { QueryNumber, QueryValues } from './query-columns.js';
import type { Library } from './records/library.js';
import type { AvailabilityFields, Title } from './records/title.js';
import type { List, ListItem, Session, User, UserContent } from './records/user-records.js';
import type { Shelf } from './shelf.js';
import type { Sort } from './sort-keys.js';
import type { Synonyms } from './synonyms/synonym-table.js';

declare const opened: unique symbol;

/**
 * An open catalog: the records of one library, and an index of its titles. A catalog is immutable. Functions
 * such as `openCatalog` create catalogs. The methods of `createApi` return the records.
 *
 * @example
 * const { library, counts } = openCatalog('data/alderwick');
 * console.log(`${library.name}: ${counts.titles} titles of ${library.snapshot_date}`);
 */
export interface Catalog {
  /** Exists only in the type, so that TypeScript accepts no other object as a catalog. */
  readonly [opened]: true;
  /**
   * The name of the catalog in messages: the path or address that the catalog was opened from, or a
   * description such as `the catalog 'branch' in memory`.
   */
  readonly source: string;
  /**
   * 16 hexadecimal digits that identify the contents: a hash of the encoded records and index. Two
   * openings of the same snapshot have the same fingerprint.
   */
  readonly fingerprint: string;
  /**
   * The time of the latest change that was applied to the catalog, in ISO 8601. Undefined if no change was applied, or
   * if the changes have no time. A snapshot does not store the time.
   */
  readonly changed?: string | undefined;
  /** The description of the library: `library.json` of the source, with the id, the name and the `snapshot_date`. */
  readonly library: Library;
  /** The number of records of each kind. */
  readonly counts: RecordCounts;
  /** @internal */
  readonly titles: Titles;
  /** @internal */
  readonly users: Users;
  /** @internal */
  readonly userContent: UserContents;
  /** @internal */
  readonly lists: Lists;
  /** @internal */
  readonly sessions: Sessions;
}

/** The number of records of each kind. */
export interface RecordCounts {
  /** The number of titles. */
  readonly titles: number;
  /** The number of users. */
  readonly users: number;
  /**
   * The number of records of user content. A build counts the records of the source. A catalog counts all content of
   * one user about one title as one record.
   */
  readonly userContent: number;
  /** The number of lists. */
  readonly lists: number;
  /** The number of sessions. */
  readonly sessions: number;
}

/**
 * The records of a catalog by kind.
 *
 * @internal
 */
export type CatalogRecords = Pick<
  Catalog,
  'titles' | 'users' | 'userContent' | 'lists' | 'sessions'
>;

/**
 * Returns the number of records of each kind.
 *
 * @internal
 */
export function countRecords({
  titles,
  users,
  userContent,
  lists,
  sessions,
}: CatalogRecords): RecordCounts {
  return {
    titles: titles.size,
    users: users.size,
    userContent: userContent.size,
    lists: lists.size,
    sessions: sessions.digests.size,
  };
}

/**
 * Records of one kind, numbered from 0 in the code point order of their ids. A record is decoded each time that it is
 * read.
 */
export interface Records<T> {
  readonly size: number;
  /** Returns the id of a record as a string. */
  id(number: number): string;
  /** Returns the number of the record with this id, or -1 if there is none. */
  numberOf(id: string): number;
  /** Decodes a record. */
  get(number: number): T;
}

/** The fields of a title that its summary in a response is created from. */
export interface TitleSummaryFields
  extends Pick<Title, 'title' | 'sub_title' | 'details_url' | 'authors' | 'isbns' | 'upcs'>,
    AvailabilityFields {
  /** The number of holdings. */
  readonly copies?: number | undefined;
}

/** The number and the statuses of the holdings of a title, as in {@link TitleSummaryFields}. */
export interface HoldingsSummary {
  /** The number of holdings. */
  readonly copies: number;
  /** The statuses of the holdings, each once. */
  readonly holdings: NonNullable<AvailabilityFields['holdings']>;
}

/**
 * Titles by id. The number of a title is its document number in {@link index}. `get` returns a title without its MARC
 * record, which only `pick` decodes.
 */
export interface Titles extends Records<Title> {
  /** Decodes only these fields of a title. */
  pick<Field extends Exclude<keyof Title, 'id'>>(
    number: number,
    fields: readonly Field[],
  ): Pick<Title, Field>;
  /** Decodes the fields that the summary of a title is created from. */
  summary(number: number): TitleSummaryFields;
  /**
   * The search index of the titles. Queries can name the columns in {@link columns} and
   * {@link queryColumns}, and the numeric columns in {@link queryNumbers}.
   */
  readonly index: SearchIndex;
  /**
   * Returns the other inflections of a term that occur in {@link index}, such as `bucher` for `buch`. English
   * inflections are returned for every term, Russian inflections for terms in Cyrillic letters. German, French and
   * Spanish inflections are returned if both terms are words of the language: in titles of the language, they are at
   * least a quarter as frequent as in other titles. A term that is not in the index may be a word of any language.
   *
   * @param term a result of `analyze`
   */
  inflections(term: string): string[];
  /** The synonyms that are shipped with Carrel, and the synonyms of the library. */
  readonly synonyms: Synonyms;
  /**
   * Returns the numbers of the titles with this key, ascending. The functions `titleKeys` and `nameKeys` compute the
   * keys of a title. Keys are stored as 32-bit hashes, so in rare cases the result includes a title
   * that does not have the key.
   */
  withTitleKey(key: string): Uint32Array;
  /**
   * For each title, a factor on its score from 1 to 2: `1 + (log(1 + p) / log(1 + pMax))³`, where `p` is the popularity
   * of the title and `pMax` is the highest popularity in the catalog. For a title without a popularity, `p` is the
   * number of its holdings, ratings and list items, up to 1,000, and `pMax` is 1,000.
   */
  readonly popularityBoosts: ScoreBoosts;
  /** The most popular titles, up to 2,048, the most popular first. */
  readonly popular: Uint32Array;
  /** For each kind of name, the level of each name in its column: names with higher levels are suggested first. */
  readonly nameLevels: Readonly<Record<NameKind, Float32Array>>;
  /** The ordinals of authors in the order of each form of their names. Names without the form are left out. */
  readonly authorOrders: Readonly<Record<keyof FiledName, Uint32Array>>;
  /** For each title, the `boost` of its record, or 1. Undefined if no record has a boost. */
  readonly recordBoosts: Float32Array | undefined;
  /**
   * For each title, the lowest number of a title that is an edition of the same work. Editions have the same main
   * title and first author; reports, websites and serials also have the same subtitle.
   */
  readonly works: Uint32Array;
  /** The titles of works with several editions. */
  readonly editions: Editions;
  /** The result of `editionFactors` for the language `STORED_LANGUAGE`, and for the holdings that the snapshot stores. */
  readonly storedFactors: Float32Array;
  /** The order of call numbers on the shelf. */
  readonly shelf: Shelf;
  /**
   * For each narrowing of the library, the values of each title. Ordinals are in the collation order of the values'
   * display names, except that `_anywhere_` comes first.
   */
  readonly columns: Readonly<
    Record<Exclude<Narrowing, 'available_at'>, DocValuesColumn> & Record<string, ValuesColumn>
  >;
  /** The columns of the extra fields among {@link columns}, by the names of the fields. */
  readonly extraColumns: ReadonlyMap<string, ExtraColumn>;
  /**
   * Counts titles by the values of {@link columns}. Filters titles by these values, or by ranges of
   * numbers.
   */
  readonly facets: FacetCounter;
  /** Returns the ordinal of a narrowing's value by its id or another form of it, or -1 if no title has the value. */
  valueOrd(narrowing: string, id: string): number;
  /** Returns a narrowing's value by its ordinal. */
  value(narrowing: string, ord: number): NarrowingValue;
  /** The columns that only the query language uses. The query language also uses {@link columns}. */
  readonly queryColumns: Readonly<Record<QueryValues, ValuesColumn>>;
  /**
   * The numeric columns of the query language. The narrowing `publication_date` also uses
   * `publication_year`, for ranges of years.
   */
  readonly queryNumbers: Readonly<Record<QueryNumber, NumberColumn>>;
  /**
   * For each sort order, the rank of each title, from 0 for the first title.
   */
  readonly ranks: Readonly<Record<Sort, Uint32Array>>;
  /**
   * The titles in the order of `ranks.title`.
   */
  readonly byTitle: Uint32Array;
}

/** A value of a narrowing, such as a format, a branch or a subject. */
export interface NarrowingValue {
  readonly id: string;
  /** The display name. Built-in names are in English. */
  readonly name: string;
  /** The id as the value of a parameter in a link: the result of `encodeParameter`. */
  readonly encodedId: string;
}

/** Users by id. */
export interface Users extends Records<User> {
  /** The codes of all home libraries of the users, each once. */
  readonly homeLibraryCodes: readonly string[];
  /**
   * For each user, an index into {@link homeLibraryCodes}, or `0xffffffff` for a user without a home
   * library.
   */
  readonly homeLibraries: Uint32Array;
}

/** The value in {@link Users.homeLibraries} of a user without a home library. */
export const NO_HOME_LIBRARY = 0xffffffff;

/**
 * Entries of user content. An entry contains all items of one user about one title. Entries are
 * numbered from 0 in descending order of the time of their newest item. Entries without items come last.
 */
export interface UserContents {
  readonly size: number;
  /** Decodes an entry. */
  get(number: number): UserContent;
  /**
   * For each entry, the time of its newest item in milliseconds since 1970, or -Infinity for an entry
   * without items.
   */
  readonly newest: Float64Array;
  /** For each entry, the number of the user who wrote the entry. */
  readonly users: Uint32Array;
  /** For each entry, the number of the title that the entry is about. */
  readonly titles: Uint32Array;
  /** For each entry, the ids of the content types of its items. */
  readonly contentTypes: DocValuesColumn;
  /** Returns the ordinal of a content type by its id, or -1 if no item has the type. */
  contentTypeOrd(id: string): number;
  /** Returns the display name of a content type. Built-in names are in English. */
  contentTypeName(ord: number): string;
  /** Returns the numbers of the entries of a user, ascending. */
  ofUser(user: number): Uint32Array;
  /** Returns the numbers of the entries about a title, ascending. */
  ofTitle(title: number): Uint32Array;
}

/** A list without its items. */
export interface ListHeader extends Omit<List, 'list_items'> {
  /** The number of items. */
  readonly item_count: number;
}

/** Lists by id and by the user who made them. */
export interface Lists extends Records<List> {
  /** Decodes a list without its items. */
  header(number: number): ListHeader;
  /** Decodes the items of a list. */
  items(number: number): readonly ListItem[];
  /** Returns the numbers of the lists of a user, the most recently updated list first. */
  ofUser(user: number): Uint32Array;
}

/** Sessions. A session can be found only by its secret id. */
export interface Sessions {
  /** Returns the session with this id, even if the session has expired, or undefined if there is none. */
  get(id: string): Session | undefined;
  /** The sessions, with the SHA-256 hashes of their ids, in hexadecimal, as ids. */
  readonly digests: Records<Session>;
}
