import type { Random } from './random.js';

/** How fast a collection grows, and how unequally its members are used. */
export interface Growth {
  /** From 0 to 1, without either: after many draws there are about `draws ** exponent` members. */
  readonly exponent: number;
  /** For about this many draws nearly every one brings a new member, and no member stands out. */
  readonly onset: number;
}

/**
 * A collection that grows as it is drawn from, the way a vocabulary does: often used members are
 * drawn often, and new ones keep coming, ever more rarely. This is the Pitman-Yor process, which
 * gives both Heaps' law of growth and Zipf's (with Mandelbrot's flat head) of use.
 */
export class GrowingCollection<T> {
  readonly #random: Random;
  readonly #growth: Growth;
  readonly #create: (number: number) => T;
  readonly #members: T[] = [];
  readonly #uses: number[] = [];
  /** The number of the member that each draw gave. */
  #draws = new Uint32Array(1024);
  #drawCount = 0;

  /** @param create makes member `number`, counted from 0; must be a new one each time */
  constructor(random: Random, growth: Growth, create: (number: number) => T) {
    this.#random = random;
    this.#growth = growth;
    this.#create = create;
  }

  /** A member, perhaps a new one. */
  draw(): T {
    const { exponent, onset } = this.#growth;
    const size = this.#members.length;
    const chanceOfNew = (onset + exponent * size) / (onset + this.#drawCount);
    const number = this.#random.chance(chanceOfNew) ? this.#add() : this.#drawnBefore();
    this.#note(number);
    return this.#members[number];
  }

  /** A member as often as it was drawn, without counting as a draw; undefined before the first. */
  recall(): T | undefined {
    if (this.#drawCount === 0) return undefined;
    return this.#members[this.#draws[this.#random.below(this.#drawCount)]];
  }

  #add(): number {
    this.#uses.push(0);
    return this.#members.push(this.#create(this.#members.length)) - 1;
  }

  /** In proportion to uses less the exponent: by uses, refused in the proportion it is too many. */
  #drawnBefore(): number {
    for (;;) {
      const number = this.#draws[this.#random.below(this.#drawCount)];
      if (!this.#random.chance(this.#growth.exponent / this.#uses[number])) return number;
    }
  }

  #note(number: number): void {
    if (this.#drawCount === this.#draws.length) {
      const larger = new Uint32Array(this.#draws.length * 2);
      larger.set(this.#draws);
      this.#draws = larger;
    }
    this.#draws[this.#drawCount++] = number;
    this.#uses[number]++;
  }
}
