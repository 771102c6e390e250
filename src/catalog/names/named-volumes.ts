/* Finds the volumes of a series that a text such as `eragon 2` names. */

import type { Titles } from '../catalog.js';
import { seriesKey } from '../name-key.js';
import { withoutLeadingArticle } from '../sort-title.js';

const NO_TITLES: Uint32Array = new Uint32Array();

/** The maximum number of titles with the typed name whose series are read. */
const MAX_COMPARED_TITLES = 32;

/** The maximum number of volumes of a series whose numbers are read. */
const MAX_VOLUMES = 256;

/**
 * Returns the volumes that the terms name. The last term is the number. The terms before it are the name of the series,
 * or the title of one of its volumes (`eragon 2` is *Eldest*). A box of several volumes has another number, such as
 * `1-3`.
 */
export function namedVolumes(titles: Titles, volume: readonly string[] = []): Uint32Array {
  if (volume.length < 2) return NO_TITLES;
  const number = Number(volume.at(-1));
  const seriesOf = (title: number) => titles.pick(title, ['series']).series ?? [];
  const hasTitle = titles.withTitleKey(volume.slice(0, -1).join(''));
  if (hasTitle.length > MAX_COMPARED_TITLES) return NO_TITLES;
  const named = volume.slice(0, -1).join(' ');
  const series = new Set(
    [...hasTitle].flatMap((title) => seriesOf(title).map(({ name }) => seriesKey(name))),
  ).add(seriesKey(named));
  const volumes = [...series]
    .flatMap((key) => [...titles.withTitleKey(key).subarray(0, MAX_VOLUMES)])
    .filter((title) =>
      seriesOf(title).some(
        ({ name, number: other }) =>
          Number(other) === number &&
          [name, withoutLeadingArticle(name)].some((text) => series.has(seriesKey(text))),
      ),
    );
  return Uint32Array.from(new Set(volumes)).sort();
}
