import type { Random } from './random.js';

/** A random choice among weighted values. */
export interface WeightedChoice<T> {
  choose(random: Random): T;
}

/**
 * Creates a choice in which the probability of each value is proportional to its weight.
 *
 * @param weights values with their weights, which must not all be 0
 */
export function weightedChoice<T>(weights: readonly (readonly [T, number])[]): WeightedChoice<T> {
  let total = 0;
  const cumulative = weights.map(([, weight]) => {
    total += weight;
    return total;
  });
  return {
    choose(random) {
      const at = random.next() * total;
      let low = 0;
      let high = cumulative.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at < cumulative[middle]) high = middle;
        else low = middle + 1;
      }
      return weights[low][0];
    },
  };
}

/** Creates a choice among the numbers `first`, `first + 1` and so on, one for each weight. */
export function weightedCount(weights: readonly number[], first = 0): WeightedChoice<number> {
  return weightedChoice(weights.map((weight, i) => [first + i, weight] as const));
}
