/**
 * The pages before a search, and over several libraries: the home page of a library, the list of libraries, and the number
 * of results in each.
 */

import { memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import { staffLists } from '../../catalog/staff-lists.js';
import { topByRank } from '../../search/index.js';
import { MAX_NARROW_TOS } from '../../v1/response-parts.js';
import { browseLinks } from '../browse-lists.js';
import { searchForm } from '../components/layout.js';
import { listCards, listSummaries } from '../components/lists-and-content.js';
import { pageOfItems } from '../components/pagination.js';
import { shelf } from '../components/title-row.js';
import { feedAnnouncement, feedLink } from '../discovery.js';
import { catalogText, html } from '../html.js';
import { formatMessage, formatMessageHtml } from '../language.js';
import { facetHref } from '../links.js';
import type { Page, PageView } from '../page-view.js';
import { countResults, readSearchState } from '../search-state.js';

/** Renders the home page of a library. */
export function homePage(view: PageView, catalog: Catalog): Page {
  const { language, href } = view;
  const { library } = catalog;
  const { home, names, browse } = language.texts;
  const { newest, popular, genres } = titlesOnHome(catalog);
  const lists = staffLists(catalog.lists).slice(0, MAX_STAFF_LISTS);
  const browsing = browseLinks(view, catalog);
  const renderLinkToAll = (what: string, url: string) =>
    html`<p class="all"><a href="${url}">${formatMessage(home.more_of, { what })}</a></p>`;
  return {
    title: library.name,
    catalog,
    head: feedAnnouncement(view, catalog),
    isListed: true,
    search: false,
    main: html`<section class="hero"><div class="container"><h1>${home.heading}</h1>
${searchForm(view, catalog)}
<p><a href="${href('/search', { library: library.id })}">${home.all}</a> <span class="count">(${language.formatNumber(catalog.titles.size)})</span></p></div></section>
<div class="container sections">
${
  newest.length > 0 &&
  html`<section><h2>${home.newly_acquired}</h2>${shelf(view, catalog, newest)}${renderLinkToAll(home.newly_acquired, href('/search', { library: library.id, sort: 'newly_acquired' }))}${feedLink(view, catalog)}</section>`
}
${
  lists.length > 0 &&
  html`<section><h2>${home.staff_lists}</h2>${listCards(view, listSummaries(view, catalog, lists))}</section>`
}
${
  popular.length > 0 &&
  html`<section><h2>${home.popular}</h2>${popular.map(({ format, titles }) => {
    const { name } = nameOf('format', { id: format }, library, names);
    const allHref = href('/search', {
      library: library.id,
      title_format: format,
      sort: 'popularity',
    });
    return html`<h3>${catalogText(name)}</h3>${shelf(view, catalog, titles)}${renderLinkToAll(name, allHref)}`;
  })}</section>`
}
${
  genres.length > 0 &&
  html`<section><h2>${home.genres}</h2><ul class="genres">${genres.map(
    ({ name, count }) =>
      html`<li><a class="chip" href="${facetHref(view, library.id, 'genre', name)}">${catalogText(name)} <span class="count">${language.formatNumber(count)}</span></a></li>`,
  )}</ul></section>`
}
${
  browsing.length > 0 &&
  html`<section><h2>${browse.heading}</h2><ul class="genres">${browsing.map(
    ({ name, href }) => html`<li><a class="chip" href="${href}">${name}</a></li>`,
  )}</ul></section>`
}
</div>`,
  };
}

const MAX_TITLES_PER_LIBRARY = 4;

const LIBRARIES_PER_PAGE = 30;

/**
 * The maximum cost of the searches for one page together, in the unit of `QueryCost`. A library beyond this cost is listed
 * without its number of results.
 */
const MAX_COST = 12_000_000;

/** The cost of a search in addition to the cost of its query, such as reading the parameters. */
const COST_PER_SEARCH = 200_000;

/**
 * Renders the home page of a site with several libraries, which lists up to 30 libraries.
 *
 * @throws ApiError 400 for an invalid `page`
 */
export function librariesPage(view: PageView): Page {
  const { language, href } = view;
  const { home, counts } = language.texts;
  const { start, end, links } = pageOfItems(view, LIBRARIES_PER_PAGE, view.catalogs.length);
  return {
    title: home.choose,
    search: false,
    main: html`<section class="hero"><div class="container"><h1>${home.heading}</h1>${searchForm(view, undefined)}</div></section>
<div class="container sections"><section><h2>${home.choose}</h2>
<ul class="libraries">${view.catalogs.slice(start, end).map((catalog) => {
      const { library, titles } = catalog;
      const { newest, popular } = titlesOnHome(catalog);
      const shown = [...(popular[0]?.titles ?? []), ...newest].slice(0, MAX_TITLES_PER_LIBRARY);
      return html`<li class="library"><h3><a href="${href('/', { library: library.id })}">${catalogText(library.name)}</a></h3>
<p class="facts"><span>${language.formatCount(counts.titles, titles.size)}</span>${(library.branches ?? []).map(({ name }) => html`<span>${catalogText(name)}</span>`)}</p>
${shelf(view, catalog, shown)}</li>`;
    })}</ul>${links}</section></div>`,
  };
}

/**
 * Renders a page with the number of results in each library, for a search without the `library`
 * parameter. The page lists up to 30 libraries. After searches that cost much, it lists the other libraries without numbers.
 *
 * @throws ApiError 400 for an invalid `page`, or a search that one of the libraries refuses
 */
export function resultsByLibraryPage(view: PageView): Page {
  const { language, params } = view;
  const { results } = language.texts;
  const { start, end, links } = pageOfItems(view, LIBRARIES_PER_PAGE, view.catalogs.length);
  let cost = 0;
  const q = params.get('q')?.trim() || '*';
  const searchType = params.get('search_type') || 'keyword';
  return {
    title: results.in_libraries,
    search: { q, searchType },
    main: html`<div class="container sections"><section><h1>${q === '*' ? results.all : formatMessageHtml(results.for, { query: html`<q><bdi>${q}</bdi></q>` })}</h1>
<h2>${results.in_libraries}</h2>
<ul class="cards">${view.catalogs.slice(start, end).map(({ library }) => {
      const state = readSearchState(view, library);
      const counted = cost < MAX_COST ? countResults(view, state) : undefined;
      cost += COST_PER_SEARCH + (counted?.cost ?? 0);
      return html`<li class="card"><h3><a href="${state.hrefWith({})}">${catalogText(library.name)}</a></h3>${counted && html`<p class="facts"><span>${language.formatCount(results.found, counted.count)}</span></p>`}</li>`;
    })}</ul>${links}</section></div>`,
  };
}

interface TitlesOnHome {
  /** The ids of the most recently added titles. Titles without a date of addition are omitted. */
  readonly newest: readonly string[];
  /**
   * The most frequent formats, each with the ids of its most popular titles. Titles without a popularity
   * are omitted. A format is omitted if none of its titles has a popularity.
   */
  readonly popular: readonly { readonly format: string; readonly titles: readonly string[] }[];
  /** The names of the most frequent genres, with the number of titles of each genre. */
  readonly genres: readonly { readonly name: string; readonly count: number }[];
}

const MAX_NEWEST_TITLES = 8;
const MAX_FORMATS = 3;
const MAX_POPULAR_TITLES = 8;
const MAX_STAFF_LISTS = 6;

/** Computed once per catalog, and not again when holdings change. */
const titlesOnHome = memoizePerObject(collectTitlesOnHome, ({ titles }) => titles.popularityBoosts);

function collectTitlesOnHome({ titles }: Catalog): TitlesOnHome {
  const { columns, ranks } = titles;
  const all = titles.index.match({ kind: 'all' }).documents;
  const { title_format: formats, genre: genres } = titles.facets.count(all, MAX_NARROW_TOS);
  const newest = topByRank({ documents: all }, ranks.newly_acquired, 0, MAX_NEWEST_TITLES);
  const popular = [];
  for (const ord of formats.values.subarray(0, MAX_FORMATS)) {
    const documents = columns.title_format.select(all, [ord]);
    const best = topByRank({ documents }, ranks.popularity, 0, MAX_POPULAR_TITLES);
    const numbers = best.filter(
      (number) => titles.pick(number, ['popularity']).popularity !== undefined,
    );
    if (numbers.length === 0) continue;
    popular.push({ format: titles.value('title_format', ord).id, titles: numbers.map(titles.id) });
  }
  return {
    newest: newest
      .filter((number) => titles.pick(number, ['added']).added !== undefined)
      .map(titles.id),
    popular,
    genres: Array.from(genres.values, (ord, i) => ({
      name: titles.value('genre', ord).id,
      count: genres.counts[i],
    })),
  };
}
