/*
 * The popularity of titles, which is estimated for titles without it, and of names: names of popular titles and of many
 * titles are suggested first.
 */

import type { DocValuesColumnData } from '../search/index.js';
import type { Title } from './records/title.js';

/** The numbers from which the popularity of a title without `popularity` is estimated. */
export interface PopularitySigns {
  /** The number of holdings of the title. */
  readonly holdings: number;
  /** The number of ratings by users. */
  readonly ratings: number;
  /** The number of list items with the title. */
  readonly listItems: number;
}

/** The sum of {@link PopularitySigns} from which a title has the highest boost. */
const MAX_SIGNS = 1000;

/** The boost of the most popular title is 1 plus this number. */
const MAX_GAIN = 1;

/**
 * Returns the popularity of a title as one number that depends on this title alone: the logarithm of its
 * `popularity`, from 0. For a title without a `popularity`, a number from -1 to 0: the lower, the more signs there are.
 */
export function popularityLevel({ popularity }: Title, signs: PopularitySigns): number {
  if (popularity !== undefined) return Math.log1p(popularity);
  const count = Math.min(MAX_SIGNS, signs.holdings + signs.ratings + signs.listItems);
  return -Math.log1p(count) / Math.log1p(MAX_SIGNS);
}

/**
 * Returns factors from 1 to 2 on the scores of titles.
 *
 * @param levels by title: its {@link popularityLevel}. The highest level above 0 has the factor 2, and so has the level -1.
 */
export function popularityFactors(levels: Float32Array): Float32Array {
  let highest = 0;
  for (const level of levels) highest = Math.max(highest, level);
  return levels.map((level) => {
    const share = level > 0 ? level / highest : -level;
    // The third power, so that the boosts of titles of little popularity are near 1.
    return 1 + MAX_GAIN * (share * share * share);
  });
}

/**
 * Returns the popularity of a title from 0 to 1, proportional to the logarithm of its `popularity`, or else of the sum
 * of its {@link PopularitySigns}.
 *
 * @param factor a result of {@link popularityFactors}
 */
export function popularityShare(factor: number): number {
  return Math.cbrt((factor - 1) / MAX_GAIN);
}

/** The kinds of names that are suggested. Each is a narrowing. */
export const NAME_KINDS = ['author', 'series', 'subject'] as const;

/** A kind of name that is suggested. */
export type NameKind = (typeof NAME_KINDS)[number];

/**
 * The natural logarithm of a ratio: the weight of a title with the highest popularity of the catalog, divided by the weight
 * of a title without popularity.
 */
const LOG_WEIGHT_RATIO = Math.log(1000);

/** Subtracted from the level of a name with one title, so that other names and titles have higher levels. */
const ONE_TITLE_PENALTY = 2;

/** Returns the weight of each title. */
export function titleWeights(popularityFactors: Float32Array): Float64Array {
  return Float64Array.from(popularityFactors, titleWeight);
}

/** Returns the weight of a title, by its factor of `popularityFactors`. */
export function titleWeight(popularityFactor: number): number {
  return Math.exp(popularityShare(popularityFactor) * LOG_WEIGHT_RATIO);
}

/**
 * Returns the levels of the names in a column, by ordinal. The level of a name is the logarithm of the total weight of
 * its titles, on a scale where the weight of the least popular title is 0, and that of the most popular title is 1. A
 * name with one title has a lower level than all names with several titles.
 *
 * @param weights the result of {@link titleWeights}
 */
export function nameLevels(
  { offsets, values, counts }: Pick<DocValuesColumnData, 'offsets' | 'values' | 'counts'>,
  weights: Float64Array,
): Float32Array {
  const size = counts.length;
  // A title without a name has the ordinal `size` if no title has several names.
  const sums = new Float64Array(size + 1);
  for (let title = 0; title < weights.length; title++) {
    const end = offsets === undefined ? title + 1 : offsets[title + 1];
    for (let at = offsets?.[title] ?? title; at < end; at++) sums[values[at]] += weights[title];
  }
  return Float32Array.from(counts, (count, ord) => {
    const level = Math.log(sums[ord]) / LOG_WEIGHT_RATIO;
    return count > 1 ? level : level - ONE_TITLE_PENALTY;
  });
}
