import type { Catalog } from '../catalog/catalog.js';
import { inLocale } from '../v1/context.js';
import { titleSummary } from '../v1/title-forms.js';
import { cover } from './covers.js';
import { type Html, html } from './html.js';
import { titlePage } from './links.js';
import type { Visit } from './visit.js';
import { languageTag, recorded } from './written-in.js';

/** Titles side by side with their covers. */
export function shelf(visit: Visit, catalog: Catalog, ids: readonly string[]): Html {
  const { titles } = catalog;
  const context = inLocale(visit.context, visit.language.locale);
  return html`<ul class="shelf">${ids.map((id) => {
    const record = titles.get(titles.numberOf(id));
    const summary = titleSummary(catalog, record, context);
    const author = summary.authors?.[0]?.name;
    return html`<li><a href="${titlePage(visit, id)}">${cover(visit, summary, record.jacket_cover?.url)}<span class="name">${recorded(summary.title, languageTag(record))}</span></a>${author !== undefined && html`<span class="author">${recorded(author)}</span>`}<span class="kind">${recorded(summary.format.name)}</span></li>`;
  })}</ul>`;
}
