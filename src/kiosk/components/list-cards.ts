import type { Catalog } from '../../catalog/catalog.js';
import { memoizePerObject } from '../../search/index.js';
import { withLocale } from '../../v1/context.js';
import { dateFormatOf } from '../../v1/response/date-format.js';
import { listSummary } from '../../v1/response/list-response.js';
import type { ListSummary } from '../../v1/schema/responses.js';
import { catalogText, type Html, html } from '../html/html.js';
import { formatMessageHtml } from '../language.js';
import { listHref } from '../links.js';
import type { PageView } from '../page-view.js';

/**
 * Renders lists as cards. A card shows the type, name, user and number of items of a list.
 *
 * @param heading the level of the headings that contain the names of the lists
 */
export function listCards(view: PageView, lists: readonly ListSummary[], heading: 2 | 3): Html {
  const { language } = view;
  return html`<ul class="cards">${lists.map((list) => {
    const name = html`<a href="${listHref(view, list)}">${catalogText(list.name)}</a>`;
    return html`<li class="card">${list.list_type !== undefined && html`<p class="type">${catalogText(list.list_type.name)}</p>`}
${heading === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="facts"><span>${formatMessageHtml(language.texts.list.by, { user: catalogText(list.user.name) })}</span><span>${language.formatCount(language.texts.counts.items, list.item_count)}</span></p></li>`;
  })}</ul>`;
}

/** Returns the summaries of the lists with these numbers in `catalog.lists`. */
export function listSummaries(
  view: PageView,
  catalog: Catalog,
  numbers: readonly number[],
): ListSummary[] {
  const context = withLocale(view.context, view.language.locale);
  return numbers.map((number) =>
    listSummary(
      view.catalogs,
      catalog,
      catalog.lists.header(number),
      dateFormatOf('iso8601'),
      context,
    ),
  );
}

/** The maximum number of lists that the page of a title shows and compares. */
const MAX_LISTS_OF_TITLE = 20;

/**
 * Returns the numbers in `catalog.lists` of the lists that contain a title, in ascending order. Of many lists, returns the
 * first 20.
 */
export function listNumbersContaining(catalog: Catalog, titleId: string): readonly number[] {
  return listNumbersByTitle(catalog).get(titleId) ?? [];
}

const listNumbersByTitle = memoizePerObject(collectListNumbersByTitle, ({ lists }) => lists);

function collectListNumbersByTitle({ lists }: Catalog): Map<string, number[]> {
  const byTitle = new Map<string, number[]>();
  for (let number = 0; number < lists.size; number++) {
    for (const id of new Set(lists.items(number).flatMap(({ title }) => title ?? []))) {
      const numbers = byTitle.get(id);
      if (numbers === undefined) byTitle.set(id, [number]);
      else if (numbers.length < MAX_LISTS_OF_TITLE) numbers.push(number);
    }
  }
  return byTitle;
}
