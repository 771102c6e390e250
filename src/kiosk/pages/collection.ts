import { listContentOfUser } from '../../v1/content-of-user.js';
import { findTitle } from '../../v1/find.js';
import { listListsOfUser } from '../../v1/lists-of-user.js';
import { findUser, userSummary } from '../../v1/users.js';
import { contentItem } from '../content-items.js';
import { cover } from '../covers.js';
import { html } from '../html.js';
import { markedPhrase, phrase } from '../language.js';
import type { Page } from '../layout.js';
import { titlePage } from '../links.js';
import { listCards } from '../list-cards.js';
import { paging } from '../paging.js';
import type { Visit } from '../visit.js';
import { recorded } from '../written-in.js';

/** More lists than a page of the API has. */
const MOST_LISTS = 100;

/**
 * What a user listed, rated and wrote.
 *
 * @throws ApiError 404 when no open catalog knows the user, 400 for a page that is no number
 */
export function collectionPage(visit: Visit, id: string): Page {
  const { catalogs, language, context, params, href, path } = visit;
  const { collection, counts } = language.texts;
  const { locale } = language;
  const [{ catalog }] = findUser(catalogs, id);
  const user = userSummary(catalogs, id, context);
  const page = params.get('page') || 1;
  const content = listContentOfUser(catalogs, id, { page, locale }, context);
  const { lists, count } = listListsOfUser(catalogs, id, { limit: MOST_LISTS, locale }, context);
  return {
    title: phrase(collection.heading, { user: user.name }),
    catalog,
    main: html`<article class="band collection"><h1>${markedPhrase(collection.heading, { user: recorded(user.name) })}</h1>
${
  content.page === 1 &&
  html`<section><h2>${collection.lists}</h2>${count === 0 ? html`<p>${collection.no_lists}</p>` : listCards(visit, lists, 3)}</section>`
}
<section><h2>${collection.content}</h2>
${
  content.count === 0
    ? html`<p>${collection.no_content}</p>`
    : html`<p class="found">${language.count(counts.titles, content.count)}</p><ol class="rows">${content.user_content.map(
        ({ title, content: items = [] }) => {
          const found = findTitle(catalogs, title.id);
          return html`<li class="row">${cover(visit, title, found.record.jacket_cover?.url)}<div class="said"><h3><a href="${titlePage(visit, title.id)}">${recorded(title.title)}</a></h3>
<p class="facts"><span>${recorded(title.format.name)}</span>${items.length > 0 && html`<span>${language.date(items[0].updated)}</span>`}</p>
${items.map((item) => contentItem(visit, item, found.catalog.library.id))}</div></li>`;
        },
      )}</ol>`
}
${paging(content, (n) => href(path, { page: n > 1 ? n : undefined }), language)}
</section></article>`,
  };
}
