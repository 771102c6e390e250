import { type DocValuesColumnData, minRanksOfBlocks } from '../search/index.js';
import { popularityShare } from './popularity.js';

/*
 * The order in which names are suggested while a reader types: names of popular titles and of many titles first.
 */

/** The kinds of names that are suggested. Each is a narrowing. */
export const NAME_KINDS = ['author', 'series', 'subject'] as const;

/** A kind of name that is suggested. */
export type NameKind = (typeof NAME_KINDS)[number];

/** The levels of the names of one kind, by ordinal. The best name has the highest level. */
export interface NameLevels {
  /**
   * A name weighs as much as all its titles together; its level is the level that a title of this weight would have, from 0
   * to 1 for one title. A name with one title comes after all other names.
   */
  readonly levels: Float32Array;
  /** The result of `minRanksOfBlocks` for {@link rankOfLevel}, to find the best names in a range. */
  readonly minRanks: Uint32Array;
}

/**
 * The natural logarithm of a ratio: the weight of a title with the highest popularity of the catalog, divided by the weight
 * of a title without popularity.
 */
const LOG_WEIGHT_RATIO = Math.log(1000);

/** Subtracted from the level of a name with one title, so that other names and titles have higher levels. */
const ONE_TITLE_PENALTY = 2;

/**
 * Returns the weight of each title.
 *
 * @param popularityFactors see `popularityFactors`
 */
export function titleWeights(popularityFactors: Float32Array): Float64Array {
  return Float64Array.from(popularityFactors, (factor) =>
    Math.exp(popularityShare(factor) * LOG_WEIGHT_RATIO),
  );
}

/**
 * Computes the levels of the names in a column.
 *
 * @param weights the result of {@link titleWeights}
 */
export function nameLevels(
  { offsets, values, counts }: Pick<DocValuesColumnData, 'offsets' | 'values' | 'counts'>,
  weights: Float64Array,
): NameLevels {
  const size = counts.length;
  // A title without a name has the ordinal `size` if no title has several names.
  const sums = new Float64Array(size + 1);
  for (let title = 0; title < weights.length; title++) {
    const end = offsets === undefined ? title + 1 : offsets[title + 1];
    for (let at = offsets?.[title] ?? title; at < end; at++) sums[values[at]] += weights[title];
  }
  const levels = Float32Array.from(counts, (count, ord) => {
    const level = Math.log(sums[ord]) / LOG_WEIGHT_RATIO;
    return count > 1 ? level : level - ONE_TITLE_PENALTY;
  });
  return { levels, minRanks: minRanksOfBlocks(size, (ord) => rankOfLevel(levels[ord])) };
}

/** Returns a rank for a level, a whole number from 0 to 2^32 - 1. A higher level has a lower rank. */
export function rankOfLevel(level: number): number {
  return Math.round((8 - level) * 2 ** 28);
}
