/*
 * Random choices that are the same on every machine: numbers from a seed, weighted choices, and collections that grow like
 * the words of a text.
 */

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

  /** Returns a shuffled copy of the values. */
  shuffled<T>(values: readonly T[]): T[] {
    const shuffled = [...values];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const other = this.below(i + 1);
      [shuffled[i], shuffled[other]] = [shuffled[other], shuffled[i]];
    }
    return shuffled;
  }

  /**
   * Returns a copy of the values in the order in which a draw without replacement takes them, when the probability of
   * each value is proportional to its weight. Weights are above 0.
   */
  drawn<T>(values: readonly T[], weightOf: (value: T) => number): T[] {
    const keyed = values.map((value) => ({
      value,
      key: -Math.log(1 - this.next()) / weightOf(value),
    }));
    return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}

/** A random choice among weighted values. */
export interface WeightedChoice<T> {
  choose(random: Random): T;
}

/** Creates a choice among the names of an object, each of which has a weight. */
export function weightedChoice(weights: Readonly<Record<string, number>>): WeightedChoice<string> {
  const names = Object.keys(weights);
  const number = weightedCount(Object.values(weights));
  return { choose: (random) => names[number.choose(random)] };
}

/**
 * Creates a choice among the numbers `first`, `first + 1` and so on. The probability of each number is proportional to
 * its weight.
 */
export function weightedCount(weights: readonly number[], first = 0): WeightedChoice<number> {
  let total = 0;
  const cumulative = weights.map((weight) => {
    total += weight;
    return total;
  });
  return {
    choose(random) {
      const at = random.next() * total;
      return first + cumulative.findIndex((end) => at < end);
    },
  };
}

/** The parameters of a {@link GrowingCollection}. */
export interface Growth {
  /**
   * A number between 0 and 1, both excluded. After many draws, the number of members is proportional to
   * `draws ** exponent`.
   */
  readonly exponent: number;
  /** Most of the first `onset` draws add a member. */
  readonly onset: number;
}

/**
 * A collection that grows as members are drawn from it, like the set of words of a growing text. Frequent
 * members are drawn more often, and new members become rarer. The collection implements the Pitman-Yor
 * process. The growth follows Heaps' law, and the frequencies follow the Zipf-Mandelbrot law.
 */
export class GrowingCollection<T> {
  readonly #random: Random;
  readonly #growth: Growth;
  readonly #create: (number: number) => T;
  readonly #members: T[] = [];
  readonly #uses: number[] = [];
  /** For each draw, the number of the member that it returned. */
  #draws = new Uint32Array(1024);
  #drawCount = 0;

  /** @param create makes the member with a number, counted from 0. Equal members count separately. */
  constructor(random: Random, growth: Growth, create: (number: number) => T) {
    this.#random = random;
    this.#growth = growth;
    this.#create = create;
  }

  /** Draws an existing member, or adds a new member and returns it. */
  draw(): T {
    const { exponent, onset } = this.#growth;
    const size = this.#members.length;
    const chanceOfNew = (onset + exponent * size) / (onset + this.#drawCount);
    const number = this.#random.chance(chanceOfNew) ? this.#add() : this.#drawnBefore();
    this.#recordDraw(number);
    return this.#members[number];
  }

  /**
   * Returns an existing member, with a probability proportional to the number of its draws. Does not count
   * as a draw. Returns undefined before the first draw.
   */
  recall(): T | undefined {
    if (this.#drawCount === 0) return undefined;
    return this.#members[this.#draws[this.#random.below(this.#drawCount)]];
  }

  #add(): number {
    this.#uses.push(0);
    return this.#members.push(this.#create(this.#members.length)) - 1;
  }

  /**
   * Returns the number of an existing member, by rejection sampling. The weight of a member is the number of
   * its draws minus the exponent.
   */
  #drawnBefore(): number {
    for (;;) {
      const number = this.#draws[this.#random.below(this.#drawCount)];
      if (!this.#random.chance(this.#growth.exponent / this.#uses[number])) return number;
    }
  }

  #recordDraw(number: number): void {
    if (this.#drawCount === this.#draws.length) {
      const larger = new Uint32Array(this.#draws.length * 2);
      larger.set(this.#draws);
      this.#draws = larger;
    }
    this.#draws[this.#drawCount++] = number;
    this.#uses[number]++;
  }
}
