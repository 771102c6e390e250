import { GrowingCollection } from './growing-collection.js';
import type { Random } from './random.js';
import { capitalized } from './title-wording.js';
import { weightedChoice, weightedCount } from './weighted-choice.js';
import { WordCoiner } from './word-coiner.js';

/** Common given names, with weights. */
const GIVEN_NAMES = weightedChoice([
  ['john', 4.2],
  ['william', 3.6],
  ['henry', 2.9],
  ['james', 2.6],
  ['george', 2.6],
  ['charles', 2.2],
  ['robert', 2.0],
  ['david', 1.9],
  ['richard', 1.8],
  ['thomas', 1.8],
  ['edward', 1.7],
  ['mary', 1.6],
  ['michael', 1.2],
  ['elizabeth', 1.1],
  ['francis', 0.9],
  ['anne', 0.9],
  ['frank', 0.8],
  ['stephen', 0.8],
  ['alice', 0.6],
  ['jane', 0.6],
]);
const CHANCE_OF_COMMON_GIVEN_NAME = 0.3;

const FIRST_SURNAMES = `smith jones brown wilson taylor scott moore king young johnson miller davis
  martin clark lewis roberts green baker adams hill campbell stewart murray ross hughes gray ford
  fletcher webb marsh holt lane`
  .trim()
  .split(/\s+/);

const INITIALS = [...'jmaehlcbswrdgtpfk'];

const GIVEN_GROWTH = { exponent: 0.6, onset: 300 };
const SURNAME_GROWTH = { exponent: 0.7, onset: 1500 };
const PERSON_GROWTH = { exponent: 0.62, onset: 580 };

const PEOPLE_OF_A_TITLE = weightedCount([78, 15, 3.8, 1.4, 0.8, 0.5, 0.3, 0.2], 1);

/** Generates the names of authors and contributors in the forms that catalogs use. */
export class People {
  readonly #random: Random;
  readonly #given: GrowingCollection<string>;
  readonly #surnames: GrowingCollection<string>;
  readonly #people: GrowingCollection<string>;
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
    const coiner = new WordCoiner(random, FIRST_SURNAMES);
    this.#given = new GrowingCollection(random, GIVEN_GROWTH, () => coiner.coin());
    this.#surnames = new GrowingCollection(
      random,
      SURNAME_GROWTH,
      (number) => FIRST_SURNAMES[number] ?? coiner.coin(),
    );
    this.#people = new GrowingCollection(random, PERSON_GROWTH, () => this.#newName());
  }

  /** Returns the names of the people of one title. The first name is the first author. */
  ofTitle(): string[] {
    const names = new Set<string>();
    for (let left = PEOPLE_OF_A_TITLE.choose(this.#random); left > 0; left--) {
      names.add(this.#people.draw());
    }
    return [...names];
  }

  #newName(): string {
    for (;;) {
      const name = this.#random.chance(0.45) ? this.#invertedName() : this.#plainName();
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }

  /** Returns a name such as `Moore, Alice M., 1868-1934`. The initial, the second year or both years may be missing. */
  #invertedName(): string {
    const random = this.#random;
    let name = `${this.#surname()}, ${this.#givenName()}`;
    if (random.chance(0.42)) name += ` ${this.#initial()}`;
    if (!random.chance(0.75)) return name;
    const born = 1540 + random.below(21) * random.below(21) + random.below(20);
    return random.chance(0.85)
      ? `${name}, ${born}-${born + 30 + random.below(60)}`
      : `${name}, ${born}-`;
  }

  /** Returns a name such as `Alice M. Moore`. The initial may be missing. */
  #plainName(): string {
    const middle = this.#random.chance(0.3) ? ` ${this.#initial()}` : '';
    return `${this.#givenName()}${middle} ${this.#surname()}`;
  }

  #initial(): string {
    return `${this.#random.pickEarly(INITIALS, 4).toUpperCase()}.`;
  }

  #givenName(): string {
    const random = this.#random;
    const isCommon = random.chance(CHANCE_OF_COMMON_GIVEN_NAME);
    return capitalized(isCommon ? GIVEN_NAMES.choose(random) : this.#given.draw());
  }

  #surname(): string {
    return capitalized(this.#surnames.draw());
  }
}
