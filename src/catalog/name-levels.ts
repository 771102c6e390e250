/* The order in which names are suggested while a reader types: names of popular titles and of many titles first. */

import type { DocValuesColumnData } from '../search/index.js';
import { popularityShare } from './popularity.js';

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
