import type { Catalog } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import { browseLinks } from '../around/browse-links.js';
import type { Page } from '../components/layout.js';
import { listCards, listSummaries } from '../components/list-cards.js';
import { searchForm } from '../components/search-form.js';
import { shelf } from '../components/shelf.js';
import { feedAnnouncement, feedLink } from '../discovery/feed.js';
import { homeContentsOf } from '../home-contents.js';
import { catalogText, html } from '../html/html.js';
import { formatMessage } from '../language.js';
import { facetHref } from '../links.js';
import type { PageView } from '../page-view.js';

/** Renders the home page of a library. */
export function homePage(view: PageView, catalog: Catalog): Page {
  const { language, href } = view;
  const { library } = catalog;
  const { home, names, browse } = language.texts;
  const lists = browseLinks(view, catalog);
  const { newest, popular, genres, staffLists } = homeContentsOf(catalog);
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
  staffLists.length > 0 &&
  html`<section><h2>${home.staff_lists}</h2>${listCards(view, listSummaries(view, catalog, staffLists), 3)}</section>`
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
  lists.length > 0 &&
  html`<section><h2>${browse.heading}</h2><ul class="genres">${lists.map(
    ({ name, href }) => html`<li><a class="chip" href="${href}">${name}</a></li>`,
  )}</ul></section>`
}
</div>`,
  };
}
