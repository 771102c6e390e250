import type { Titles } from '../catalog/catalog.js';
import { sortTitle } from '../catalog/sort-title.js';
import { collationKey } from '../search/columns/collation.js';
import { type BestInRange, bestInRange } from './best-in-range.js';

/** What can be completed from its beginning: texts in a catalog's order, and which are best. */
export interface Completions {
  /** The best numbers whose text begins with `typed`, best first. */
  complete(typed: string, limit: number): number[];
}

const opened = new WeakMap<Titles, Record<'title' | 'author' | 'subject', Completions>>();

/**
 * The completions of a catalog: titles by popularity, without their leading articles, and the values
 * of its authors and subjects by how many titles have them. Made when first asked for, in O(titles)
 * without decoding any.
 */
export function completionsOf(titles: Titles) {
  let completions = opened.get(titles);
  if (completions === undefined) {
    completions = {
      title: titleCompletions(titles),
      author: valueCompletions(titles, 'author'),
      subject: valueCompletions(titles, 'subject'),
    };
    opened.set(titles, completions);
  }
  return completions;
}

function titleCompletions(titles: Titles): Completions {
  const byTitle = new Uint32Array(titles.size);
  titles.ranks.title.forEach((rank, number) => {
    byTitle[rank] = number;
  });
  const popularity = titles.ranks.popularity;
  const best = bestInRange(titles.size, (place) => popularity[byTitle[place]]);
  const keyAt = (place: number) => collationKey(sortTitle(titles.get(byTitle[place])));
  return {
    complete: (typed, limit) =>
      completed(titles.size, keyAt, best, typed, limit).map((place) => byTitle[place]),
  };
}

function valueCompletions(titles: Titles, narrowing: 'author' | 'subject'): Completions {
  const { dictionary, data } = titles.columns[narrowing];
  const byCount = Uint32Array.from({ length: dictionary.size }, (_, value) => value);
  byCount.sort((a, b) => data.counts[b] - data.counts[a] || a - b);
  const ranks = new Uint32Array(dictionary.size);
  byCount.forEach((value, rank) => {
    ranks[value] = rank;
  });
  const best = bestInRange(dictionary.size, (value) => ranks[value]);
  const keyAt = (value: number) => collationKey(dictionary.get(value));
  return {
    complete: (typed, limit) => completed(dictionary.size, keyAt, best, typed, limit),
  };
}

/** The best places whose keys begin with the letters of what was typed, whatever the accents. */
function completed(
  size: number,
  keyAt: (place: number) => string,
  best: BestInRange,
  typed: string,
  limit: number,
): number[] {
  const [letters] = collationKey(typed).split('\u0000', 1);
  const firstFrom = (key: string, from: number) => {
    let low = from;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const start = firstFrom(letters, 0);
  return best.find(start, firstFrom(`${letters}\uffff`, start), limit);
}
