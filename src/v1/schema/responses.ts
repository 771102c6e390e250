// `npx vitest run test/v1/schema/interfaces.test.ts --update` writes this file from the schemas in this folder.

/** The response of `GET /v1/titles`. */
export interface TitlesResponse {
  /** Total number of results. */
  readonly count: number;
  /** Maximum number of results per page. */
  readonly limit: number;
  /** Total number of pages, at least 1. */
  readonly pages: number;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Sort orders and narrowings of the results; present only with metadata=1. */
  readonly metadata?: Metadata;
  /** The titles on this page. */
  readonly titles: readonly TitleSummary[];
}

/** The response of `GET /v1/titles/{id}`. */
export interface TitleResponse {
  /** The title. */
  readonly title: TitleDetail;
}

/** The response of `GET /v1/user_content`. */
export interface UserContentResponse {
  /** Total number of results. */
  readonly count: number;
  /** Maximum number of results per page. */
  readonly limit: number;
  /** Total number of pages, at least 1. */
  readonly pages: number;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Sort orders and narrowings of the results; present only with metadata=1. */
  readonly metadata?: Metadata;
  /** The entries on this page. */
  readonly user_content: readonly UserContentEntry[];
}

/** The response of `GET /v1/users/{id}/user_content`. */
export interface ContentOfUserResponse {
  /** Total number of results. */
  readonly count: number;
  /** Maximum number of results per page. */
  readonly limit: number;
  /** Total number of pages, at least 1. */
  readonly pages: number;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Sort orders and narrowings of the results; present only with metadata=1. */
  readonly metadata?: Metadata;
  /** The entries on this page. */
  readonly user_content: readonly ContentOfUserEntry[];
}

/** The response of `GET /v1/lists/{id}`. */
export interface ListResponse {
  /** The list. */
  readonly list: ListDetail;
}

/** The response of `GET /v1/users/{id}/lists`. */
export interface ListsResponse {
  /** Total number of results. */
  readonly count: number;
  /** Maximum number of results per page. */
  readonly limit: number;
  /** Total number of pages, at least 1. */
  readonly pages: number;
  /** Number of this page, from 1. */
  readonly page: number;
  /** Sort orders and narrowings of the results; present only with metadata=1. */
  readonly metadata?: Metadata;
  /** The lists on this page. */
  readonly lists: readonly ListSummary[];
}

/** The response of `GET /v1/sessions/{id}`. */
export interface SessionResponse {
  /** The user of the session. */
  readonly user: SessionUser;
}

/** The body of every API response with a status of 400 or above. */
export interface ErrorResponse {
  /** The problem. */
  readonly error: ErrorDetail;
}

/** A title in search results and inside other resources. */
export interface TitleSummary {
  /** The id of the title. */
  readonly id: string;
  /** Main title. */
  readonly title: string;
  /** Subtitle. */
  readonly sub_title?: string;
  /** Format, such as BK for a book. */
  readonly format: IdAndName;
  /**
   * Address of the page of the title: that of the record, or else /item/show/ID under the
   * catalog_url of the library or the address of the API.
   */
  readonly details_url: string;
  /** Status across all copies and locations. */
  readonly availability?: IdAndName;
  /** Authors. */
  readonly authors?: readonly Name[];
  /** ISBNs. */
  readonly isbns?: readonly string[];
  /** Universal Product Codes. */
  readonly upcs?: readonly string[];
}

/** A title in detail. */
export interface TitleDetail extends TitleFields {
  /**
   * Address of the page of the title: that of the record, or else /item/show/ID under the
   * catalog_url of the library or the address of the API.
   */
  readonly details_url: string;
  /** Status across all copies and locations; null if it is not known. */
  readonly availability: IdAndName | null;
  /** Cover. */
  readonly jacket_cover: JacketCover;
}

/** A user who wrote content or made a list. */
export interface UserSummary {
  /** The id, a string or a number as in the user record. */
  readonly id: string | number;
  /** Screen name. */
  readonly name: string;
  /** Address of the page of the user. */
  readonly profile_url: string;
}

/** The items of one user about one title, with the user. */
export interface UserContentEntry {
  /** The user who wrote the content. */
  readonly user: UserSummary;
  /** The title that the content is about. */
  readonly title: TitleSummary;
  /** The items of the user about the title. */
  readonly content: readonly ContentEntryItem[];
}

/** The items of one user about one title, without the user. */
export interface ContentOfUserEntry {
  /** The title that the content is about. */
  readonly title: TitleSummary;
  /** The items of the user about the title. */
  readonly content?: readonly ContentEntryItem[];
}

/** An item of user content: a comment, a rating, a tag and so on. */
export interface ContentEntryItem {
  /** Type of the item, such as comment. */
  readonly content_type: IdAndName;
  /**
   * The type depends on the content type: a string for a comment, a number for a rating, an object
   * for a video.
   */
  readonly content_data: string | number | { readonly [key: string]: unknown };
  /** Date and time of the last update. */
  readonly updated: string;
  /** The same value as updated. */
  readonly timestamp: string;
}

/** A list with its items. */
export interface ListDetail {
  /** The id of the list. */
  readonly id: string;
  /** Name of the list. */
  readonly name: string;
  /** Number of items on the list. */
  readonly item_count: number;
  /** Date and time of creation. */
  readonly created: string;
  /** Date and time of the last update. */
  readonly updated: string;
  /** Type of the list. */
  readonly list_type?: IdAndName;
  /** The user who made the list. */
  readonly user: UserSummary;
  /** The home library of the user. */
  readonly library?: HomeLibrary;
  /** Whether a staff member made the list. */
  readonly staff_list: boolean;
  /** Address of the cover image. */
  readonly list_cover?: string;
  /**
   * The title that the titles on the list resemble; present only if list_type.id is READ_A_LIKE.
   */
  readonly anchor_bib?: TitleDetail;
  /** Address of the page of the list. */
  readonly details_url: string;
  /** Items, in the order of the list. */
  readonly list_items: readonly ListEntry[];
}

