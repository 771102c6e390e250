import type { Catalog } from '../../catalog/catalog.js';
import type { TitleDetail, TitleSummary } from '../../v1/schema/title.js';
import { type Content, catalogText, type Html, html } from '../html/html.js';
import { ICONS } from '../html/icons.js';
import { formatMessage, languageTag } from '../language.js';
import { facetHref, titleHref } from '../links.js';
import type { PageView } from '../page-view.js';
import { cover } from './cover.js';
import { groupHoldings, statusBadge } from './holdings.js';

/** The maximum number of authors in a row. The page of the title shows all authors. */
const MAX_AUTHORS = 3;

/**
 * Renders a title as a row of results or of a list. The row shows the availability of the title. If a
 * holding is available, the row also shows the branch and the call number of the holding. If several are
 * available, the row shows the first of them in the order of {@link groupHoldings}.
 *
 * @param heading the level of the heading that contains the name of the title
 * @param more further contents of the row, such as the annotation in a list
 */
export function titleRow(
  view: PageView,
  catalog: Catalog,
  title: TitleSummary | TitleDetail,
  heading: 2 | 3,
  more?: Content,
): Html {
  const { titles, library } = catalog;
  const { results } = view.language.texts;
  const record = titles.get(titles.numberOf(title.id));
  const tag = languageTag(record);
  const name = html`<a href="${titleHref(view, title.id)}">${catalogText(title.title, tag)}</a>`;
  const authors = (title.authors ?? [])
    .slice(0, MAX_AUTHORS)
    .map(
      (author, i) =>
        html`${i > 0 && '; '}<a href="${facetHref(view, library.id, 'author', author.name)}">${catalogText(author.name)}</a>`,
    );
  const series = (record.series ?? [])
    .slice(0, 1)
    .map((entry) =>
      entry.number === undefined
        ? entry.name
        : formatMessage(results.volume, { series: entry.name, number: entry.number }),
    );
  const facts = [title.format.name, record.publication_date, ...series].filter((fact) => fact);
  const nearest = groupHoldings(record.holdings, library, view.options.branch).find(
    ({ status }) => status === 'AVAILABLE',
  );
  return html`<li class="row">${cover(view, title, record.jacket_cover?.url)}
<div class="body">
${heading === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
${title.sub_title !== undefined && html`<p class="subtitle">${catalogText(title.sub_title, tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${authors}</p>`}
<p class="facts">${facts.map((fact) => html`<span>${catalogText(fact ?? '')}</span>`)}</p>
<p class="where">${title.availability != null && statusBadge(title.availability)}${
    nearest !== undefined &&
    html` <span class="place">${nearest.branch.id === view.options.branch && ICONS.here}${catalogText(nearest.branch.name)}${nearest.callNumber !== undefined && html` <span class="callnumber">${catalogText(nearest.callNumber)}</span>`}</span>`
  }</p>
${more}
</div></li>`;
}
