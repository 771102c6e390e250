import type { Catalog } from '../../catalog/catalog.js';
import { withLocale } from '../../v1/context.js';
import { titleSummary } from '../../v1/response/title-response.js';
import { catalogText, type Html, html } from '../html/html.js';
import { languageTag } from '../language.js';
import { titleHref } from '../links.js';
import type { PageView } from '../page-view.js';
import { cover } from './cover.js';

/**
 * Renders a row of titles with covers.
 *
 * @param ids the ids of titles of the catalog
 * @param current the id of the title whose page contains the row. Default: none.
 */
export function shelf(
  view: PageView,
  catalog: Catalog,
  ids: readonly string[],
  current?: string,
): Html {
  const { titles } = catalog;
  const context = withLocale(view.context, view.language.locale);
  return html`<ul class="shelf">${ids.map((id) => {
    const number = titles.numberOf(id);
    const record = titles.pick(number, ['jacket_cover', 'primary_language', 'languages']);
    const summary = titleSummary(catalog, number, context);
    const author = summary.authors?.[0]?.name;
    return html`<li><a href="${titleHref(view, id)}"${id === current && html` aria-current="page"`}>${cover(view, summary, record.jacket_cover?.url)}<span class="name">${catalogText(summary.title, languageTag(record))}</span></a>${author !== undefined && html`<span class="author">${catalogText(author)}</span>`}<span class="kind">${catalogText(summary.format.name)}</span></li>`;
  })}</ul>`;
}
