import { collationKey } from '../../search/index.js';
import type { KnownNames } from '../../texts/texts.js';
import type { RequestContext } from '../context.js';
import { entriesOf, type RequestParameters } from '../parameters.js';
import type { Metadata } from '../schema/envelope.js';

const MAX_LIMIT = 100;

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
 * Computes which page of `count` results to return. A limit above 100 becomes 100. A number past the last
 * page becomes the number of the last page.
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

/** Returns the link to the same request with the parameter `name` set to `value`. */
export type LinkTo = (name: string, value: string) => string;

/**
 * Returns a function that creates the links in the metadata of a response (section 2.1 of the API
 * specification). A link is an absolute URL under the base URL. It contains the parameters of the
 * request in the order received, with one parameter set to another value, without `page`, and with
 * `api_key` last.
 *
 * @param path the path of the request, such as `/v1/titles`
 */
export function createLinks(
  path: string,
  params: RequestParameters,
  { baseUrl }: RequestContext,
): LinkTo {
  const base = `${baseUrl.replace(/\/+$/, '')}${path}`;
  const current: [string, string][] = [];
  let apiKey: string | undefined;
  for (const [name, value] of entriesOf(params)) {
    if (value === undefined || name === 'page') continue;
    if (name === 'api_key') apiKey = String(value);
    else current.push([name, String(value)]);
  }
  // Metadata has up to 25 links per parameter, which differ only in the value of the parameter. The rest of
  // the query string is computed once per parameter.
  const queriesAround = new Map<string, { before: string; after: string }>();
  return (name, value) => {
    const around = queriesAround.get(name) ?? queryAround(name, current, apiKey);
    queriesAround.set(name, around);
    return `${base}?${around.before}${new URLSearchParams([[name, value]])}${around.after}`;
  };
}

/**
 * Returns the parts of the query string before and after a parameter. If the request does not have the
 * parameter, it comes after all other parameters except `api_key`.
 */
function queryAround(
  name: string,
  current: readonly [string, string][],
  apiKey: string | undefined,
): { before: string; after: string } {
  const index = current.findIndex(([other]) => other === name);
  const [before, after] =
    index < 0 ? [current, []] : [current.slice(0, index), current.slice(index + 1)];
  const others = after.filter(([other]) => other !== name);
  if (apiKey !== undefined) others.push(['api_key', apiKey]);
  return {
    before: before.length === 0 ? '' : `${new URLSearchParams([...before])}&`,
    after: others.length === 0 ? '' : `&${new URLSearchParams(others)}`,
  };
}

/** The maximum number of values that metadata lists for a narrowing. */
export const MAX_NARROW_TOS = 25;

/** A sort order in the metadata. */
export interface SortOption {
  readonly id: string;
  readonly name: string;
}

/** A narrowing in the metadata, with its values. The value with the highest count is first. */
export interface NarrowingOption {
  readonly id: string;
  readonly name: string;
  readonly values: readonly {
    readonly id: string;
    readonly name: string;
    readonly count: number;
  }[];
}

/**
 * Builds the metadata object (section 2.1 of the API specification). A narrowing without values is
 * omitted.
 */
export function buildMetadata(
  sorts: readonly SortOption[],
  narrowings: readonly NarrowingOption[],
  linkTo: LinkTo,
): Metadata {
  return {
    sort_bys: sorts.map(({ id, name }) => ({ id, name, link: linkTo('sort', id) })),
    narrow_bys: narrowings
      .filter(({ values }) => values.length > 0)
      .map(({ id, name, values }) => ({
        id,
        name,
        narrow_tos: values.map((value) => ({ ...value, link: linkTo(id, value.id) })),
      })),
  };
}

/**
 * Returns the values with the highest counts, up to {@link MAX_NARROW_TOS}, the highest count first.
 * Values with equal counts are in the collation order of their names.
 */
export function topByCount<T extends { readonly name: string; readonly count: number }>(
  values: readonly T[],
): T[] {
  return values
    .toSorted((a, b) => b.count - a.count || (collationKey(a.name) < collationKey(b.name) ? -1 : 1))
    .slice(0, MAX_NARROW_TOS);
}

/** The values of the `sort` parameter for user content and lists. */
const RECENCY_SORTS = ['newest', 'oldest'] as const;

/** A value of the `sort` parameter for user content and lists. */
export type RecencySort = (typeof RECENCY_SORTS)[number];

/** Returns the sort orders for the metadata of a response with user content or lists. */
export function recencySortOptions({ sort }: KnownNames): SortOption[] {
  return RECENCY_SORTS.map((id) => ({ id, name: sort[id] }));
}
