// `npx vitest run test/v1/schema/interfaces.test.ts --update` writes this file from `parameters.ts`.
import type { ContentTypeId, FormatId, ListTypeId } from '../../catalog/names/known-names.js';
import type { BranchId } from '../../catalog/narrowings.js';

/**
 * The parameters of the operation `GET /v1/titles` and of `search`. An empty text, null or
 * undefined as a narrowing does not narrow. A value of a narrowing that no title has matches no
 * title. In any other parameter, an empty or invalid value throws ApiError.
 * docs/search-for-staff.md in the package describes the query language.
 */
export interface SearchTitlesParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
  /**
   * The words to search for, or * for every title; with search_type=custom, a query in the query
   * language, such as title:whale AND pubyear:[1850 TO 1900].
   */
  readonly q: string;
  /** The id of the library to search. */
  readonly library: string;
  /** The fields to search; custom selects the query language. Default: `keyword`. */
  readonly search_type?: 'keyword' | 'author' | 'subject' | 'tag' | 'series' | 'custom' | undefined;
  /**
   * The order of the results: best matches first (relevancy), title or first author in alphabetical
   * order, or the latest publication (published_date), the latest addition (newly_acquired), the
   * highest rating (ugc_rating) or the highest popularity first. Default: `relevancy`.
   */
  readonly sort?:
    | 'relevancy'
    | 'title'
    | 'author'
    | 'published_date'
    | 'newly_acquired'
    | 'ugc_rating'
    | 'popularity'
    | undefined;
  /**
   * Only titles in the format with this id, such as BK. An array: any of its values. Default: no
   * narrowing.
   */
  readonly title_format?: FormatId | readonly FormatId[] | null | undefined;
  /**
   * Only titles available at the branch with this id, or _anywhere_ for any branch. An array: any
   * of its values. Default: no narrowing.
   */
  readonly available_at?: BranchId | readonly BranchId[] | null | undefined;
  /**
   * Only titles in the language with this name, such as French. An array: any of its values.
   * Default: no narrowing.
   */
  readonly language?: string | readonly string[] | null | undefined;
  /** Only titles for this audience. An array: any of its values. Default: no narrowing. */
  readonly audience?: string | readonly string[] | null | undefined;
  /** Only titles of this genre. An array: any of its values. Default: no narrowing. */
  readonly genre?: string | readonly string[] | null | undefined;
  /** Only titles about this subject. An array: any of its values. Default: no narrowing. */
  readonly subject?: string | readonly string[] | null | undefined;
  /**
   * Only titles about this topic, which is a part of a subject. An array: any of its values.
   * Default: no narrowing.
   */
  readonly topic?: string | readonly string[] | null | undefined;
  /** Only titles about this place. An array: any of its values. Default: no narrowing. */
  readonly place?: string | readonly string[] | null | undefined;
  /**
   * Only titles about this period, such as 20th century. An array: any of its values. Default: no
   * narrowing.
   */
  readonly period?: string | readonly string[] | null | undefined;
  /** Only titles about this person. An array: any of its values. Default: no narrowing. */
  readonly person?: string | readonly string[] | null | undefined;
  /** Only titles by this author. An array: any of its values. Default: no narrowing. */
  readonly author?: string | readonly string[] | null | undefined;
  /** Only titles in this series. An array: any of its values. Default: no narrowing. */
  readonly series?: string | readonly string[] | null | undefined;
  /** Only titles with this tag. An array: any of its values. Default: no narrowing. */
  readonly tag?: string | readonly string[] | null | undefined;
  /**
   * Only titles published in these years, such as 1990-1999, 1990- or -1950, or 0000 for before
   * year 1. An array: any of its values. Default: no narrowing.
   */
  readonly publication_date?: string | readonly string[] | null | undefined;
  /**
   * 1 to include the sort orders and narrowings of the results, with counts and links. Default:
   * `0`.
   */
  readonly metadata?: '0' | 0 | '1' | 1 | undefined;
  /** The maximum number of results per page; for a value above 100, 100 is used. Default: `10`. */
  readonly limit?: number | undefined;
  /**
   * The number of the page, from 1; for a number past the last page, the last page is returned.
   * Default: `1`.
   */
  readonly page?: number | undefined;
}

