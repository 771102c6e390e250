/** A seeded random number generator (mulberry32). The same seed gives the same numbers. */
export interface Random {
  /** Returns a whole number from 0 (included) to `end` (excluded). */
  below(end: number): number;
  /** Returns one of the values. There must be at least one value. */
  pick<T>(values: readonly T[]): T;
  /** Returns a shuffled copy of the values. */
  shuffled<T>(values: readonly T[]): T[];
  /**
   * Returns a copy of the values in the order in which a draw without replacement takes them, when the probability of
   * each value is proportional to its weight. Weights are above 0.
   */
  drawn<T>(values: readonly T[], weightOf: (value: T) => number): T[];
}

/** Creates a generator from a 32-bit seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (values) => values[below(values.length)],
    shuffled(values) {
      const shuffled = [...values];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const other = below(i + 1);
        [shuffled[i], shuffled[other]] = [shuffled[other], shuffled[i]];
      }
      return shuffled;
    },
    drawn(values, weightOf) {
      const keyed = values.map((value) => ({
        value,
        key: -Math.log(1 - next()) / weightOf(value),
      }));
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
    },
  };
}
