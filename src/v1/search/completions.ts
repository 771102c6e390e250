import type { Titles } from '../../catalog/catalog.js';
import { popularityShare } from '../../catalog/popularity.js';
import { SORT_TITLE_FIELDS, sortTitle } from '../../catalog/sort-title.js';
import {
  collationLetters,
  type DocValuesColumnData,
  derivedArrayInSteps,
  memoizeSteps,
  minRanksOfBlocksInSteps,
  openRangeTopK,
  partitionPoint,
  type RangeTopK,
} from '../../search/index.js';

/** The kinds of names that are suggested. Each is a column of the titles. */
export const NAME_KINDS = ['author', 'series', 'subject'] as const;

/** A kind of name that is suggested. */
export type NameKind = (typeof NAME_KINDS)[number];

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
 * The natural logarithm of how many times a title with the highest popularity of the catalog weighs as much as a title
 * without popularity.
 */
const LOG_WEIGHT_RATIO = Math.log(1000);

/** Subtracted from the level of a name with one title, so that other names and titles have higher levels. */
const ONE_TITLE_PENALTY = 2;

/** The number of titles or names that one step computes. */
const STEP = 4096;

/**
 * Returns the completions of a catalog. Titles are compared by their {@link sortTitle}: the `sort_title` of
 * the record, or the title without its leading article.
 *
 * The level of a title is its `popularityShare`, from 0 to 1. A name weighs as much as all its titles together; the level
 * of a name is the level that a title of this weight would have. A name with one title comes after all other
 * names. The completions are created on first use, in O(titles + names).
 */
export const completionsOf = memoizeSteps(
  function* (titles: Titles) {
    const { values } = titles.popularityBoosts;
    let computed: Float64Array | undefined;
    function* weights(): Generator<undefined, Float64Array, void> {
      computed ??= yield* weightsOf(values);
      return computed;
    }
    const completions = {
      title: titleCompletions(titles, (title) => popularityShare(values[title])),
      author: yield* nameCompletions(titles, 'author', weights),
      series: yield* nameCompletions(titles, 'series', weights),
      subject: yield* nameCompletions(titles, 'subject', weights),
    };
    // The functions in the completions keep this variable alive, although they do not use it.
    computed = undefined;
    return completions;
  },
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

/** Returns the weight of each title. */
function* weightsOf(popularity: Float32Array): Generator<undefined, Float64Array, void> {
  const weights = new Float64Array(popularity.length);
  for (let title = 0; title < weights.length; title++) {
    weights[title] = Math.exp(popularityShare(popularity[title]) * LOG_WEIGHT_RATIO);
    if (title % STEP === 0) yield;
  }
  return weights;
}

/** @param weights computes the weight of each title */
function* nameCompletions(
  { columns, popularityBoosts }: Titles,
  kind: NameKind,
  weights: () => Generator<undefined, Float64Array, void>,
): Generator<undefined, Completions, void> {
  const { data, dictionary } = columns[kind];
  const { size } = dictionary;
  const levels = yield* derivedArrayInSteps(popularityBoosts, `${kind} levels`, function* () {
    return yield* nameLevels(data, size, yield* weights());
  });
  const ranks = yield* derivedArrayInSteps(popularityBoosts, `${kind} ranks`, function* () {
    const ranks = new Uint32Array(size);
    for (let ord = 0; ord < size; ord++) {
      ranks[ord] = rankOfLevel(levels[ord]);
      if (ord % STEP === 0) yield;
    }
    return ranks;
  });
  yield;
  const rankOf = (ord: number) => ranks[ord];
  const blocks = yield* derivedArrayInSteps(popularityBoosts, `${kind} blocks`, () =>
    minRanksOfBlocksInSteps(size, rankOf),
  );
  yield;
  const lettersAt = (ord: number) => collationLetters(dictionary.get(ord));
  return {
    complete: completer(size, lettersAt, openRangeTopK(size, rankOf, blocks)),
    levelOf: (ord) => levels[ord],
  };
}

/** Returns the level of every name, by ordinal. */
function* nameLevels(
  { offsets, values, counts }: DocValuesColumnData,
  size: number,
  weights: Float64Array,
): Generator<undefined, Float32Array, void> {
  // A title without a name has the ordinal `size` if no title has several names.
  const sums = new Float64Array(size + 1);
  for (let title = 0; title < weights.length; title++) {
    const end = offsets === undefined ? title + 1 : offsets[title + 1];
    for (let at = offsets?.[title] ?? title; at < end; at++) sums[values[at]] += weights[title];
    if (title % STEP === 0) yield;
  }
  const levels = new Float32Array(size);
  for (let ord = 0; ord < size; ord++) {
    const level = Math.log(sums[ord]) / LOG_WEIGHT_RATIO;
    levels[ord] = counts[ord] > 1 ? level : level - ONE_TITLE_PENALTY;
    if (ord % STEP === 0) yield;
  }
  return levels;
}

/** Returns a rank for a level, a whole number from 0 to 2^32 - 1. A higher level has a lower rank. */
function rankOfLevel(level: number): number {
  return Math.round((8 - level) * 2 ** 28);
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
