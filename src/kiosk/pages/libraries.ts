import type { Catalog } from '../../catalog/catalog.js';
import { pageOffset } from '../../v1/response/envelope.js';
import type { Page } from '../components/layout.js';
import { pagination } from '../components/pagination.js';
import { searchForm } from '../components/search-form.js';
import { shelf } from '../components/shelf.js';
import { homeContentsOf } from '../home-contents.js';
import { catalogText, type Html, html } from '../html/html.js';
import { formatMessageHtml } from '../language.js';
import { hrefOfPage, type PageView, requestedPage } from '../page-view.js';
import { countResults, readSearchState } from '../search-state.js';

const MAX_TITLES_PER_LIBRARY = 4;

/** The maximum number of libraries on a page. */
const PAGE_SIZE = 30;

/**
 * The maximum cost of the searches for one page together, in the unit of `QueryCost`. A library beyond this cost is listed
 * without its number of results.
 */
const MAX_COST = 12_000_000;

/** The cost of a search in addition to the cost of its query, such as reading the parameters. */
const COST_PER_SEARCH = 200_000;

/** Returns the catalogs on a page, and the links to the other pages. */
function catalogsOfPage(view: PageView): { catalogs: readonly Catalog[]; links: Html } {
  const page = requestedPage(view, PAGE_SIZE, view.catalogs.length);
  const offset = pageOffset(page);
  return {
    catalogs: view.catalogs.slice(offset, offset + PAGE_SIZE),
    links: pagination(page, (n) => hrefOfPage(view, n), view.language),
  };
}

/**
 * Renders the home page of a site with several libraries, which lists up to 30 libraries.
 *
 * @throws ApiError 400 for an invalid `page`
 */
export function librariesPage(view: PageView): Page {
  const { language, href } = view;
  const { home, counts } = language.texts;
  const { catalogs, links } = catalogsOfPage(view);
  return {
    title: home.choose,
    search: false,
    main: html`<section class="hero"><div class="container"><h1>${home.heading}</h1>${searchForm(view, undefined)}</div></section>
<div class="container sections"><section><h2>${home.choose}</h2>
<ul class="libraries">${catalogs.map((catalog) => {
      const { library, titles } = catalog;
      const { newest, popular } = homeContentsOf(catalog);
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
  const { catalogs, links } = catalogsOfPage(view);
  let cost = 0;
  const q = params.get('q')?.trim() || '*';
  const searchType = params.get('search_type') || 'keyword';
  return {
    title: results.in_libraries,
    search: { q, searchType },
    main: html`<div class="container sections"><section><h1>${q === '*' ? results.all : formatMessageHtml(results.for, { query: html`<q><bdi>${q}</bdi></q>` })}</h1>
<h2>${results.in_libraries}</h2>
<ul class="cards">${catalogs.map(({ library }) => {
      const state = readSearchState(view, library);
      const counted = cost < MAX_COST ? countResults(view, state) : undefined;
      cost += COST_PER_SEARCH + (counted?.cost ?? 0);
      return html`<li class="card"><h3><a href="${state.hrefWith({})}">${catalogText(library.name)}</a></h3>${counted && html`<p class="facts"><span>${language.formatCount(results.found, counted.count)}</span></p>`}</li>`;
    })}</ul>${links}</section></div>`,
  };
}
