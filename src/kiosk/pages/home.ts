/** The home page of a library. `libraries.ts` has the pages over several libraries. */

import { memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { listOrder } from '../../catalog/list-order.js';
import { nameOf } from '../../catalog/names/known-names.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import { topByRank } from '../../search/index.js';
import { withLocale } from '../../v1/context.js';
import { listSummaries } from '../../v1/get-list.js';
import { MAX_NARROW_TOS } from '../../v1/response-parts.js';
import { browseLinks } from '../browse-lists.js';
import { searchForm } from '../components/layout.js';
import { branchesSection } from '../components/library-face.js';
import { listCards } from '../components/lists-and-content.js';
import { pageOfItems } from '../components/pagination.js';
import { coverOf, shelf } from '../components/title-row.js';
import { feedAnnouncement, feedLink } from '../discovery.js';
import { catalogText, type Html, html, NOTHING } from '../html.js';
import { formatMessage, localizedValue } from '../language.js';
import { facetHref } from '../links.js';
import type { Page, PageView } from '../page-view.js';

/** Renders the home page of a library. */
export function homePage(view: PageView, catalog: Catalog): Page {
  const { language, href } = view;
  const { library } = catalog;
  const { home, names, browse } = language.texts;
  const { newest, popular, formats, audiences, genres } = titlesOnHome(catalog);
  const lists = listOrder(catalog.lists).staff.slice(0, MAX_STAFF_LISTS);
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
${tiles(view, catalog, 'title_format', formats, home.formats, (id) => nameOf('format', { id }, library, names).name)}
${tiles(view, catalog, 'audience', audiences, home.audiences, (id) => localizedValue('audience', id, language))}
${
  lists.length > 0 &&
  html`<section><h2>${home.staff_lists}</h2>${listsWithCovers(view, catalog, lists, 3)}${renderLinkToAll(home.staff_lists, href('/lists', { library: library.id }))}</section>`
}
${
  popular.length > 0 &&
  html`<section><h2>${home.popular}</h2>${shelf(view, catalog, popular)}${renderLinkToAll(home.popular, href('/search', { library: library.id, sort: 'popularity' }))}</section>`
}
${
  genres.length > 0 &&
  html`<section><h2>${home.genres}</h2><ul class="genres">${genres.map(
    ({ id, count }) =>
      html`<li><a class="chip" href="${facetHref(view, library.id, 'genre', id)}">${catalogText(id)} <span class="count">${language.formatNumber(count)}</span></a></li>`,
  )}</ul></section>`
}
${
  browsing.length > 0 &&
  html`<section><h2>${browse.heading}</h2><ul class="genres">${browsing.map(
    ({ name, href }) => html`<li><a class="chip" href="${href}">${name}</a></li>`,
  )}</ul></section>`
}
${branchesSection(view, library)}
</div>`,
  };
}

/** Renders the values of a narrowing with their numbers of titles. Renders nothing for fewer than two values. */
function tiles(
  view: PageView,
  { library }: Catalog,
  narrowing: Narrowing,
  values: readonly ValueCount[],
  heading: string,
  nameOfValue: (id: string) => string,
): Html {
  if (values.length < 2) return NOTHING;
  return html`<section><h2>${heading}</h2><ul class="tiles">${values.map(
    ({ id, count }) =>
      html`<li><a href="${facetHref(view, library.id, narrowing, id)}"><span>${catalogText(nameOfValue(id))}</span> <span class="count">${view.language.formatNumber(count)}</span></a></li>`,
  )}</ul></section>`;
}

const LISTS_PER_PAGE = 30;

/**
 * Renders the page of all lists, the lists by staff first.
 *
 * @throws ApiError 400 for an invalid `page`
 */
export function listsPage(view: PageView, catalog: Catalog): Page {
  const { collection } = view.language.texts;
  const { staff, others } = listOrder(catalog.lists);
  const numbers = [...staff, ...others];
  const { start, end, links } = pageOfItems(view, LISTS_PER_PAGE, numbers.length);
  return {
    title: collection.lists,
    catalog,
    isListed: true,
    main: html`<article class="container collection"><h1>${collection.lists}</h1>
${numbers.length === 0 ? html`<p>${collection.no_lists}</p>` : listsWithCovers(view, catalog, numbers.slice(start, end), 2)}${links}</article>`,
  };
}

const COVERS_PER_LIST = 4;
/** The maximum number of items of a list that are read for its covers. */
const ITEMS_FOR_COVERS = 12;

/** Renders lists as cards with the covers of their first titles. */
function listsWithCovers(
  view: PageView,
  catalog: Catalog,
  numbers: readonly number[],
  level: 2 | 3,
): Html {
  const covers = numbers.map((number) => {
    const items = catalog.lists.items(number).slice(0, ITEMS_FOR_COVERS);
    const ids = [...new Set(items.flatMap(({ title }) => title ?? []))].slice(0, COVERS_PER_LIST);
    return html`<p class="covers">${ids.map((id) => coverOf(view, catalog, id))}</p>`;
  });
  const context = withLocale(view.context, view.language.locale);
  const lists = listSummaries(view.catalogs, catalog, numbers, context);
  return listCards(view, lists, covers, level);
}

interface TitlesOnHome {
  /** The ids of the most recently added titles. Titles without a date of addition are omitted. */
  readonly newest: readonly string[];
  /** The ids of the most popular titles, one of each work. Titles without a popularity are omitted. */
  readonly popular: readonly string[];
  /** The most frequent formats, audiences and genres. */
  readonly formats: readonly ValueCount[];
  readonly audiences: readonly ValueCount[];
  readonly genres: readonly ValueCount[];
}

/** A value of a narrowing, with its number of titles. */
interface ValueCount {
  readonly id: string;
  readonly count: number;
}

const MAX_NEWEST_TITLES = 8;
const MAX_POPULAR_TITLES = 8;
/** The number of titles that the popular works are selected from. */
const MAX_POPULAR_EDITIONS = 40;
const MAX_TILES = 12;
const MAX_STAFF_LISTS = 6;

/** Computed once per catalog, and not again when holdings change. */
const titlesOnHome = memoizePerObject(collectTitlesOnHome, ({ titles }) => titles.popularityBoosts);

function collectTitlesOnHome({ titles }: Catalog): TitlesOnHome {
  const { ranks, works } = titles;
  const all = titles.index.match({ kind: 'all' }).documents;
  const counts = titles.facets.count(all, MAX_NARROW_TOS);
  const newest = topByRank({ documents: all }, ranks.newly_acquired, 0, MAX_NEWEST_TITLES);
  const popular = new Map<number, number>();
  for (const number of topByRank({ documents: all }, ranks.popularity, 0, MAX_POPULAR_EDITIONS)) {
    if (titles.pick(number, ['popularity']).popularity === undefined) break;
    if (!popular.has(works[number])) popular.set(works[number], number);
  }
  const most = (narrowing: 'title_format' | 'audience' | 'genre', max: number): ValueCount[] =>
    Array.from(counts[narrowing].values.subarray(0, max), (ord, i) => ({
      id: titles.value(narrowing, ord).id,
      count: counts[narrowing].counts[i],
    }));
  return {
    newest: newest
      .filter((number) => titles.pick(number, ['added']).added !== undefined)
      .map(titles.id),
    popular: [...popular.values()].slice(0, MAX_POPULAR_TITLES).map(titles.id),
    formats: most('title_format', MAX_TILES),
    audiences: most('audience', MAX_TILES),
    genres: most('genre', MAX_NARROW_TOS),
  };
}
