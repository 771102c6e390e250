import type { Random } from './random.js';

/** A random choice among weighted values. */
export interface WeightedChoice<T> {
  choose(random: Random): T;
}

/** @param weights values with their relative weights, which must not all be 0 */
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

/** Chooses among the numbers `first`, `first + 1` and so on. */
export function weightedCount(weights: readonly number[], first = 0): WeightedChoice<number> {
  return weightedChoice(weights.map((weight, i) => [first + i, weight] as const));
}
