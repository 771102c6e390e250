/** The titles around a title on its page: other editions, similar titles, and neighbors on the shelf. */

import type { Catalog } from '../../catalog/catalog.js';
import { isOnShelf } from '../../catalog/records/title.js';
import { callNumbersOf, normalizeCallNumber } from '../../catalog/search-fields.js';
import { adjacentVolume } from '../../catalog/series-volumes.js';
import { similarTitles } from '../../catalog/similar-titles.js';
import { type ShelfOrder, SOUGHT_ID, shelfOrder } from '../browse-lists.js';
import { catalogText, type Html, html, NOTHING } from '../html.js';
import { formatMessageHtml, languageTag } from '../language.js';
import { titleHref } from '../links.js';
import type { TitleView } from '../page-view.js';
import { EDITIONS_ID, editionList, otherEditions } from './editions.js';
import { shelf } from './title-row.js';

const MAX_SIMILAR_TITLES = 8;
const SHELF_NEIGHBORS = 4;
/** The maximum number of places that are read on each side of a title. */
const MAX_PLACES = 40;

/** Renders what is around a title: its other editions and formats, similar titles, and its neighbors on the shelf. */
export function aroundTitle(title: TitleView): Html {
  const { view, catalog, record } = title;
  const { around } = view.language.texts;
  const { titles } = catalog;
  const number = titles.numberOf(record.id);
  const editions = otherEditions(titles, number);
  const similar = similarTitles(catalog, number, MAX_SIMILAR_TITLES);
  return html`${
    editions.length > 0 &&
    html`<section class="editions" id="${EDITIONS_ID}"><h2>${around.editions}</h2>${editionList(view, catalog, editions)}</section>`
  }${
    similar.length > 0 &&
    html`<section><h2>${around.similar}</h2>${shelf(
      view,
      catalog,
      similar.map((it) => titles.id(it)),
    )}</section>`
  }${neighbors(title, number)}`;
}

/** Renders links to the volumes before and after a title in each of its series that has such volumes. */
export function volumeLinks({ view, catalog: { titles }, record }: TitleView): Html {
  const { results } = view.language.texts;
  const names = [...new Set(record.series?.map(({ name }) => name))];
  const linkTo = (series: string, step: 1 | -1, text: string) => {
    const volume = adjacentVolume(titles, series, titles.numberOf(record.id), step);
    if (volume === undefined) return NOTHING;
    const other = titles.pick(volume.title, ['title', 'primary_language', 'languages']);
    const title = html`<cite>${catalogText(other.title, languageTag(other))}</cite>`;
    const words = formatMessageHtml(text, { number: volume.number, title });
    return html`<span><a href="${titleHref(view, titles.id(volume.title))}">${words}</a></span>`;
  };
  return html`${names.map((name) => {
    const links = html`${linkTo(name, -1, results.previous_volume)}${linkTo(name, 1, results.next_volume)}`;
    const label = names.length > 1 && html`<span>${catalogText(name)}</span>`;
    return links.markup !== '' && html`<p class="facts volumes">${label}${links}</p>`;
  })}`;
}

/**
 * Renders the titles before and after a title on the shelf of its first call number. Renders nothing for a title that is
 * on no shelf, such as an e-book.
 */
function neighbors({ view, catalog, record }: TitleView, number: number): Html {
  const { around } = view.language.texts;
  const callNumber = callNumbersOf(record).find((it) => normalizeCallNumber(it) !== '');
  const order = shelfOrder(catalog);
  if (callNumber === undefined || !isOnShelf(record)) return NOTHING;
  const position = order.positionOf(callNumber, number);
  const before = titlesOnShelf(catalog, order, number, position, -1);
  const after = titlesOnShelf(catalog, order, number, position, 1);
  if (before.length === 0 && after.length === 0) return NOTHING;
  const numbers = new Set([...before.reverse(), number, ...after]);
  const ids = [...numbers].map((it) => catalog.titles.id(it));
  const href = view.href('/browse/call_number', {
    library: catalog.library.id,
    prefix: callNumber,
  });
  return html`<section><h2>${around.shelf}</h2>${shelf(view, catalog, ids, record.id)}
<p class="all"><a href="${href}#${SOUGHT_ID}">${around.browse_shelf}</a></p></section>`;
}

/** Returns the nearest titles on one side of a title, from the nearest. Skips titles that are on no shelf. */
function titlesOnShelf(
  { titles }: Catalog,
  order: ShelfOrder,
  number: number,
  position: number,
  step: 1 | -1,
): number[] {
  const found = new Set<number>();
  for (let i = 1; i <= MAX_PLACES && found.size < SHELF_NEIGHBORS; i++) {
    const at = position + i * step;
    if (at < 0 || at >= order.size) break;
    const { title } = order.place(at);
    if (title !== number && isOnShelf(titles.pick(title, ['format', 'holdings']))) {
      found.add(title);
    }
  }
  return [...found];
}
