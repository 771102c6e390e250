/**
 * Random numbers that are the same on every machine: a 32-bit generator (mulberry32) and choices
 * made of it by integer arithmetic, comparisons and divisions only.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `bound`, without `bound`. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the values, each as likely. */
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  /** One of the values, an earlier one more likely: the first of many about `skew` times the last. */
  pickEarly<T>(values: readonly T[], skew: number): T {
    const uniform = this.next();
    return values[Math.floor((values.length * uniform) / (1 + (skew - 1) * (1 - uniform)))];
  }
}
