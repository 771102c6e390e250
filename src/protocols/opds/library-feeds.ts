/* The feeds of a library in an OPDS catalog. `create-opds.ts` finds the feed of a path. */

import { formatInstant, parseInstant } from '../../base/instant.js';
import type { Catalog } from '../../catalog/catalog.js';
import { listOrder } from '../../catalog/list-order.js';
import { narrowingName, narrowingsOf } from '../../catalog/narrowings.js';
import type { Locale } from '../../texts/locales.js';
import { textsOf } from '../../texts/page-texts.js';
import { siteUrl } from '../../v1/context.js';
import { valuesOfFacet } from '../../v1/facet-values.js';
import { findRecord } from '../../v1/find-record.js';
import { getTitles, NO_LINKS, type TitleData } from '../../v1/get-title.js';
import { readParameters } from '../../v1/read-parameters.js';
import { type PageRequest, pageOfArray } from '../../v1/response-parts.js';
import { PARAMETERS } from '../../v1/schema/parameters.js';
import type { FacetValue } from '../../v1/schema/responses.js';
import { runSearch } from '../../v1/search/run-search.js';
import { search } from '../../v1/search.js';
import type { Feed, FeedLink, LinkTarget } from './feed.js';
import { type Publication, toPublication } from './publication.js';

/** A request for a feed of a library. */
export interface LibraryView {
  readonly catalog: Catalog;
  readonly locale: Locale;
  readonly params: URLSearchParams;
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** The address of the root of the OPDS catalog. */
  readonly root: string;
  readonly remoteCovers: boolean;
}

type Parameters = readonly (readonly [name: string, value: string])[];

const NEWEST = 'newly_acquired';
const TITLES_PER_PAGE = 50;
const VALUES_PER_PAGE = 100;
const VALUES_PER_FACET = 10;

/** The narrowings by whose values titles can be browsed: some by the alphabet, others by the number of titles. */
const BROWSED = ['title_format', 'language', 'subject', 'genre', 'author', 'series'] as const;
const ALPHABETICAL: readonly string[] = ['author', 'series'];

/** The narrowings that are no facets, because they divide subjects further. */
const OMITTED: readonly string[] = ['topic', 'place', 'period', 'person', 'tag'];

/** Returns the root of several libraries. */
export function librariesFeed(
  catalogs: readonly Catalog[],
  { root, locale }: Pick<LibraryView, 'root' | 'locale'>,
): Feed {
  const title = textsOf(locale).layout.libraries;
  const self = { target: 'navigation', href: root } as const;
  const navigation = catalogs.map(({ library: { id, name: title }, titles: { size: count } }) => {
    return { ...self, href: `${root}/${id}`, title, count };
  });
  const [modified] = catalogs.map(modifiedOf).sort().reverse();
  return { title, author: title, modified, links: { self, start: self }, navigation };
}

/** Returns the root of a library. */
export function rootFeed(view: LibraryView): Feed {
  const { catalog, locale } = view;
  const { library, titles, lists } = catalog;
  const { home } = textsOf(locale);
  const count = titles.size;
  const { hits } = search([catalog], { q: '*', library: library.id, limit: 1, sort: NEWEST });
  const newest = linkTo(view, 'acquisition', '/titles', [['sort', NEWEST]], home.newly_acquired);
  const staff = linkTo(view, 'navigation', '/lists', [], home.staff_lists);
  const navigation = [
    { ...allTitles(view), count },
    ...(hits[0]?.added === undefined ? [] : [{ ...newest, count }]),
    ...BROWSED.filter((name) => titles.columns[name].dictionary.size > 0).map((name) =>
      linkTo(view, 'navigation', `/browse/${name}`, [], narrowingName(name, locale, library)),
    ),
    ...(listOrder(lists).staff.length === 0 ? [] : [staff]),
  ];
  return feedOf(view, 'navigation', '', { title: library.name, navigation });
}

/**
 * Returns the values of a narrowing, with links to their titles.
 *
 * @throws ApiError 400 for an unknown narrowing or an invalid page
 */
export function valuesFeed(view: LibraryView, facet: string): Feed {
  const { catalog, locale } = view;
  const order = ALPHABETICAL.includes(facet) ? 'name' : 'count';
  const all = runSearch([catalog], { q: '*', library: catalog.library.id, locale }, NO_LINKS);
  const found = valuesOfFacet(all, { facet, order, ...pageRequest(view, VALUES_PER_PAGE) });
  const navigation = found.values.map((value) => linkToValue(view, facet, value));
  const path = `/browse/${encodeURIComponent(facet)}`;
  return feedOf(view, 'navigation', path, { title: found.name, navigation, page: found });
}

/**
 * Returns the titles that a search finds, with facets. The parameters are the parameters of `searchTitles`, with `query` in
 * place of `q`.
 *
 * @throws ApiError 400 for an invalid parameter
 */
