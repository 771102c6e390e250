import type { Titles } from '../../catalog/catalog.js';
import { type NameKind, rankOfLevel } from '../../catalog/name-levels.js';
import { popularityShare } from '../../catalog/popularity.js';
import { SORT_TITLE_FIELDS, sortTitle } from '../../catalog/sort-title.js';
import {
  collationLetters,
  memoizePerObject,
  openRangeTopK,
  partitionPoint,
  type RangeTopK,
} from '../../search/index.js';

/** Finds texts of one kind (titles, authors, series or subjects) by their first letters. */
export interface Completions {
  /**
   * Returns the best `limit` texts that begin with `typed`, the best first. Case and accents are
   * ignored. A title is returned as its number, and a name as its ordinal.
   */
  complete(typed: string, limit: number): number[];
  /** Returns the level of a title or name. The best has the highest level. See {@link completionsOf}. */
  levelOf(number: number): number;
}

/**
 * Returns the completions of a catalog. Titles are compared by their {@link sortTitle}: the `sort_title` of
 * the record, or the title without its leading article.
 *
 * The level of a title is its `popularityShare`, from 0 to 1. The levels of names are described at `NameLevels`.
 */
export const completionsOf = memoizePerObject(
  (titles: Titles) => ({
    title: titleCompletions(titles, (title) =>
      popularityShare(titles.popularityBoosts.values[title]),
    ),
    author: nameCompletions(titles, 'author'),
    series: nameCompletions(titles, 'series'),
    subject: nameCompletions(titles, 'subject'),
  }),
  ({ popularityBoosts }) => popularityBoosts,
);

function titleCompletions(titles: Titles, levelOf: (title: number) => number): Completions {
  const { byTitle, titleRangeTopK } = titles;
  const lettersAt = (position: number) =>
    collationLetters(sortTitle(titles.pick(byTitle[position], SORT_TITLE_FIELDS)));
  const complete = completer(titles.size, lettersAt, titleRangeTopK);
  return {
    complete: (typed, limit) => complete(typed, limit).map((position) => byTitle[position]),
    levelOf,
  };
}

function nameCompletions({ columns, nameLevels }: Titles, kind: NameKind): Completions {
  const { dictionary } = columns[kind];
  const { levels, minRanks } = nameLevels[kind];
  const best = openRangeTopK(dictionary.size, (ord) => rankOfLevel(levels[ord]), minRanks);
  const lettersAt = (ord: number) => collationLetters(dictionary.get(ord));
  return {
    complete: completer(dictionary.size, lettersAt, best),
    levelOf: (ord) => levels[ord],
  };
}

/**
 * The number of positions from one sampled text to the next. A sampled text is decoded once, so that a search
 * decodes few texts.
 */
const SAMPLING_INTERVAL = 64;

/**
 * Returns a function that finds the positions of the best texts that begin with the typed letters, the best first.
 * A position is an index into all texts in collation order.
 */
function completer(
  size: number,
  lettersAt: (position: number) => string,
  best: RangeTopK,
): (typed: string, limit: number) => number[] {
  const blocks = Math.ceil(size / SAMPLING_INTERVAL);
  const sampled = new Array<string | undefined>(blocks);
  const sampleAt = (block: number) => (sampled[block] ??= lettersAt(block * SAMPLING_INTERVAL));
  /** Returns the first position from `start` on whose letters are not before the end of a range. */
  function findBound(start: number, isBefore: (letters: string) => boolean): number {
    const firstBlock = Math.ceil(start / SAMPLING_INTERVAL);
    const block = partitionPoint(firstBlock, blocks, (at) => isBefore(sampleAt(at)));
    const from = Math.max(start, (block - 1) * SAMPLING_INTERVAL);
    const to = Math.min(size, block * SAMPLING_INTERVAL);
    return partitionPoint(from, to, (position) => isBefore(lettersAt(position)));
  }
  return (typed, limit) => {
    const letters = collationLetters(typed);
    const start = findBound(0, (text) => text < letters);
    const end = findBound(start, (text) => text <= `${letters}\uffff`);
    return best.find(start, end, limit);
  };
}
