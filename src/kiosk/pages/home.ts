import type { Catalog } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/known-names.js';
import { html } from '../html.js';
import { phrase } from '../language.js';
import type { Page } from '../layout.js';
import { allWith } from '../links.js';
import { listCards, listsNumbered } from '../list-cards.js';
import { searchForm } from '../search-form.js';
import { shelf } from '../shelf.js';
import { shelvesOf } from '../shelves.js';
import type { Visit } from '../visit.js';
import { recorded } from '../written-in.js';

/** Where a reader begins: the search, and shelves to look along. */
export function homePage(visit: Visit, catalog: Catalog): Page {
  const { language, href } = visit;
  const { library } = catalog;
  const { home, names } = language.texts;
  const { newest, popular, genres, staffLists } = shelvesOf(catalog);
  const all = (what: string, address: string) =>
    html`<p class="all"><a href="${address}">${phrase(home.more_of, { what })}</a></p>`;
  return {
    title: library.name,
    catalog,
    search: false,
    main: html`<section class="hero"><div class="band"><h1>${home.heading}</h1>
${searchForm(visit, catalog)}
<p><a href="${href('/search', { library: library.id })}">${home.all}</a> <span class="count">(${language.number(catalog.titles.size)})</span></p></div></section>
<div class="band sections">
${
  newest.length > 0 &&
  html`<section><h2>${home.newly_acquired}</h2>${shelf(visit, catalog, newest)}${all(home.newly_acquired, href('/search', { library: library.id, sort: 'newly_acquired' }))}</section>`
}
${
  staffLists.length > 0 &&
  html`<section><h2>${home.staff_lists}</h2>${listCards(visit, listsNumbered(visit, catalog, staffLists), 3)}</section>`
}
${
  popular.length > 0 &&
  html`<section><h2>${home.popular}</h2>${popular.map(({ format, titles }) => {
    const { name } = nameOf('format', { id: format }, library, names);
    const address = href('/search', {
      library: library.id,
      title_format: format,
      sort: 'popularity',
    });
    return html`<h3>${recorded(name)}</h3>${shelf(visit, catalog, titles)}${all(name, address)}`;
  })}</section>`
}
${
  genres.length > 0 &&
  html`<section><h2>${home.genres}</h2><ul class="genres">${genres.map(
    ({ name, count }) =>
      html`<li><a class="chip" href="${allWith(visit, library.id, 'genre', name)}">${recorded(name)} <span class="count">${language.number(count)}</span></a></li>`,
  )}</ul></section>`
}
</div>`,
  };
}
