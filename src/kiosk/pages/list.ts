import { notFound } from '../../v1/api-error.js';
import { findRecord } from '../../v1/find-record.js';
import { getList } from '../../v1/get-list.js';
import type { Page } from '../components/layout.js';
import { titleRow } from '../components/title-row.js';
import { catalogText, type Html, html, NOTHING } from '../html/html.js';
import { formatMessageHtml } from '../language.js';
import { collectionHref, parseWebUrl, webLink } from '../links.js';
import type { PageView } from '../page-view.js';

/**
 * Renders the page of a list, with all items of the list.
 *
 * @param user the id of the user who made the list
 * @param id the id of the list
 * @throws ApiError 404 if the user has no list with this id
 */
export function listPage(view: PageView, user: string, id: string): Page {
  const { catalogs, language, context, options } = view;
  const { list: texts, counts } = language.texts;
  const { catalog } = findRecord(catalogs, 'list', id, ({ lists }) => lists);
  const { list } = getList(catalogs, id, { locale: language.locale }, context);
  if (String(list.user.id) !== user) throw notFound('list', id);
  const by = formatMessageHtml(texts.by, {
    user: html`<a href="${collectionHref(view, list.user)}">${catalogText(list.user.name)}</a>`,
  });
  const renderAnnotation = (annotation: string | undefined): Html =>
    annotation === undefined ? NOTHING : html`<p class="annotation" dir="auto">${annotation}</p>`;
  const image = options.remoteCovers ? parseWebUrl(list.list_cover) : undefined;
  return {
    title: list.name,
    catalog,
    main: html`<article class="container list-page"><header>
${image !== undefined && html`<img class="list-cover" src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer">`}
<p class="type">${list.list_type !== undefined && html`<span>${catalogText(list.list_type.name)}</span>`}${list.staff_list && html`<span class="staff">${texts.staff}</span>`}</p>
<h1>${catalogText(list.name)}</h1>
<p class="facts"><span>${by}</span><span>${language.formatCount(counts.items, list.item_count)}</span><span>${formatMessageHtml(texts.updated, { date: language.formatDate(list.updated) })}</span></p></header>
${
  list.anchor_bib !== undefined &&
  html`<section class="anchor"><h2>${texts.liked}</h2><ul class="rows">${titleRow(view, catalog, list.anchor_bib, 3)}</ul></section>`
}
${
  list.list_items.length === 0
    ? html`<p class="empty">${texts.empty}</p>`
    : html`<ol class="rows">${list.list_items.map(({ title, url, annotation }) => {
        if (title !== undefined)
          return titleRow(view, catalog, title, 2, renderAnnotation(annotation));
        return html`<li class="row website"><div class="body"><h2>${webLink(view, url?.url, catalogText(url?.title ?? ''))}</h2><p class="facts"><span>${texts.website}</span></p>${renderAnnotation(annotation)}</div></li>`;
      })}</ol>`
}
</article>`,
  };
}
