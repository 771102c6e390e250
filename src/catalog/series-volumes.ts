/*
 * The volumes of series, from the column `series_volume`: their order, the volumes before and after a title, and the
 * volumes that a query names.
 */

import { partitionPoint } from '../base/binary-search.js';
import { analyzePhrase, isStopWord, topByRank } from '../search/index.js';
import type { Titles } from './catalog.js';
import { seriesKey } from './comparison-keys.js';
import { volumePrefix } from './query-columns.js';
import { withoutLeadingArticle } from './sort-title.js';

/**
 * Returns the ordinals of the volumes of a series, from `start` up to but not including `end`, and functions that return
 * the lowest ordinal of a title, or `end`, and the numbers of a volume: 5, or 1 and 3.
 */
function volumesOf({ queryColumns: { series_volume } }: Titles, series: string) {
  const { dictionary, valuesOf } = series_volume;
  const prefix = volumePrefix(series);
  const start = partitionPoint(0, dictionary.size, (ord) => dictionary.get(ord) < prefix);
  const isOfSeries = (ord: number) => dictionary.get(ord).startsWith(prefix);
  const end = partitionPoint(start, dictionary.size, isOfSeries);
  return {
    start,
    end,
    ordOf: (title: number) => valuesOf(title).find((ord) => ord >= start && ord < end) ?? end,
    numbersAt: (ord: number) => dictionary.get(ord).slice(prefix.length).split('-').map(Number),
  };
}

/**
 * Returns the ranks of titles in the order of the volumes of a series. A box such as `1-3` comes after volume 1. Titles
 * without a number come last. Titles with equal numbers are in the order of their years, and then of `ranks.title`.
 *
 * @param documents the titles to rank. Other titles have the rank 0.
 */
export function seriesRanks(titles: Titles, series: string, documents: Uint32Array): Uint32Array {
  const { ranks, queryNumbers, size } = titles;
  const volumes = documents.map(volumesOf(titles, series).ordOf);
  const yearOf = (title: number) => queryNumbers.publication_year.get(title) ?? 1e9;
  const years = Int32Array.from(documents, yearOf);
  const byTitle = documents.map((title) => ranks.title[title]);
  const order = Uint32Array.from(documents.keys()).sort(
    (a, b) => volumes[a] - volumes[b] || years[a] - years[b] || byTitle[a] - byTitle[b],
  );
  const inSeries = new Uint32Array(size);
  order.forEach((at, rank) => {
    inSeries[documents[at]] = rank;
  });
  return inSeries;
}

/**
 * Returns the title with the nearest volume after a title (`step` 1) or before it (-1), and the number of the volume. Of
 * several editions, returns the most popular one, if possible in the language and the format of the title.
 *
 * @returns undefined if the title has no number in the series, or if the catalog has no such volume
 */
export function adjacentVolume(titles: Titles, series: string, title: number, step: 1 | -1) {
  const { columns, index, queryColumns, ranks } = titles;
  const { start, end, ordOf, numbersAt } = volumesOf(titles, series);
  let ord = ordOf(title);
  if (ord === end) return undefined;
  const own = numbersAt(ord);
  const isBeyond = (numbers: readonly number[]) =>
    step > 0 ? numbers[0] > own[own.length - 1] : numbers[numbers.length - 1] < own[0];
  do ord += step;
  while (ord >= start && ord < end && !isBeyond(numbersAt(ord)));
  if (ord < start || ord === end) return undefined;
  let editions = queryColumns.series_volume.select(index.match({ kind: 'all' }).documents, [ord]);
  for (const { select, valuesOf } of [columns.language, columns.title_format]) {
    const alike = select(editions, valuesOf(title));
    if (alike.length > 0) editions = alike;
  }
  const [best] = topByRank({ documents: editions }, ranks.popularity, 0, 1);
  return best === undefined ? undefined : { title: best, number: numbersAt(ord).join('–') };
}

const NO_TITLES: Uint32Array = new Uint32Array();

/** The maximum number of titles with the typed name whose series are read. */
const MAX_COMPARED_TITLES = 32;

/** The maximum number of volumes of a series whose numbers are read. */
const MAX_VOLUMES = 256;

/** The last term of {@link namedVolumes} for the volume with the highest whole number: `last hunger games book`. */
export const LAST_VOLUME = 'last';

/**
 * Returns the volumes that the terms name. The last term is the number, or {@link LAST_VOLUME}. The terms before it are
 * the name of the series, or the title of one of its volumes (`eragon 2` is *Eldest*). A box of several volumes has
 * another number, such as `1-3`.
 */
export function namedVolumes(titles: Titles, volume: readonly string[] = []): Uint32Array {
  if (volume.length < 2) return NO_TITLES;
  const seriesOf = (title: number) => titles.pick(title, ['series']).series ?? [];
  const named = volume.slice(0, -1).join(' ');
  const isLast = volume.at(-1) === LAST_VOLUME;
  // A title with the name of the series can also be in another series, with more volumes.
  const isSeries = isLast && titles.withTitleKey(seriesKey(named)).length > 0;
  const hasTitle = isSeries ? NO_TITLES : titles.withTitleKey(volume.slice(0, -1).join(''));
  if (hasTitle.length > MAX_COMPARED_TITLES) return NO_TITLES;
  const series = new Set(
    [...hasTitle].flatMap((title) => seriesOf(title).map(({ name }) => seriesKey(name))),
  ).add(seriesKey(named));
  const numbered = [...series]
    .flatMap((key) => [...titles.withTitleKey(key).subarray(0, MAX_VOLUMES)])
    .flatMap((title) =>
      seriesOf(title)
        .filter(({ name }) =>
          [name, withoutLeadingArticle(name)].some((text) => series.has(seriesKey(text))),
        )
        .map(({ number: other }) => ({ title, number: Number(other) })),
    );
  const whole = numbered.map(({ number }) => number).filter(Number.isInteger);
  const number = isLast ? Math.max(...whole) : Number(volume.at(-1));
  const volumes = numbered.filter((other) => other.number === number).map(({ title }) => title);
  return Uint32Array.from(new Set(volumes)).sort();
}

/**
 * Returns the titles of `among` that have the number in a series whose name contains the other terms: `percy jackson
 * 4`. Returns none of more than {@link MAX_VOLUMES} titles.
 */
export function volumesAmong(
  titles: Titles,
  among: Uint32Array,
  volume: readonly string[] = [],
): Uint32Array {
  const series = volume.slice(0, -1);
  if (series.every(isStopWord) || among.length > MAX_VOLUMES) return NO_TITLES;
  const named = ` ${series.join(' ')} `;
  const isNamed = (name: string) => ` ${analyzePhrase(name).join(' ')} `.includes(named);
  const { valuesOf, dictionary } = titles.columns.series;
  const ords = new Set([...among].flatMap((title) => [...valuesOf(title)]));
  const ofName = new Set([...ords].filter((ord) => isNamed(dictionary.get(ord))));
  if (ofName.size === 0) return NO_TITLES;
  return among.filter(
    (title) =>
      valuesOf(title).some((ord) => ofName.has(ord)) &&
      (titles.pick(title, ['series']).series ?? []).some(
        ({ name, number }) => Number(number) === Number(volume.at(-1)) && isNamed(name),
      ),
  );
}
