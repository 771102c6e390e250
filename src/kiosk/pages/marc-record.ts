/** The MARC record of a title, for staff. */

import type { Catalog } from '../../catalog/catalog.js';
import type { KeptMarcRecord } from '../../catalog/records/title.js';
import { notFound } from '../../v1/api-error.js';
import { findTitle } from '../../v1/find-record.js';
import { pageOfItems } from '../components/pagination.js';
import { catalogText, type Html, html, ICONS, joined, NOTHING } from '../html.js';
import { titleHref } from '../links.js';
import type { Page, PageView } from '../page-view.js';

/**
 * Renders the link from the page of a title to its MARC record. Renders nothing for a title without a MARC record, and on a
 * kiosk, which is for readers.
 */
export function marcRecordLink(view: PageView, { titles }: Catalog, id: string): Html {
  const { marc } = titles.pick(titles.numberOf(id), ['marc']);
  if (marc === undefined || view.isKiosk) return NOTHING;
  const href = view.href(`/item/marc/${encodeURIComponent(id)}`);
  return html`<p class="staff"><a href="${href}" rel="nofollow">${view.language.texts.marc.heading}</a></p>`;
}

/** The maximum number of fields on a page. A record can have a field for each holding. */
const PAGE_SIZE = 100;

/**
 * Renders the MARC record of a title, for staff, 100 fields at a time.
 *
 * @throws ApiError 404 if no catalog has the title, or if the title has no MARC record, or on a kiosk, 400 for an invalid `page`
 */
export function marcRecordPage(view: PageView, id: string): Page {
  const { marc: texts } = view.language.texts;
  const { catalog, number, record } = findTitle(view.catalogs, id);
  const { marc } = catalog.titles.pick(number, ['marc']);
  if (marc === undefined || view.isKiosk) throw notFound('title', id);
  const { start, end, links } = pageOfItems(view, PAGE_SIZE, marc.fields.length);
  return {
    title: `${record.title} – ${texts.heading}`,
    catalog,
    main: html`<div class="container marc"><p class="way-back"><a href="${titleHref(view, id)}">${ICONS.previous}<span>${texts.back}</span></a></p>
<h1>${texts.heading}</h1>
<p>${catalogText(record.title)}</p>
<table><thead><tr><th scope="col">${texts.tag}</th><th scope="col">${texts.indicators}</th><th scope="col">${texts.content}</th></tr></thead>
<tbody>${fieldRow('LDR', '', html`<code>${marc.leader}</code>`)}${marc.fields.slice(start, end).map(fieldOf)}</tbody></table>
${links}</div>`,
  };
}

/** Renders a field. A blank indicator is shown as `#`, as in the MARC 21 manual. */
function fieldOf(field: KeptMarcRecord['fields'][number]): Html {
  const { tag, value, indicator1 = ' ', indicator2 = ' ', subfields = [] } = field;
  if (value !== undefined) return fieldRow(tag, '', html`<code>${value}</code>`);
  const content = subfields.map(
    ({ code, value: text }) => html`<b>$${code}</b> <bdi>${text}</bdi>`,
  );
  return fieldRow(tag, `${indicator1}${indicator2}`.replaceAll(' ', '#'), joined(content, ' '));
}

function fieldRow(tag: string, indicators: string, content: Html): Html {
  return html`<tr><th scope="row">${tag}</th><td>${indicators}</td><td>${content}</td></tr>\n`;
}
