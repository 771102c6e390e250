import type { Catalog } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { callNumbersOf, normalizeCallNumber } from '../../catalog/search-fields.js';
import { shelf } from '../components/shelf.js';
import { type Html, html, NOTHING } from '../html/html.js';
import type { PageView } from '../page-view.js';
import { EDITIONS_ID, editionList } from './editions.js';
import { SOUGHT_ID, shelfOrder } from './shelf-order.js';
import { otherEditions, similarTitles } from './similar-titles.js';

const MAX_SIMILAR_TITLES = 8;
/** The number of titles on each side of a title on its shelf. */
const SHELF_NEIGHBORS = 4;

/** Renders what is around a title: its other editions and formats, similar titles, and its neighbors on the shelf. */
export function aroundTitle(view: PageView, catalog: Catalog, record: Title): Html {
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
  }${neighbors(view, catalog, record, number)}`;
}

/** Renders the titles before and after a title on the shelf of its first call number. */
function neighbors(view: PageView, catalog: Catalog, record: Title, number: number): Html {
  const { around } = view.language.texts;
  const callNumber = callNumbersOf(record).find((it) => normalizeCallNumber(it) !== '');
  const order = shelfOrder(catalog);
  if (callNumber === undefined || order.size < 2) return NOTHING;
  const position = order.positionOf(callNumber, number);
  const start = Math.max(0, position - SHELF_NEIGHBORS);
  const end = Math.min(order.size, position + SHELF_NEIGHBORS + 1);
  const numbers = Array.from({ length: end - start }, (_, i) => order.place(start + i).title);
  const ids = [...new Set(numbers)].map((it) => catalog.titles.id(it));
  const href = view.href('/browse/call_number', {
    library: catalog.library.id,
    prefix: callNumber,
  });
  return html`<section><h2>${around.shelf}</h2>${shelf(view, catalog, ids, record.id)}
<p class="all"><a href="${href}#${SOUGHT_ID}">${around.browse_shelf}</a></p></section>`;
}
