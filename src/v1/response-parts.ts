/*
 * Parts that several responses share: pages of results, links and metadata, dates, and the omission of empty fields.
 * Each operation adds its own fields.
 */

import { collationKey } from '../base/collation.js';
import { formatInstant, parseInstant } from '../base/instant.js';
import { encodeParameter } from '../catalog/narrowings.js';
import type { KnownNames } from '../texts/texts.js';
import type { RequestContext } from './context.js';
import { entriesOf, type RequestParameters } from './read-parameters.js';
import { PARAMETERS, type Parameter } from './schema/parameters.js';
import type { Metadata } from './schema/responses.js';

/** The maximum of the parameter `limit`. A higher value becomes the maximum. */
export const MAX_LIMIT = 100;

/** The parameters `limit` and `page` of a request. */
export interface PageRequest {
  readonly limit: number;
  readonly page: number;
}

/** The common fields of a response with a page of results (section 2.1 of the API specification). */
export interface Page {
  /** The total number of results. */
  readonly count: number;
  /** The maximum number of results per page. */
  readonly limit: number;
  /** The total number of pages, at least 1. */
  readonly pages: number;
  /** The number of this page, from 1. */
  readonly page: number;
}

/**
 * Computes which page of `count` results to return. The limit becomes at most {@link MAX_LIMIT}. A number past the
 * last page becomes the number of the last page.
 */
export function paginate(request: PageRequest, count: number): Page {
  const limit = Math.min(request.limit, MAX_LIMIT);
  const { page } = request;
  const pages = Math.max(1, Math.ceil(count / limit));
  return { count, limit, pages, page: Math.min(page, pages) };
}

/** Returns the number of results before a page. */
export function pageOffset({ limit, page }: Page): number {
  return (page - 1) * limit;
}

/** Returns the page of an array that {@link paginate} computes, and its elements. */
export function pageOfArray<T>(request: PageRequest, all: readonly T[]): [Page, readonly T[]] {
  const page = paginate(request, all.length);
  const from = pageOffset(page);
  return [page, all.slice(from, from + page.limit)];
}

/** Returns the link to the same request with one parameter set to a value that `encodeParameter` encoded. */
export type LinkTo = (encodedValue: string) => string;

/** Returns the function that creates the links that set the parameter `name`. */
export type LinksOf = (name: string) => LinkTo;

/**
 * Returns a function that creates the links in the metadata of a response (section 2.1 of the API
 * specification), by the name of the parameter that the links set. A link is an absolute URL under the
 * base URL. It contains the parameters of the request in the order received, with one parameter set to
 * another value, without `page`, and with `api_key` last. If the request does not have the parameter, it
 * comes after all other parameters except `api_key`.
 *
 * @param path the path of the request, such as `/v1/titles`
 * @param known the parameters of the request; see {@link entriesOf}
 */
export function createLinks(
  path: string,
  params: RequestParameters,
  { baseUrl }: RequestContext,
  known?: Readonly<Record<string, Parameter>>,
): LinksOf {
  const base = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const names: string[] = [];
  /** Parallel to `names`: the parameters as `name=value`. */
  const pairs: string[] = [];
  let apiKey: string | undefined;
  for (const [name, value] of entriesOf(params, known)) {
    if (name === 'page') continue;
    const pair = `${encodeParameter(name)}=${encodeParameter(value)}`;
    if (name === 'api_key') {
      apiKey = pair;
    } else {
      names.push(name);
      pairs.push(pair);
    }
  }
  const last = apiKey === undefined ? [] : [apiKey];
  return (name) => {
    const index = names.includes(name) ? names.indexOf(name) : names.length;
    const others = pairs.filter((_, i) => i > index && names[i] !== name);
    // `join` returns a flat string. A concatenated string would be a tree, and V8 would copy every piece of
    // the tree again for each link.
    const before = [
      base,
      '?',
      ...pairs.slice(0, index).map((pair) => `${pair}&`),
      encodeParameter(name),
      '=',
    ].join('');
    const after = [...others, ...last].map((pair) => `&${pair}`).join('');
    return (encodedValue) => before + encodedValue + after;
  };
}

/** The maximum number of values that metadata lists for a narrowing, without the parameter `facet_limit`. */
export const MAX_NARROW_TOS = PARAMETERS.searchTitles.facet_limit.defaultValue;

/** A narrowing in the metadata, with its values. The value with the highest count is first. */
export type NarrowingOption = Metadata['narrow_bys'][number];

/**
 * Builds the metadata object (section 2.1 of the API specification). A narrowing without values is
 * omitted.
 */
export function buildMetadata(
  linksOf: LinksOf,
  names: KnownNames,
  sorts: readonly (keyof KnownNames['sort'])[],
  narrowings: readonly NarrowingOption[],
): Metadata {
  const linkTo = linksOf('sort');
  return {
    sort_bys: sorts.map((id) => ({ id, name: names.sort[id], link: linkTo(encodeParameter(id)) })),
    narrow_bys: narrowings.filter(({ narrow_tos }) => narrow_tos.length > 0),
  };
}

/**
 * Returns the values with the highest counts and their links, up to {@link MAX_NARROW_TOS}, the highest
 * count first. Values with equal counts are in the collation order of their names.
 */
export function topByCount(
  values: Iterable<{ readonly id: string; readonly name: string; readonly count: number }>,
  linkTo: LinkTo,
): NarrowingOption['narrow_tos'] {
  return Array.from(values, (value) => ({ ...value, key: collationKey(value.name) }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_NARROW_TOS)
    .map(({ id, name, count }) => ({ id, name, count, link: linkTo(encodeParameter(id)) }));
}

/** The values of the `sort` parameter for user content and lists. */
export const RECENCY_SORTS = ['newest', 'oldest'] as const;

/**
 * The type that {@link omitEmpty} returns for an object of type `T`. A field that may be undefined in `T`
 * is optional. A field that cannot be undefined is required, although {@link omitEmpty} omits the field
 * if it is an empty string or an empty array.
 */
export type OmitEmpty<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * Returns a copy of an object without the fields that are undefined, an empty string or an empty array.
 *
 * @example omitEmpty({ title: 'Emma', edition: '', isbns: [] }) // { title: 'Emma' }
 */
export function omitEmpty<T extends object>(fields: T): OmitEmpty<T> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    kept[name] = value;
  }
  return kept as OmitEmpty<T>;
}

/** Converts an ISO 8601 date and time in a record to the format of a response. */
export type DateFormat = (text: string) => string;

/**
 * Returns the conversion to a value of the parameter `date_format`: `iso8601` (`2011-10-12T17:23:09Z`)
 * or `rfc2822` (`Wed, 12 Oct 2011 17:23:09 +0000`). Both formats are in UTC.
 */
export function dateFormatOf(format: 'iso8601' | 'rfc2822'): DateFormat {
  const write = format === 'iso8601' ? formatInstant : formatRfc2822;
  return (text) => write(parseInstant(text));
}

function formatRfc2822(milliseconds: number): string {
  return new Date(milliseconds).toUTCString().replace('GMT', '+0000');
}
