import { GrowingCollection } from './growing-collection.js';
import type { Random } from './random.js';
import { capitalized } from './title-wording.js';
import { weightedChoice } from './weighted-choice.js';
import { WordCoiner } from './word-coiner.js';

/** The patterns of series names, with weights. `*` is replaced with a word. */
const PATTERNS = weightedChoice([
  ['*', 20],
  ['* *', 27],
  ['The * *', 7],
  ['The *', 3],
  ['* of the *', 5],
  ['* Chronicles', 4],
  ['* Trilogy', 3],
  ['* and *', 4],
  ['* * *', 14],
  ['* Saga', 2],
  ['The * * of *', 2],
]);

const FIRST_WORDS = `dark death vampire night hunter universe black house little time club diaries
  library classics world last blood shadow dragon star`
  .trim()
  .split(/\s+/);

const WORD_GROWTH = { exponent: 0.62, onset: 700 };
const SERIES_GROWTH = { exponent: 0.42, onset: 420 };

/** Generates the names of series. */
export class SeriesNames {
  readonly #series: GrowingCollection<string>;

  constructor(random: Random) {
    const coiner = new WordCoiner(random, FIRST_WORDS);
    const words = new GrowingCollection(
      random,
      WORD_GROWTH,
      (number) => FIRST_WORDS[number] ?? coiner.coin(),
    );
    const taken = new Set<string>();
    this.#series = new GrowingCollection(random, SERIES_GROWTH, () => {
      for (;;) {
        const name = PATTERNS.choose(random).replaceAll('*', () => capitalized(words.draw()));
        if (taken.has(name)) continue;
        taken.add(name);
        return name;
      }
    });
  }

  /** Returns the series of one title. */
  draw(): string {
    return this.#series.draw();
  }
}
