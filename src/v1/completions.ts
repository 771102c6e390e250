import type { Titles } from '../catalog/catalog.js';
import { SORT_TITLE_FIELDS, sortTitle } from '../catalog/sort-title.js';
import {
  type BestInRange,
  bestOfBlocks,
  openBestInRange,
} from '../search/columns/best-in-range.js';
import { collationLetters } from '../search/columns/collation.js';

/** What can be completed from its beginning: texts in a catalog's order, and which are best. */
export interface Completions {
  /** The best numbers whose text begins with `typed`, best first. */
  complete(typed: string, limit: number): number[];
}

const opened = new WeakMap<Titles, Record<'title' | 'author' | 'subject', Completions>>();

/**
 * The completions of a catalog: titles by popularity, without their leading articles, and the values
 * of its authors and subjects by how many titles have them. Made when first asked for, in O(authors +
 * subjects) without decoding any.
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
  const { byTitle, bestByTitle } = titles;
  const lettersAt = (place: number) =>
    collationLetters(sortTitle(titles.pick(byTitle[place], SORT_TITLE_FIELDS)));
  return {
    complete: (typed, limit) =>
      completed(titles.size, lettersAt, bestByTitle, typed, limit).map((place) => byTitle[place]),
  };
}

function valueCompletions(titles: Titles, narrowing: 'author' | 'subject'): Completions {
  const { dictionary, data } = titles.columns[narrowing];
  const rankOf = (value: number) => 0xffffffff - data.counts[value];
  const best = openBestInRange(dictionary.size, rankOf, bestOfBlocks(dictionary.size, rankOf));
  const lettersAt = (value: number) => collationLetters(dictionary.get(value));
  return {
    complete: (typed, limit) => completed(dictionary.size, lettersAt, best, typed, limit),
  };
}

/** The best places whose letters begin with those of what was typed. */
function completed(
  size: number,
  lettersAt: (place: number) => string,
  best: BestInRange,
  typed: string,
  limit: number,
): number[] {
  const letters = collationLetters(typed);
  const start = firstPlace(0, size, (place) => lettersAt(place) >= letters);
  const end = firstPlace(start, size, (place) => lettersAt(place) > `${letters}\uffff`);
  return best.find(start, end, limit);
}

/** The first place of `[start, end)` that `isBehind` and with it all after it, or `end`. */
function firstPlace(start: number, end: number, isBehind: (place: number) => boolean): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
