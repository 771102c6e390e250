/* Finds the volumes of a series that a text such as `eragon 2` names. */

import { analyzePhrase, isStopWord } from '../../search/index.js';
import type { Titles } from '../catalog.js';
import { seriesKey } from '../name-key.js';
import { withoutLeadingArticle } from '../sort-title.js';

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
