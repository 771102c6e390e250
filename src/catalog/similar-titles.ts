/*
 * The titles that have the most in common with a title: subjects, authors, series, genres, and lists that contain both. The
 * page of a title shows them, and a search such as `books like dune` finds them.
 */

import type { Catalog, Titles } from './catalog.js';
import { seriesKey, typedTitleKeys } from './comparison-keys.js';
import { listNumbersContaining } from './list-order.js';

/** The maximum number of titles similar to a title that a text names. */
const MAX_SIMILAR = 24;

/** Of a series with this name, only this number of titles have a rank of their own. */
const MAX_RANKED_OF_SERIES = 8;

/**
 * Finds the title or the series that a text names, and similar titles. Of a title and a series of the same name, and of
 * several titles, the text names the one with the most popular title.
 *
 * @returns the titles of each rank: the editions of the title or the titles of the series, the most popular first, and then
 *   the similar titles, the most similar first. Undefined if no title or series has exactly this name, or no title is similar.
 */
export function titlesLike(
  catalog: Pick<Catalog, 'titles' | 'lists'>,
  text: string,
): readonly (readonly number[])[] | undefined {
  const { withTitleKey, ranks, works } = catalog.titles;
  const byPopularity = (numbers: readonly number[]) =>
    [...new Set(numbers)].sort((a, b) => ranks.popularity[a] - ranks.popularity[b]);
  const ofTitle = typedTitleKeys(text).flatMap((key) => [...withTitleKey(key)]);
  const ofSeries = [...withTitleKey(seriesKey(text))];
  const [first] = byPopularity([...ofTitle, ...ofSeries]);
  if (first === undefined) return undefined;
  const isOfWork = (number: number) => works[number] === works[first];
  const named = byPopularity(ofTitle.includes(first) ? ofTitle.filter(isOfWork) : ofSeries);
  const similar = similarTitles(catalog, first, MAX_SIMILAR + named.length)
    .filter((number) => !named.includes(number))
    .slice(0, MAX_SIMILAR);
  if (similar.length === 0) return undefined;
  const last = MAX_RANKED_OF_SERIES - 1;
  const ofLastRank = named.slice(last);
  const alone = [...named.slice(0, last), ...similar].map((number) => [number]);
  return ofLastRank.length === 0 ? alone : alone.toSpliced(last, 0, ofLastRank);
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
 * @remarks O(titles + titles with one of the values)
 */
export function similarTitles(
  catalog: Pick<Catalog, 'titles' | 'lists'>,
  number: number,
  limit: number,
): number[] {
  const { titles } = catalog;
  const scores = new Float32Array(titles.size);
  const all = titles.index.match({ kind: 'all' }).documents;
  for (const [column, weight] of Object.entries(WEIGHTS)) {
    const { data, valuesOf } = titles.columns[column as keyof typeof WEIGHTS];
    for (const ord of valuesOf(number)) {
      const count = data.counts[ord];
      if (count < 2) continue;
      const score = weight * Math.log10(titles.size / count);
      const { documents } = titles.facets.narrow(all, [{ column, values: [ord] }]);
      for (const other of documents) scores[other] += score;
    }
  }
  for (const list of listNumbersContaining(catalog, titles.id(number))) {
    for (const { title } of catalog.lists.items(list)) {
      const other = title === undefined ? -1 : titles.numberOf(title);
      if (other >= 0) scores[other] += LIST_WEIGHT;
    }
  }
  return bestWorks(titles, scores, number, limit);
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
