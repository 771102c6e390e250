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
