import type { Page } from '../components/layout.js';
import { searchForm } from '../components/search-form.js';
import { shelf } from '../components/shelf.js';
import { homeContentsOf } from '../home-contents.js';
import { catalogText, html } from '../html/html.js';
import { formatMessageHtml } from '../language.js';
import type { PageView } from '../page-view.js';
import { readSearchState, traceSearch } from '../search-state.js';

const MAX_TITLES_PER_LIBRARY = 4;

/** Renders the home page of a site with several libraries. */
export function librariesPage(view: PageView): Page {
  const { language, catalogs, href } = view;
  const { home, counts } = language.texts;
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
    })}</ul></section></div>`,
  };
}

/**
 * Renders a page with the number of results in each library, for a search without the `library`
 * parameter.
 */
export function resultsByLibraryPage(view: PageView): Page {
  const { language, catalogs, params } = view;
  const { results } = language.texts;
  const q = params.get('q')?.trim() || '*';
  const searchType = params.get('search_type') || 'keyword';
  return {
    title: results.in_libraries,
    search: { q, searchType },
    main: html`<div class="container sections"><section><h1>${q === '*' ? results.all : formatMessageHtml(results.for, { query: html`<q><bdi>${q}</bdi></q>` })}</h1>
<h2>${results.in_libraries}</h2>
<ul class="cards">${catalogs.map(({ library }) => {
      const state = readSearchState(view, library);
      const { count } = traceSearch(view, state, { metadata: '0', limit: '1' }).body;
      return html`<li class="card"><h3><a href="${state.hrefWith({})}">${catalogText(library.name)}</a></h3><p class="facts"><span>${language.formatCount(results.found, count)}</span></p></li>`;
    })}</ul></section></div>`,
  };
}
