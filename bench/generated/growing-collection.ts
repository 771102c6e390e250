import type { Random } from './random.js';

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
