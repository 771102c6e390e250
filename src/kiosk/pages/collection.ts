/** The pages of what users share: one list, and the lists and user content of one user. */

import { notFound } from '../../v1/api-error.js';
import { withLocale } from '../../v1/context.js';
import { findRecord, findTitle, findUser, userSummary } from '../../v1/find-record.js';
import { listDetail } from '../../v1/get-list.js';
import { listContentOfUser } from '../../v1/list-content-of-user.js';
import { listListsOfUser } from '../../v1/list-lists-of-user.js';
import { dateFormatOf } from '../../v1/response-parts.js';
import { contentItem, listCards } from '../components/lists-and-content.js';
import { pageOfItems, pagination } from '../components/pagination.js';
import { cover, titleRow } from '../components/title-row.js';
import { catalogText, type Html, html, NOTHING } from '../html.js';
import { formatMessage, formatMessageHtml } from '../language.js';
import { collectionHref, parseWebUrl, titleHref, webLink } from '../links.js';
import type { Page, PageView } from '../page-view.js';

/** The maximum number of lists that the page shows, which is the maximum `limit` of the API. */
const MAX_LISTS = 100;

/**
 * Renders one page of the comments, ratings and other content of a user. The first page also shows the
 * lists of the user.
 *
 * @throws ApiError 404 if no catalog has the user, 400 for an invalid `page`
 */
export function collectionPage(view: PageView, id: string): Page {
  const { catalogs, language, context, params, href, path } = view;
  const { collection, counts } = language.texts;
  const { locale } = language;
  const [{ catalog }] = findUser(catalogs, id);
  const user = userSummary(catalogs, id, context);
  const request = new URLSearchParams({ page: params.get('page') || '1', locale });
  const content = listContentOfUser(catalogs, id, request, context);
  const { lists, count } = listListsOfUser(catalogs, id, { limit: MAX_LISTS, locale }, context);
  return {
    title: formatMessage(collection.heading, { user: user.name }),
    catalog,
    main: html`<article class="container collection"><h1>${formatMessageHtml(collection.heading, { user: catalogText(user.name) })}</h1>
${
  content.page === 1 &&
  html`<section><h2>${collection.lists}</h2>${count === 0 ? html`<p>${collection.no_lists}</p>` : listCards(view, lists)}</section>`
}
<section><h2>${collection.content}</h2>
${
  content.count === 0
    ? html`<p>${collection.no_content}</p>`
    : html`<p class="found">${language.formatCount(counts.titles, content.count)}</p><ol class="rows">${content.user_content.map(
        ({ title, content: items = [] }) => {
          const { catalog, number } = findTitle(catalogs, title.id);
          const { jacket_cover } = catalog.titles.pick(number, ['jacket_cover']);
          return html`<li class="row">${cover(view, title, jacket_cover?.url)}<div class="body"><h3><a href="${titleHref(view, title.id)}">${catalogText(title.title)}</a></h3>
<p class="facts"><span>${catalogText(title.format.name)}</span>${items.length > 0 && html`<span>${language.formatDate(items[0].updated)}</span>`}</p>
${items.map((item) => contentItem(view, item, catalog.library.id))}</div></li>`;
        },
      )}</ol>`
}
${pagination(content, (n) => href(path, { page: n > 1 ? n : undefined }), language)}
</section></article>`,
  };
}

const ITEMS_PER_PAGE = 50;

/**
 * Renders one page of a list.
 *
 * @param user the id of the user who made the list
 * @throws ApiError 404 if the user has no list with this id, 400 for an invalid `page`
 */
export function listPage(view: PageView, user: string, id: string): Page {
  const { catalogs, language, context, options } = view;
  const { list: texts, counts } = language.texts;
  const { catalog, number } = findRecord(catalogs, 'list', id, ({ lists }) => lists);
  const header = catalog.lists.header(number);
  if (String(header.user) !== user) throw notFound('list', id);
  const { start, end, links } = pageOfItems(view, ITEMS_PER_PAGE, header.item_count);
  const list = listDetail(
    catalogs,
    catalog,
    header,
    catalog.lists.items(number).slice(start, end),
    dateFormatOf('iso8601'),
    withLocale(context, language.locale),
  );
  const by = formatMessageHtml(texts.by, {
    user: html`<a href="${collectionHref(view, list.user)}">${catalogText(list.user.name)}</a>`,
  });
  const renderAnnotation = (annotation: string | undefined): Html =>
    annotation === undefined ? NOTHING : html`<p class="annotation" dir="auto">${annotation}</p>`;
  const image = options.remoteCovers ? parseWebUrl(list.list_cover) : undefined;
  return {
    title: list.name,
    catalog,
    isListed: true,
    main: html`<article class="container list-page"><header>
${image !== undefined && html`<img class="list-cover" src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer">`}
<p class="type">${list.list_type !== undefined && html`<span>${catalogText(list.list_type.name)}</span>`}${list.staff_list && html`<span class="staff">${texts.staff}</span>`}</p>
<h1>${catalogText(list.name)}</h1>
<p class="facts"><span>${by}</span><span>${language.formatCount(counts.items, list.item_count)}</span><span>${formatMessageHtml(texts.updated, { date: language.formatDate(list.updated) })}</span></p></header>
${
  list.anchor_bib !== undefined &&
  start === 0 &&
  html`<section class="anchor"><h2>${texts.liked}</h2><ul class="rows">${titleRow(view, catalog, list.anchor_bib, 3)}</ul></section>`
}
${
  list.list_items.length === 0
    ? html`<p class="empty">${texts.empty}</p>`
    : html`<ol class="rows" start="${start + 1}">${list.list_items.map(
        ({ title, url, annotation }) => {
          if (title !== undefined)
            return titleRow(view, catalog, title, 2, renderAnnotation(annotation));
          return html`<li class="row website"><div class="body"><h2>${webLink(view, url?.url, catalogText(url?.title ?? ''))}</h2><p class="facts"><span>${texts.website}</span></p>${renderAnnotation(annotation)}</div></li>`;
        },
      )}</ol>`
}
${links}
</article>`,
  };
}
