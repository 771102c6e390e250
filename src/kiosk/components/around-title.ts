/** The titles around a title on its page: other editions, similar titles, and neighbors on the shelf. */

import type { Catalog, Titles } from '../../catalog/catalog.js';
import { listNumbersContaining } from '../../catalog/list-order.js';
import { isOnShelf } from '../../catalog/records/title.js';
import { callNumbersOf, normalizeCallNumber } from '../../catalog/search-fields.js';
import { adjacentVolume } from '../../catalog/series-volumes.js';
import type { DocValuesColumn } from '../../search/index.js';
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

/** The weights of the kinds of values that two titles have in common. A rare value counts more than a frequent one. */
const WEIGHTS = { subject: 1, author: 0.6, series: 0.5, genre: 0.8 } as const;
const LIST_WEIGHT = 3;
/** The factor on the score of a title in another language. */
const OTHER_LANGUAGE_FACTOR = 0.5;
/** Titles with a lower score have too little in common. */
const MIN_SCORE = 0.8;

/**
 * Returns the numbers of the titles that have the most in common with a title: rare subjects, authors, series, genres,
 * and lists. The most similar title is first. Contains each work at most once, and not the work of the title itself.
 *
 * @remarks O(values of all titles)
 */
function similarTitles(catalog: Catalog, number: number, limit: number): number[] {
  const { titles } = catalog;
  const scores = new Float32Array(titles.size);
  for (const [name, weight] of Object.entries(WEIGHTS)) {
    addScores(scores, titles.columns[name as keyof typeof WEIGHTS], number, weight);
  }
  for (const list of listNumbersContaining(catalog, titles.id(number))) {
    for (const { title } of catalog.lists.items(list)) {
      const other = title === undefined ? -1 : titles.numberOf(title);
      if (other >= 0) scores[other] += LIST_WEIGHT;
    }
  }
  return bestWorks(titles, scores, number, limit);
}

/** Adds to the score of each title the weights of the values that it has in common with one title. */
function addScores(
  scores: Float32Array,
  { data, dictionary, documentCount, valuesOf }: DocValuesColumn,
  number: number,
  weight: number,
): void {
  const { offsets, values, counts } = data;
  const weights = new Float32Array(dictionary.size + 1);
  /** By ordinal: 1 if the value is shared. This array takes less of the processor's caches than `weights`. */
  const isShared = new Uint8Array(dictionary.size + 1);
  const shared = valuesOf(number).filter((ord) => counts[ord] > 1);
  for (const ord of shared) {
    weights[ord] = weight * Math.log10(documentCount / counts[ord]);
    isShared[ord] = 1;
  }
  if (shared.length === 0) return;
  if (offsets === undefined) {
    for (let document = 0; document < documentCount; document++) {
      const ord = values[document];
      if (isShared[ord] === 1) scores[document] += weights[ord];
    }
    return;
  }
  let document = 0;
  for (let at = 0; at < values.length; at++) {
    const ord = values[at];
    if (isShared[ord] === 0) continue;
    while (offsets[document + 1] <= at) document++;
    scores[document] += weights[ord];
  }
}

/**
 * Returns the titles with the best scores, the best of each work. Titles with equal scores are in the order of
 * popularity.
 */
function bestWorks(
  { works, columns, ranks }: Titles,
  scores: Float32Array,
  number: number,
  limit: number,
): number[] {
  const languages = new Set(columns.language.valuesOf(number));
  const isBetter = (a: number, b: number) =>
    scores[a] > scores[b] || (scores[a] === scores[b] && ranks.popularity[a] < ranks.popularity[b]);
  const best: number[] = [];
  const isCompetitive = (other: number) =>
    scores[other] >= MIN_SCORE && (best.length < limit || isBetter(other, best[limit - 1]));
  for (let other = 0; other < scores.length; other++) {
    if (!isCompetitive(other) || works[other] === works[number]) continue;
    if (!columns.language.valuesOf(other).some((ord) => languages.has(ord))) {
      scores[other] *= OTHER_LANGUAGE_FACTOR;
      if (!isCompetitive(other)) continue;
    }
    const edition = best.findIndex((it) => works[it] === works[other]);
    if (edition !== -1 && !isBetter(other, best[edition])) continue;
    if (edition !== -1) best.splice(edition, 1);
    const at = best.findIndex((it) => isBetter(other, it));
    best.splice(at === -1 ? best.length : at, 0, other);
    if (best.length > limit) best.pop();
  }
  return best;
}