export function titlesFeed(view: LibraryView): Feed {
  const { catalog, locale, params } = view;
  const { library } = catalog;
  const { results, home, advanced } = textsOf(locale);
  const narrowings = narrowingsOf(library);
  const query = params.get('query')?.trim() ?? '';
  const names = [...narrowings, 'sort', 'search_type', 'page'];
  const kept = [...params].filter(([name, value]) => value !== '' && names.includes(name));
  const sort: Parameters = query === '' && !params.has('sort') ? [['sort', 'title']] : [];
  const given = { q: query || '*', library: library.id, locale, limit: String(TITLES_PER_PAGE) };
  const shown = narrowings.filter((name) => !OMITTED.includes(name));
  const { hits, facets, ...page } = search<string, string>(
    [catalog],
    [...kept, ...sort, ...Object.entries(given)],
    { facets: Object.fromEntries(shown.map((name) => [name, { limit: VALUES_PER_FACET }])) },
  );
  const typed: Parameters = query === '' ? [] : [['query', query]];
  const own = [...typed, ...kept].filter(([name]) => name !== 'page');
  const values = Object.values(facets).flatMap(({ values }) => values);
  const chosen = values.filter(({ isSelected }) => isSelected).map(({ name }) => name);
  const all = params.get('sort') === NEWEST ? home.newly_acquired : results.all;
  const title =
    query === '' ? chosen.join(', ') || all : results.for.replace('{query}', () => query);
  const groups = Object.entries(facets)
    .filter(([, { values }]) => values.length > 0)
    .map(([name, { name: title, values }]) => {
      const others = own.filter(([other]) => other !== name);
      const any = linkTo(view, 'acquisition', '/titles', others, advanced.any);
      const links = values.map((value) => linkToValue(view, name, value, others));
      return { title, links: links.some(({ isActive }) => isActive) ? [any, ...links] : links };
    });
  const publications = hits.map((hit) => publicationOf(view, hit));
  return feedOf(view, 'acquisition', '/titles', { title, publications, page, facets: groups }, own);
}

/** Returns the lists of the staff. */
export function listsFeed(view: LibraryView): Feed {
  const { catalog, locale } = view;
  const { staff } = listOrder(catalog.lists);
  const [page, shown] = pageOfArray(pageRequest(view, VALUES_PER_PAGE), staff);
  const navigation = shown.map((number) => {
    const { id, name } = catalog.lists.header(number);
    return linkTo(view, 'acquisition', `/lists/${encodeURIComponent(id)}`, [], name);
  });
  const title = textsOf(locale).home.staff_lists;
  return feedOf(view, 'navigation', '/lists', { title, navigation, page });
}

/**
 * Returns the titles on a list.
 *
 * @throws ApiError 404 for an unknown list
 */
export function listFeed(view: LibraryView, id: string): Feed {
  const { catalog, locale } = view;
  const { number } = findRecord([catalog], 'list', id, ({ lists }) => lists);
  const ids = catalog.lists.items(number).flatMap(({ title }) => title ?? []);
  const [page, shown] = pageOfArray(pageRequest(view, TITLES_PER_PAGE), ids);
  const titles = getTitles([catalog], shown, { locale });
  const publications = titles.flatMap((title) => (title ? publicationOf(view, title) : []));
  const title = catalog.lists.header(number).name;
  const path = `/lists/${encodeURIComponent(id)}`;
  return feedOf(view, 'acquisition', path, { title, publications, page });
}

/** Returns the requested page and a limit. @throws ApiError 400 for an invalid page */
function pageRequest({ params }: LibraryView, limit: number): PageRequest {
  return { ...readParameters(params, { page: PARAMETERS.searchTitles.page }), limit };
}

/** Returns the date of the records of a catalog. */
function modifiedOf({ changed, library }: Catalog): string {
  return formatInstant(parseInstant(changed ?? library.snapshot_date));
}

function linkTo(
  { root, catalog }: LibraryView,
  target: LinkTarget,
  path: string,
  parameters: Parameters = [],
  title?: string,
): FeedLink {
  const query = new URLSearchParams(parameters as [string, string][]).toString();
  return { target, href: `${root}/${catalog.library.id}${path}${query && `?${query}`}`, title };
}

/** Returns the link to the titles with a value of a facet. */
function linkToValue(
  view: LibraryView,
  facet: string,
  { value, name, count, isSelected: isActive }: FacetValue,
  others: Parameters = [],
): FeedLink {
  const link = linkTo(view, 'acquisition', '/titles', [...others, [facet, value]], name);
  return { ...link, count, isActive };
}

function allTitles(view: LibraryView): FeedLink {
  const title = textsOf(view.locale).results.all;
  return linkTo(view, 'acquisition', '/titles', [['sort', 'title']], title);
}

/** Completes a feed with the links that all feeds of a library have. */
function feedOf(
  view: LibraryView,
  target: LinkTarget,
  path: string,
  feed: Pick<Feed, 'title' | 'publications' | 'facets' | 'page'> & Partial<Feed>,
  parameters: Parameters = [],
): Feed {
  const { page, pages } = feed.page ?? { page: 1, pages: 1 };
  const linkToPage = (number: number) => {
    const paging: Parameters = number === 1 ? [] : [['page', String(number)]];
    return linkTo(view, target, path, [...parameters, ...paging]);
  };
  return {
    author: view.catalog.library.name,
    modified: modifiedOf(view.catalog),
    links: {
      self: linkToPage(page),
      start: { target: 'navigation', href: view.root },
      search: linkTo(view, 'search', '/titles'),
      ...(pages > 1 && { first: linkToPage(1), last: linkToPage(pages) }),
      ...(page > 1 && { previous: linkToPage(Math.min(page - 1, pages)) }),
      ...(page < pages && { next: linkToPage(page + 1) }),
    },
    navigation: [allTitles(view)],
    ...feed,
  };
}

function publicationOf(view: LibraryView, title: TitleData): Publication {
  const titlesWith = (name: string, value: string) =>
    linkTo(view, 'acquisition', '/titles', [[name, value]]).href;
  return toPublication(title, titlesWith, siteUrl(view.catalog, view), view.remoteCovers);
}
