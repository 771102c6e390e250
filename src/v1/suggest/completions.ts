/*
 * Finds titles, authors, series and subjects by their first letters, the most popular first. `typed-words.ts` finds
 * titles by their words.
 */

import { partitionPoint } from '../../base/binary-search.js';
import { collationLetters } from '../../base/collation.js';
import { memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import { type NameKind, popularityShare } from '../../catalog/popularity.js';
import { SORT_TITLE_FIELDS, sortTitle } from '../../catalog/sort-title.js';
import { TopK } from '../../search/index.js';

/** Finds texts of one kind (titles, authors, series or subjects) by their first letters. */
export interface Completions {
  /**
   * Returns the best `limit` texts that begin with `typed`, the best first. Case and accents are
   * ignored. A title is returned as its number, and a name as its ordinal.
   *
   * @param accepted for each number or ordinal, 0 if the text is left out. Default: no text is left out.
   */
  complete(typed: string, limit: number, accepted?: ArrayLike<number>): number[];
  /** Returns the positions of the texts that begin with `typed`, in collation order. The position of a name is its ordinal. */
  rangeOf(typed: string): { readonly start: number; readonly end: number };
  /** Returns the level of a title or name. The best has the highest level. See {@link completionsOf}. */
  levelOf(number: number): number;
}

/**
 * Returns the completions of a catalog. Titles are compared by their {@link sortTitle}: the `sort_title` of
 * the record, or the title without its leading article.
 *
 * The level of a title is its `popularityShare`, from 0 to 1. The levels of names are described at `nameLevels`.
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
  const { byTitle, popular, ranks } = titles;
  const lettersAt = (position: number) =>
    collationLetters(sortTitle(titles.pick(byTitle[position], SORT_TITLE_FIELDS)));
  const rangeOf = rangeFinder(titles.size, lettersAt);
  return {
    complete(typed, limit, accepted) {
      const { start, end } = rangeOf(typed);
      const isAccepted = (title: number) => accepted === undefined || accepted[title] > 0;
      const isInRange = (title: number) =>
        ranks.title[title] >= start && ranks.title[title] < end && isAccepted(title);
      // Typing one letter would otherwise read a tenth of the catalog, in an order for which memory is slow.
      if (end - start > popular.length) {
        const best = firstWhere(popular, isInRange, limit);
        if (best.length === limit) return best;
      }
      const inRange = byTitle.subarray(start, end);
      const some = accepted === undefined ? inRange : inRange.filter(isAccepted);
      return mostPopular(titles, some, limit);
    },
    rangeOf,
    levelOf,
  };
}

/**
 * Returns the `limit` most popular of some titles, the most popular first. Titles of equal popularity are in the order of
 * their titles: volume 1 before volume 2.
 */
export function mostPopular(
  { byTitle, ranks, popularityBoosts }: Titles,
  some: Uint32Array,
  limit: number,
): number[] {
  const top = new TopK(limit, some.length);
  for (const title of some) top.offer(ranks.title[title], popularityBoosts.values[title]);
  return top.page(0).map(({ document: rank }) => byTitle[rank]);
}

/** Returns the first `limit` of `titles` for which `isInRange` returns true. */
function firstWhere(
  titles: Uint32Array,
  isInRange: (title: number) => boolean,
  limit: number,
): number[] {
  const found: number[] = [];
  for (let i = 0; i < titles.length && found.length < limit; i++) {
    if (isInRange(titles[i])) found.push(titles[i]);
  }
  return found;
}

function nameCompletions({ columns, nameLevels }: Titles, kind: NameKind): Completions {
  const { dictionary } = columns[kind];
  const levels = nameLevels[kind];
  const rangeOf = rangeFinder(dictionary.size, (ord) => collationLetters(dictionary.get(ord)));
  return {
    complete(typed, limit, accepted) {
      const { start, end } = rangeOf(typed);
      const top = new TopK(limit, end - start);
      for (let ord = start; ord < end; ord++) {
        if (accepted === undefined || accepted[ord] > 0) top.offer(ord, levels[ord]);
      }
      return top.page(0).map(({ document }) => document);
    },
    rangeOf,
    levelOf: (ord) => levels[ord],
  };
}

/**
 * The number of positions from one sampled text to the next. A sampled text is decoded once, so that a search
 * decodes few texts.
 */
const SAMPLING_INTERVAL = 64;

/**
 * Returns a function that finds the texts that begin with the typed letters. They are at the positions from `start` up to
 * but not including `end`. A position is an index into all texts in collation order.
 */
function rangeFinder(
  size: number,
  lettersAt: (position: number) => string,
): (typed: string) => { readonly start: number; readonly end: number } {
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
  return (typed) => {
    const letters = collationLetters(typed);
    const start = findBound(0, (text) => text < letters);
    if (start === size || !lettersAt(start).startsWith(letters)) return { start, end: start };
    return { start, end: findBound(start, (text) => text <= `${letters}\uffff`) };
  };
}
