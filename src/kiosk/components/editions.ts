/** The other editions of a work: listed on the page of a title, and folded under a result. */

import type { Catalog, Titles } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import { ANYWHERE } from '../../catalog/narrowings.js';
import { availabilityOf } from '../../catalog/records/title.js';
import type { TitleSummary } from '../../v1/schema/responses.js';
import { catalogText, factSpans, type Html, html, ICONS, NOTHING } from '../html.js';
import { languageTag, localizedValue } from '../language.js';
import { titleHref } from '../links.js';
import type { PageView } from '../page-view.js';
import { availabilityBadge, foldedList, statusBadge } from './holdings.js';

const MAX_EDITIONS = 200;

/** The maximum number of editions under a result. The page of the title lists all. */
const MAX_EDITIONS_OF_RESULT = 6;

/** The id of the list of editions on the page of a title. */
export const EDITIONS_ID = 'editions';

/**
 * Returns the numbers of the titles of a work other than one of them, ascending: other editions and formats.
 *
 * @remarks O(titles of the catalog) comparisons of numbers
 */
export function otherEditions({ works }: Titles, number: number): number[] {
  const work = works[number];
  const found = [];
  for (
    let other = works.indexOf(work, work);
    other !== -1;
    other = works.indexOf(work, other + 1)
  ) {
    if (other !== number) found.push(other);
  }
  return found;
}

/**
 * Renders tabs above the page of a title: a link to the best edition in each format of the work, and a link to the list of
 * all editions. The best edition is an available one, or else the latest. The tabs have the same order on the pages of all
 * editions. Renders nothing for a work with one edition.
 */
export function formatTabs(view: PageView, catalog: Catalog, id: string): Html {
  const { titles, library } = catalog;
  const { around, names } = view.language.texts;
  const current = titles.numberOf(id);
  const editions = otherEditions(titles, current);
  if (editions.length === 0) return NOTHING;
  const all = latestFirst(titles, [current, ...editions]).slice(0, MAX_EDITIONS);
  const available = latestFirst(
    titles,
    availableOf(
      titles,
      [...all].sort((a, b) => a - b),
    ),
  );
  const byFormat = new Map<string, number>();
  for (const number of [current, ...available, ...all]) {
    const { format } = titles.summary(number);
    if (!byFormat.has(format.id)) byFormat.set(format.id, number);
  }
  const order = [...new Set(all.map((number) => titles.summary(number).format.id))];
  const tabs = order.map((format) => {
    const number = byFormat.get(format)!;
    const record = {
      ...titles.summary(number),
      ...titles.pick(number, ['format', 'publication_date']),
    };
    const isAvailable = availabilityOf(record)?.id === 'AVAILABLE';
    return html`<li><a href="${titleHref(view, titles.id(number))}"${number === current && html` aria-current="page"`}>${isAvailable && ICONS.AVAILABLE}<span>${catalogText(nameOf('format', record.format, library, names).name)}${isAvailable && html`<span class="visually-hidden">, ${names.availability.AVAILABLE}</span>`}</span> ${record.publication_date !== undefined && html`<span class="note">${catalogText(record.publication_date)}</span>`}</a></li>`;
  });
  return html`<nav class="formats" aria-label="${around.editions}"><ul>${tabs}<li><a href="#${EDITIONS_ID}">${around.all_editions} (${view.language.formatNumber(editions.length + 1)})</a></li></ul></nav>`;
}

/** Renders the other editions of a work as a list, the latest first. */
export function editionList(view: PageView, catalog: Catalog, editions: readonly number[]): Html {
  const items = latestFirst(catalog.titles, editions)
    .slice(0, MAX_EDITIONS)
    .map((number) =>
      editionItem(view, catalog, number, titleHref(view, catalog.titles.id(number))),
    );
  return foldedList(items, view.language);
}

