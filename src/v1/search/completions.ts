import type { Titles } from '../../catalog/catalog.js';
import { SORT_TITLE_FIELDS, sortTitle } from '../../catalog/sort-title.js';
import {
  collationLetters,
  memoizePerObject,
  minRanksOfBlocks,
  openRangeTopK,
  partitionPoint,
  type RangeTopK,
} from '../../search/index.js';

/** Finds texts of one kind (titles, authors or subjects) by their first letters. */
export interface Completions {
  /**
   * Returns the best `limit` texts that begin with `typed`, the best first. Case and accents are
   * ignored. A title is returned as its number, and an author or subject as the ordinal of its value.
   */
  complete(typed: string, limit: number): number[];
}

/**
 * Returns the completions of a catalog. Titles are compared by their {@link sortTitle}: the `sort_title` of
 * the record, or the title without its leading article. The most popular title is the best. The author or
 * subject with the most titles is the best. The completions are created on first use, in
 * O(authors + subjects).
 */
export const completionsOf = memoizePerObject((titles: Titles) => ({
  title: titleCompletions(titles),
  author: valueCompletions(titles, 'author'),
  subject: valueCompletions(titles, 'subject'),
}));

function titleCompletions(titles: Titles): Completions {
  const { byTitle, titleRangeTopK } = titles;
  const lettersAt = (position: number) =>
    collationLetters(sortTitle(titles.pick(byTitle[position], SORT_TITLE_FIELDS)));
  return {
    complete: (typed, limit) =>
      findCompletions(titles.size, lettersAt, titleRangeTopK, typed, limit).map(
        (position) => byTitle[position],
      ),
  };
}

function valueCompletions(titles: Titles, narrowing: 'author' | 'subject'): Completions {
  const { dictionary, data } = titles.columns[narrowing];
  const rankOf = (ord: number) => 0xffffffff - data.counts[ord];
  const best = openRangeTopK(dictionary.size, rankOf, minRanksOfBlocks(dictionary.size, rankOf));
  const lettersAt = (ord: number) => collationLetters(dictionary.get(ord));
  return {
    complete: (typed, limit) => findCompletions(dictionary.size, lettersAt, best, typed, limit),
  };
}

/**
 * Returns the positions of the best texts that begin with the typed letters, the best first. A position
 * is an index into all texts in collation order.
 */
function findCompletions(
  size: number,
  lettersAt: (position: number) => string,
  best: RangeTopK,
  typed: string,
  limit: number,
): number[] {
  const letters = collationLetters(typed);
  const start = partitionPoint(0, size, (position) => lettersAt(position) < letters);
  const end = partitionPoint(start, size, (position) => lettersAt(position) <= `${letters}\uffff`);
  return best.find(start, end, limit);
}
