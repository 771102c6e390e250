import { GrowingCollection } from './growing-collection.js';
import type { Random } from './random.js';
import { capitalized } from './title-wording.js';
import { WordCoiner } from './word-coiner.js';

const SUFFIXES = ['Press', 'Books', 'Publishing', 'and Sons', 'University Press', 'House'];

const GROWTH = { exponent: 0.5, onset: 40 };

/** Generates the names of publishers. */
export class PublisherNames {
  readonly #names: GrowingCollection<string>;

  constructor(random: Random) {
    const coiner = new WordCoiner(random, ['union', 'north', 'harbour']);
    this.#names = new GrowingCollection(
      random,
      GROWTH,
      () => `${capitalized(coiner.coin())} ${random.pick(SUFFIXES)}`,
    );
  }

  /** Returns the publisher of one title. */
  draw(): string {
    return this.#names.draw();
  }
}
