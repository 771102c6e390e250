/** The pages over several libraries: the list of the libraries, and the results of a search in each library. */

import { memoizePerObject } from '../../base/lazy.js';
import type { Catalog } from '../../catalog/catalog.js';
import { topByRank } from '../../search/index.js';
import { searchForm, searchFormValues } from '../components/layout.js';
import { pageOfItems } from '../components/pagination.js';
import { shelf, titleRow } from '../components/title-row.js';
import { catalogText, html, NOTHING } from '../html.js';
import { formatMessage } from '../language.js';
import type { Page, PageView } from '../page-view.js';
import { headingOfResults, titleOfResults } from '../search-name.js';
import { readSearchState, traceSearch } from '../search-state.js';
import { relaxationNotice, similarityNotice } from './results.js';

const MAX_TITLES_PER_LIBRARY = 4;

/** The number of results of each library on the page of results in all libraries. */
const RESULTS_PER_LIBRARY = 3;

const LIBRARIES_PER_PAGE = 30;

/**
 * The maximum cost of the searches for one page together, in the unit of `QueryCost`. A library beyond this cost is listed
 * without its results.
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
      return html`<li class="library"><h3><a href="${href('/', { library: library.id })}">${catalogText(library.name)}</a></h3>
<p class="facts"><span>${language.formatCount(counts.titles, titles.size)}</span>${(library.branches ?? []).map(({ name }) => html`<span>${catalogText(name)}</span>`)}</p>
${shelf(view, catalog, samplesOf(catalog))}</li>`;
    })}</ul>${links}</section></div>`,
  };
}

/** Returns the ids of the most popular titles of a catalog. Computed once per catalog, and not again when holdings change. */
const samplesOf = memoizePerObject(
  ({ titles: { id, index, ranks } }: Catalog) =>
    topByRank(index.match({ kind: 'all' }), ranks.popularity, 0, MAX_TITLES_PER_LIBRARY).map(id),
  ({ titles }) => titles.popularityBoosts,
);

/**
 * Renders the results of a search without the `library` parameter: for each library, the number of titles, the first
 * results, and a link to all of them. The page lists up to 30 libraries. After searches that cost much, it lists the other
 * libraries without results.
 *
 * @throws ApiError 400 for an invalid `page`, or a search that one of the libraries refuses
 */
export function resultsByLibraryPage(view: PageView): Page {
  const { language } = view;
  const { home, counts } = language.texts;
  const first = readSearchState(view, view.catalogs[0].library);
  const { start, end, links } = pageOfItems(view, LIBRARIES_PER_PAGE, view.catalogs.length);
  let cost = 0;
  return {
    title: titleOfResults(first),
    // The filters belong to one library.
    search: { ...searchFormValues(first), filters: '' },
    main: html`<div class="container sections"><h1>${headingOfResults(first)}</h1>
${view.catalogs.slice(start, end).map((catalog) => {
  const state = readSearchState(view, catalog.library);
  // The parameter `page` selects a page of the list of libraries.
  const changes = { page: '1', limit: String(RESULTS_PER_LIBRARY), metadata: '0' };
  const found = cost < MAX_COST ? traceSearch(view, state, changes) : undefined;
  cost += COST_PER_SEARCH + (found?.cost ?? 0);
  const href = state.hrefWith({});
  const count = found && language.formatCount(counts.titles, found.body.count);
  return html`<section class="in-library"><h2><a href="${href}">${catalogText(catalog.library.name)}</a>${count !== undefined && html` <span class="count">${count}</span>`}</h2>
${
  found === undefined || found.body.count === 0
    ? NOTHING
    : html`${relaxationNotice(found, state)}${similarityNotice(found, state)}<ol class="rows">${found.body.titles.map((title, i) => titleRow(view, catalog, title, 3, NOTHING, { href: state.titleHref(title.id, i + 1), matchOf: found.matchOf }))}</ol>
<p class="all"><a href="${href}">${formatMessage(home.more_of, { what: `${catalog.library.name}, ${count}` })}</a></p>`
}</section>`;
})}${links}</div>`,
  };
}
