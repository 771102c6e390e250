/** The home page of a library. `libraries.ts` has the pages over several libraries. */

import { parseInstant } from '../../base/instant.js';
import { memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import { topByRank } from '../../search/index.js';
import { MAX_NARROW_TOS } from '../../v1/response-parts.js';
import { browseLinks } from '../browse-lists.js';
import { searchForm } from '../components/layout.js';
import { listCards, listSummaries } from '../components/lists-and-content.js';
import { shelf } from '../components/title-row.js';
import { feedAnnouncement, feedLink } from '../discovery.js';
import { catalogText, html } from '../html.js';
import { formatMessage } from '../language.js';
import { facetHref } from '../links.js';
import type { Page, PageView } from '../page-view.js';

/** Renders the home page of a library. */
export function homePage(view: PageView, catalog: Catalog): Page {
  const { language, href } = view;
  const { library } = catalog;
  const { home, names, browse } = language.texts;
  const { newest, popular, genres } = titlesOnHome(catalog);
  const lists = staffLists(catalog);
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

/** The numbers in `catalog.lists` of the lists by staff, the most recently updated list first. */
const staffLists = memoizePerObject(collectStaffLists, ({ lists }) => lists);

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

function collectStaffLists({ lists }: Catalog): number[] {
  return Array.from({ length: lists.size }, (_, number) => ({
    number,
    list: lists.header(number),
  }))
    .filter(({ list }) => list.staff_list === true)
    .sort((a, b) => parseInstant(b.list.updated) - parseInstant(a.list.updated))
    .slice(0, MAX_STAFF_LISTS)
    .map(({ number }) => number);
}
