import { findTitle } from '../../v1/find-record.js';
import { listContentOfUser } from '../../v1/list-content-of-user.js';
import { listListsOfUser } from '../../v1/list-lists-of-user.js';
import { findUser, userSummary } from '../../v1/users.js';
import { contentItem } from '../components/content-items.js';
import { cover } from '../components/cover.js';
import type { Page } from '../components/layout.js';
import { listCards } from '../components/list-cards.js';
import { pagination } from '../components/pagination.js';
import { catalogText, html } from '../html/html.js';
import { formatMessage, formatMessageHtml } from '../language.js';
import { titleHref } from '../links.js';
import type { PageView } from '../page-view.js';

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
  html`<section><h2>${collection.lists}</h2>${count === 0 ? html`<p>${collection.no_lists}</p>` : listCards(view, lists, 3)}</section>`
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
