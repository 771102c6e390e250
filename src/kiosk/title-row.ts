import type { Catalog } from '../catalog/catalog.js';
import type { TitleDetail, TitleSummary } from '../v1/schema/title.js';
import { availabilityMark } from './availability-mark.js';
import { copiesOf } from './copies.js';
import { cover } from './covers.js';
import { type Content, type Html, html } from './html.js';
import { ICONS } from './icons.js';
import { phrase } from './language.js';
import { allWith, titlePage } from './links.js';
import type { Visit } from './visit.js';
import { languageTag, recorded } from './written-in.js';

/** How many authors a row names; the title's page has them all. */
const MOST_AUTHORS = 3;

/**
 * A title among results or on a list: what it is, and the nearest copy that is there to be taken.
 *
 * @param heading how deep the title's heading stands on the page
 * @param more what else is said of it there, such as an annotation
 */
export function titleRow(
  visit: Visit,
  catalog: Catalog,
  title: TitleSummary | TitleDetail,
  heading: 2 | 3,
  more?: Content,
): Html {
  const { titles, library } = catalog;
  const { results } = visit.language.texts;
  const record = titles.get(titles.numberOf(title.id));
  const tag = languageTag(record);
  const name = html`<a href="${titlePage(visit, title.id)}">${recorded(title.title, tag)}</a>`;
  const authors = (title.authors ?? [])
    .slice(0, MOST_AUTHORS)
    .map(
      (author, i) =>
        html`${i > 0 && '; '}<a href="${allWith(visit, library.id, 'author', author.name)}">${recorded(author.name)}</a>`,
    );
  const series = (record.series ?? [])
    .slice(0, 1)
    .map((entry) =>
      entry.number === undefined
        ? entry.name
        : phrase(results.volume, { series: entry.name, number: entry.number }),
    );
  const facts = [title.format.name, record.publication_date, ...series].filter((fact) => fact);
  const nearest = copiesOf(record.holdings, library, visit.options.branch).find(
    ({ status }) => status === 'AVAILABLE',
  );
  return html`<li class="row">${cover(visit, title, record.jacket_cover?.url)}
<div class="said">
${heading === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}
${title.sub_title !== undefined && html`<p class="subtitle">${recorded(title.sub_title, tag)}</p>`}
${authors.length > 0 && html`<p class="authors">${authors}</p>`}
<p class="facts">${facts.map((fact) => html`<span>${recorded(fact ?? '')}</span>`)}</p>
<p class="where">${title.availability != null && availabilityMark(title.availability)}${
    nearest !== undefined &&
    html` <span class="place">${nearest.branch.id === visit.options.branch && ICONS.here}${recorded(nearest.branch.name)}${nearest.callNumber !== undefined && html` <span class="callnumber">${recorded(nearest.callNumber)}</span>`}</span>`
  }</p>
${more}
</div></li>`;
}