/** The parameters of `getTitle`, those of `GET /v1/titles/{id}`. */
export interface GetTitleParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
}

/** The parameters of `listUserContent`, those of `GET /v1/user_content`. */
export interface ListUserContentParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
  /** The id of a title; only content about this title is returned. */
  readonly title?: string | undefined;
  /**
   * The id of a library; only content from users with this home library is returned; ignored if the
   * request has a title.
   */
  readonly library?: string | undefined;
  /**
   * The id of a content type; only entries with an item of this type are returned. An array: any of
   * its values. Default: no narrowing.
   */
  readonly content_type?: ContentTypeId | readonly ContentTypeId[] | null | undefined;
  /** The order of the results. Default: `newest`. */
  readonly sort?: 'newest' | 'oldest' | undefined;
  /**
   * 1 to include the sort orders and narrowings of the results, with counts and links. Default:
   * `0`.
   */
  readonly metadata?: '0' | 0 | '1' | 1 | undefined;
  /** The maximum number of results per page; for a value above 100, 100 is used. Default: `10`. */
  readonly limit?: number | undefined;
  /**
   * The number of the page, from 1; for a number past the last page, the last page is returned.
   * Default: `1`.
   */
  readonly page?: number | undefined;
}

/** The parameters of `listContentOfUser`, those of `GET /v1/users/{id}/user_content`. */
export interface ListContentOfUserParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
  /**
   * The id of a content type; only entries with an item of this type are returned. An array: any of
   * its values. Default: no narrowing.
   */
  readonly content_type?: ContentTypeId | readonly ContentTypeId[] | null | undefined;
  /** The order of the results. Default: `newest`. */
  readonly sort?: 'newest' | 'oldest' | undefined;
  /**
   * 1 to include the sort orders and narrowings of the results, with counts and links. Default:
   * `0`.
   */
  readonly metadata?: '0' | 0 | '1' | 1 | undefined;
  /** The maximum number of results per page; for a value above 100, 100 is used. Default: `10`. */
  readonly limit?: number | undefined;
  /**
   * The number of the page, from 1; for a number past the last page, the last page is returned.
   * Default: `1`.
   */
  readonly page?: number | undefined;
}

/** The parameters of `getList`, those of `GET /v1/lists/{id}`. */
export interface GetListParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
}

/** The parameters of `listListsOfUser`, those of `GET /v1/users/{id}/lists`. */
export interface ListListsOfUserParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
  /**
   * The id of a list type; only lists of this type are returned. An array: any of its values.
   * Default: no narrowing.
   */
  readonly list_type?: ListTypeId | readonly ListTypeId[] | null | undefined;
  /** The order of the results. Default: `newest`. */
  readonly sort?: 'newest' | 'oldest' | undefined;
  /**
   * 1 to include the sort orders and narrowings of the results, with counts and links. Default:
   * `0`.
   */
  readonly metadata?: '0' | 0 | '1' | 1 | undefined;
  /** The maximum number of results per page; for a value above 100, 100 is used. Default: `10`. */
  readonly limit?: number | undefined;
  /**
   * The number of the page, from 1; for a number past the last page, the last page is returned.
   * Default: `1`.
   */
  readonly page?: number | undefined;
}

/** The parameters of `getSession`, those of `GET /v1/sessions/{id}`. */
export interface GetSessionParameters {
  /** The API key, which only a server checks; links in the metadata contain it. */
  readonly api_key?: string | undefined;
  /**
   * The language of built-in names, such as Book for the format BK; other names are not translated.
   */
  readonly locale?: 'en-CA' | 'en-US' | 'es-ES' | 'fr-CA' | 'ru-RU' | 'zh-CN' | 'de-DE' | undefined;
  /** The format of dates and times, which are in UTC. Default: `iso8601`. */
  readonly date_format?: 'iso8601' | 'rfc2822' | undefined;
}

/** The parameters of `suggest`. */
export interface SuggestParameters {
  /** The text typed so far; for a blank text, there are no suggestions. */
  readonly q: string;
  /** The id of the library to search. */
  readonly library: string;
  /** The maximum number of suggestions; for a value above 100, 100 is used. Default: `10`. */
  readonly limit?: number | undefined;
}
