import { searchTitles } from '../../v1/titles.js';
import { html } from '../html.js';
import { markedPhrase } from '../language.js';
import type { Page } from '../layout.js';
import { searchForm } from '../search-form.js';
import { searchState } from '../search-state.js';
import { shelf } from '../shelf.js';
import { shelvesOf } from '../shelves.js';
import type { Visit } from '../visit.js';
import { recorded } from '../written-in.js';

/** How many titles stand for a library. */
const SHOWN = 4;

/** Where a reader begins when there are several libraries. */
export function librariesPage(visit: Visit): Page {
  const { language, catalogs, href } = visit;
  const { home, counts } = language.texts;
  return {
    title: home.choose,
    search: false,
    main: html`<section class="hero"><div class="band"><h1>${home.heading}</h1>${searchForm(visit, undefined)}</div></section>
<div class="band sections"><section><h2>${home.choose}</h2>
<ul class="libraries">${catalogs.map((catalog) => {
      const { library, titles } = catalog;
      const { newest, popular } = shelvesOf(catalog);
      const shown = [...(popular[0]?.titles ?? []), ...newest].slice(0, SHOWN);
      return html`<li class="library"><h3><a href="${href('/', { library: library.id })}">${recorded(library.name)}</a></h3>
<p class="facts"><span>${language.count(counts.titles, titles.size)}</span>${(library.branches ?? []).map(({ name }) => html`<span>${recorded(name)}</span>`)}</p>
${shelf(visit, catalog, shown)}</li>`;
    })}</ul></section></div>`,
  };
}

/** A search that names no library, where there are several: how many titles each has for it. */
export function whichLibraryPage(visit: Visit): Page {
  const { language, catalogs, params, context } = visit;
  const { results } = language.texts;
  const q = params.get('q')?.trim() || '*';
  const searchType = params.get('search_type') || 'keyword';
  return {
    title: results.in_libraries,
    search: { q, searchType },
    main: html`<div class="band sections"><section><h1>${q === '*' ? results.all : markedPhrase(results.for, { query: html`<q><bdi>${q}</bdi></q>` })}</h1>
<h2>${results.in_libraries}</h2>
<ul class="cards">${catalogs.map(({ library }) => {
      const state = searchState(visit, library.id);
      const { count } = searchTitles(catalogs, state.request, context);
      return html`<li class="card"><h3><a href="${state.with({})}">${recorded(library.name)}</a></h3><p class="facts"><span>${language.count(results.found, count)}</span></p></li>`;
    })}</ul></section></div>`,
  };
}
