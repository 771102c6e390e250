/**
 * A seeded random number generator (mulberry32). The generator uses only operations with exact results, so
 * the numbers are the same on every machine.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from 0 (included) to `bound` (excluded). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns one of the values, with equal probability. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  /**
   * Returns one of the values. Earlier values are more likely. With many values, the first is nearly
   * `skew ** 2` times as likely as the last.
   */
  pickEarly<T>(values: readonly T[], skew: number): T {
    const uniform = this.next();
    return values[Math.floor((values.length * uniform) / (1 + (skew - 1) * (1 - uniform)))];
  }
}
