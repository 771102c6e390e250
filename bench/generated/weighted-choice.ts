import type { Random } from './random.js';

/** Chooses among values, each with its own weight. */
export interface WeightedChoice<T> {
  choose(random: Random): T;
}

/** @param weights values, each with what it weighs beside the others; not all 0 */
export function weightedChoice<T>(weights: readonly (readonly [T, number])[]): WeightedChoice<T> {
  let total = 0;
  const upTo = weights.map(([, weight]) => {
    total += weight;
    return total;
  });
  return {
    choose(random) {
      const at = random.next() * total;
      let low = 0;
      let high = upTo.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at < upTo[middle]) high = middle;
        else low = middle + 1;
      }
      return weights[low][0];
    },
  };
}

/** Chooses among counts `first`, `first + 1` and so on, by their weights. */
export function weightedCount(weights: readonly number[], first = 0): WeightedChoice<number> {
  return weightedChoice(weights.map((weight, i) => [first + i, weight] as const));
}