/** A list without its items. */
export interface ListSummary {
  /** The id of the list. */
  readonly id: string;
  /** Name of the list. */
  readonly name: string;
  /** Number of items on the list. */
  readonly item_count: number;
  /** Date and time of creation. */
  readonly created: string;
  /** Date and time of the last update. */
  readonly updated: string;
  /** Type of the list. */
  readonly list_type?: IdAndName;
  /** The user who made the list. */
  readonly user: UserSummary;
  /** Address of the page of the list. */
  readonly details_url: string;
}

/** An item of a list: a title or a web page. */
export interface ListEntry {
  /** Which of the fields title and url is present. */
  readonly list_item_type: 'title' | 'url';
  /** Remark of the user who made the list. */
  readonly annotation?: string;
  /** The title, if list_item_type is title. */
  readonly title?: TitleSummary;
  /** The web page, if list_item_type is url. */
  readonly url?: WebPage;
}

/** A web page on a list. */
export interface WebPage {
  /** Title of the web page. */
  readonly title: string;
  /** Address of the web page. */
  readonly url: string;
}

/** The home library of a user. */
export interface HomeLibrary {
  /** Number of the library. */
  readonly id: number;
  /** Id of the library, as in the library parameter. */
  readonly code: string;
}

/** The user of a session. */
export interface SessionUser {
  /** The id of the user. */
  readonly id: string;
  /** The screen name of the user. */
  readonly name: string;
  /** The borrower id by the sub-domain of the catalog; may be empty. */
  readonly borrowers: { readonly [key: string]: string };
}

/** The cover of a title. */
export interface JacketCover {
  /** Address of a cover from a third-party provider. */
  readonly url?: string;
  /** Address of the cover to show if url is missing or invalid. */
  readonly default: string;
}

/** A series that a title belongs to. */
export interface SeriesEntry {
  /** Name of the series. */
  readonly name: string;
  /** Position within the series. */
  readonly number?: string;
}

/** The sort orders and narrowings of the results, returned for metadata=1. */
export interface Metadata {
  /** All sort orders. */
  readonly sort_bys: readonly SortBy[];
  /** The narrowings that have values. */
  readonly narrow_bys: readonly NarrowBy[];
}

/** A sort order of the results. */
export interface SortBy {
  /** Value of the sort parameter. */
  readonly id: string;
  /** Display name of the sort order. */
  readonly name: string;
  /** Link to the results in this order. */
  readonly link: string;
}

/** A request parameter that narrows the results, with its most frequent values. */
export interface NarrowBy {
  /** Name of the request parameter. */
  readonly id: string;
  /** Display name of the narrowing. */
  readonly name: string;
  /** At most 25 values, the most frequent first. */
  readonly narrow_tos: readonly NarrowTo[];
}

/** A value that the results can be narrowed to. */
export interface NarrowTo {
  /** Value of the request parameter. */
  readonly id: string;
  /** Display name of the value. */
  readonly name: string;
  /** Number of results that the link returns. */
  readonly count: number;
  /** Link to the results with this value. */
  readonly link: string;
}

/** The problem with a request. */
export interface ErrorDetail {
  /** The problem, in English. */
  readonly message: string;
  /** The path and query of the request as received. */
  readonly request: string;
}

/** An id with its display name. */
export interface IdAndName {
  /** The id, such as BK. */
  readonly id: string;
  /** The display name, such as Book. */
  readonly name: string;
}

/** A name, such as the name of an author, a publisher or a language. */
export interface Name {
  /** The name. */
  readonly name: string;
}

/** The fields of a title that do not depend on the address of the API. */
export interface TitleFields {
  /** The id of the title. */
  readonly id: string;
  /** Main title. */
  readonly title: string;
  /** Subtitle. */
  readonly sub_title?: string;
  /** Format, such as BK for a book. */
  readonly format: IdAndName;
  /** Authors. */
  readonly authors?: readonly Name[];
  /** ISBNs. */
  readonly isbns?: readonly string[];
  /** Universal Product Codes. */
  readonly upcs?: readonly string[];
  /** Call number; some copies may have a different one. */
  readonly call_number?: string;
  /** Summary of the contents. */
  readonly description?: string;
  /** Editors, translators, illustrators and other contributors. */
  readonly additional_contributors?: readonly Name[];
  /** Publishers. */
  readonly publishers?: readonly Name[];
  /** Number of pages. */
  readonly pages?: number;
  /** The series that the title belongs to. */
  readonly series?: readonly SeriesEntry[];
  /** Edition statement. */
  readonly edition?: string;
  /** Main language. */
  readonly primary_language?: Name;
  /** All languages. */
  readonly languages?: readonly Name[];
  /** Table of contents. */
  readonly contents?: readonly string[];
  /** Performers. */
  readonly performers?: readonly Name[];
  /** Audiences that the title is suitable for. */
  readonly suitabilities?: readonly Name[];
  /** Notes. */
  readonly notes?: readonly string[];
  /** Statement of responsibility, as on the title page. */
  readonly statement_of_responsibility?: string;
  /** Physical description, such as pages, size or playing time. */
  readonly physical_description?: readonly string[];
  /** Publication date, often a year. */
  readonly publication_date?: string;
}
