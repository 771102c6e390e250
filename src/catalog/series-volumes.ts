/*
 * The order of the volumes of a series, and the volumes before and after a title, from the column `series_volume`.
 * `names/named-volumes.ts` finds the volumes that a query names.
 */

import { partitionPoint } from '../base/binary-search.js';
import { topByRank } from '../search/index.js';
import type { Titles } from './catalog.js';
import { volumePrefix } from './query-columns.js';

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
