import { GrowingCollection } from './growing-collection.js';
import type { Random } from './random.js';
import { capitalized } from './title-wording.js';
import { WordCoiner } from './word-coiner.js';

const HOUSES = ['Press', 'Books', 'Publishing', 'and Sons', 'University Press', 'House'];

const GROWTH = { exponent: 0.5, onset: 40 };

/** The names of publishers. */
export class PublisherNames {
  readonly #names: GrowingCollection<string>;

  constructor(random: Random) {
    const coiner = new WordCoiner(random, ['union', 'north', 'harbour']);
    this.#names = new GrowingCollection(
      random,
      GROWTH,
      () => `${capitalized(coiner.coin())} ${random.pick(HOUSES)}`,
    );
  }

  /** The publisher of one title. */
  draw(): string {
    return this.#names.draw();
  }
}
