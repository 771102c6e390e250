/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  /** One of the values, of which there is at least one. */
  pick<T>(values: readonly T[]): T;
  /** The values in another order. */
  shuffled<T>(values: readonly T[]): T[];
}

/** A source of numbers. */
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
  };
}
