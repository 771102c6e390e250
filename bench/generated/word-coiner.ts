import type { Random } from './random.js';
import { weightedChoice, weightedCount } from './weighted-choice.js';

const ONSETS = weightedChoice([
  ...['b', 'c', 'd', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w'].map(
    (onset) => [onset, 6] as const,
  ),
  ...['br', 'ch', 'cl', 'cr', 'dr', 'fl', 'fr', 'gr', 'pr', 'sh', 'st', 'th', 'tr'].map(
    (onset) => [onset, 2] as const,
  ),
  ...['j', 'k', 'qu', 'sc', 'sp', 'wh', 'y', 'z', 'bl', 'gl', 'kn', 'sl', ''].map(
    (onset) => [onset, 1] as const,
  ),
]);

const NUCLEI = weightedChoice([
  ['a', 10],
  ['e', 12],
  ['i', 9],
  ['o', 9],
  ['u', 4],
  ['ai', 1],
  ['ea', 2],
  ['ee', 1],
  ['ie', 1],
  ['oo', 1],
  ['ou', 1],
]);

const CODAS = weightedChoice([
  ['', 14],
  ['l', 3],
  ['n', 5],
  ['r', 5],
  ['s', 3],
  ['t', 3],
  ['m', 2],
  ['nd', 1],
  ['ng', 1],
  ['rd', 1],
  ['st', 1],
  ['ck', 1],
  ['ll', 1],
]);

const SYLLABLES = weightedCount([1, 8, 7, 2], 1);

const ENDINGS = ['s', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'ism', 'ist', 'ship', 'land', 'ian'];

/** Makes up pronounceable words. Every word is different. */
export class WordCoiner {
  readonly #random: Random;
  readonly #words: string[];
  readonly #known: Set<string>;

  /** @param words existing words, which are never returned */
  constructor(random: Random, words: readonly string[]) {
    this.#random = random;
    this.#words = [...words];
    this.#known = new Set(words);
  }

  /** Returns a new word. About one in four words is an existing or earlier word with a suffix. */
  coin(): string {
    for (;;) {
      const word = this.#random.chance(0.25) ? this.#derived() : this.#made();
      if (word.length < 3 || this.#known.has(word)) continue;
      this.#known.add(word);
      this.#words.push(word);
      return word;
    }
  }

  #derived(): string {
    return this.#random.pick(this.#words) + this.#random.pick(ENDINGS);
  }

  #made(): string {
    let word = '';
    for (let left = SYLLABLES.choose(this.#random); left > 0; left--) {
      word += ONSETS.choose(this.#random) + NUCLEI.choose(this.#random);
      if (left === 1 || this.#random.chance(0.3)) word += CODAS.choose(this.#random);
    }
    return word;
  }
}