/**
 * Renders the other editions of a result, the latest first. They are folded, and are shown on demand, without a script.
 * Shows the first of many editions, and links to the page of the title for the others. If only a folded edition is
 * available, the line that unfolds the editions has the badge for it.
 *
 * @param hrefOf returns the URL of the page of a title
 */
export function foldedEditions(
  view: PageView,
  catalog: Catalog,
  result: TitleSummary,
  editions: readonly number[],
  hrefOf: (id: string) => string,
): Html {
  if (editions.length === 0) return NOTHING;
  const { titles } = catalog;
  const { texts, formatCount } = view.language;
  const listed = latestFirst(titles, editions).slice(0, MAX_EDITIONS_OF_RESULT);
  const more = editions.length - listed.length;
  const { primary_language } = titles.pick(titles.numberOf(result.id), ['primary_language']);
  const shown = { ...result, language: primary_language?.name };
  const onlyOthers =
    result.availability?.id !== 'AVAILABLE' && availableOf(titles, editions).length > 0;
  const available = { id: 'AVAILABLE', name: texts.names.availability.AVAILABLE };
  return html`<details class="editions" data-key="editions:${result.id}"><summary>${formatCount(texts.results.other_editions, editions.length)}<span class="visually-hidden">: ${catalogText(result.title)}</span>${onlyOthers && html` ${statusBadge(available)}`}</summary><ul>${listed.map(
    (number) => editionItem(view, catalog, number, hrefOf(titles.id(number)), shown),
  )}${more > 0 && html`<li><a href="${hrefOf(result.id)}#${EDITIONS_ID}">${formatCount(texts.title.more_copies, more)}</a></li>`}</ul></details>`;
}

function availableOf({ columns, valueOrd }: Titles, editions: readonly number[]): number[] {
  const available = valueOrd('available_at', ANYWHERE);
  if (available < 0) return [];
  return [...columns.available_at.select(Uint32Array.from(editions), [available])];
}

/** Sorts titles by their publication years, the latest first. Titles without a year come last. */
function latestFirst({ queryNumbers }: Titles, editions: readonly number[]): number[] {
  const years = queryNumbers.publication_year;
  const yearOf = (number: number) => years.get(number) ?? Number.NEGATIVE_INFINITY;
  return editions.toSorted((a, b) => yearOf(b) - yearOf(a) || a - b);
}

const ITEM_FIELDS = [
  'title',
  'sub_title',
  'format',
  'publication_date',
  'edition',
  'primary_language',
  'languages',
  'publishers',
] as const;

/** The texts of a result. An edition listed under it shows these texts only if its own differ. */
interface ShownTitle extends Pick<TitleSummary, 'title' | 'sub_title'> {
  readonly language: string | undefined;
}

/** @param result the result under which the item is listed. Default: none. */
function editionItem(
  view: PageView,
  { titles, library }: Catalog,
  number: number,
  href: string,
  result?: ShownTitle,
): Html {
  const { language } = view;
  const { names } = language.texts;
  const record = { ...titles.summary(number), ...titles.pick(number, ITEM_FIELDS) };
  const format = nameOf('format', record.format, library, names);
  const availability = availabilityOf(record);
  const hasOtherSubTitle = record.sub_title !== result?.sub_title;
  const name =
    record.title !== result?.title ? record.title : hasOtherSubTitle ? record.sub_title : undefined;
  const primaryLanguage = record.primary_language?.name;
  const facts = [
    record.publication_date,
    record.edition,
    primaryLanguage !== undefined &&
      primaryLanguage !== result?.language &&
      localizedValue('language', primaryLanguage, language),
    record.publishers?.[0]?.name,
  ];
  return html`<li><a href="${href}"><strong>${catalogText(format.name)}</strong>${name !== undefined && html` ${catalogText(name, languageTag(record))}`}</a>
<span class="facts">${factSpans(facts)}</span>${availability !== undefined && availabilityBadge(record, nameOf('availability', availability, library, names), language)}</li>`;
}
