import type { Catalog } from '../catalog/catalog.js';
import { inLocale } from '../v1/context.js';
import { dateFormatOf } from '../v1/date-format.js';
import { listSummary } from '../v1/list-forms.js';
import type { ListSummary } from '../v1/schema/list.js';
import { type Html, html } from './html.js';
import { markedPhrase } from './language.js';
import { listPage } from './links.js';
import type { Visit } from './visit.js';
import { recorded } from './written-in.js';

/** Lists side by side, each with who made it and how much is on it. */
export function listCards(visit: Visit, lists: readonly ListSummary[], heading: 2 | 3): Html {
  const { language } = visit;
  return html`<ul class="cards">${lists.map((list) => {
    const name = html`<a href="${listPage(visit, list)}">${recorded(list.name)}</a>`;
    return html`<li class="card">${list.list_type !== undefined && html`<p class="type">${recorded(list.list_type.name)}</p>`}
${heading === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
<p class="facts"><span>${markedPhrase(language.texts.list.by, { user: recorded(list.user.name) })}</span><span>${language.count(language.texts.counts.items, list.item_count)}</span></p></li>`;
  })}</ul>`;
}

/** The lists of a catalog that have these numbers. */
export function listsNumbered(
  visit: Visit,
  catalog: Catalog,
  numbers: readonly number[],
): ListSummary[] {
  const context = inLocale(visit.context, visit.language.locale);
  return numbers.map((number) =>
    listSummary(
      visit.catalogs,
      catalog,
      catalog.lists.get(number),
      dateFormatOf('iso8601'),
      context,
    ),
  );
}
