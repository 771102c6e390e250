import { GrowingCollection } from './growing-collection.js';
import type { Random } from './random.js';
import { capitalized } from './title-wording.js';
import { weightedChoice, weightedCount } from './weighted-choice.js';
import { WordCoiner } from './word-coiner.js';

/**
 * Chooses how many subject headings are drawn for a title. The first weight is for 1 draw. A heading that
 * is drawn twice counts once.
 */
const HEADINGS = weightedCount([22, 19, 17, 13, 10, 7, 4, 3, 2, 1, 1, 1], 1);

/** The text after the ` -- ` in a heading. Most headings have the empty subdivision, and no ` -- `. */
const SUBDIVISIONS = weightedChoice([
  ['', 58],
  ['Fiction', 13],
  ['History', 3.2],
  ['Social life and customs', 1.1],
  ['19th century', 2.2],
  ['Juvenile fiction', 1.6],
  ['Translations into English', 1.6],
  ['Description and travel', 0.7],
  ['Biography', 1.4],
  ['Drama', 1.3],
  ['Poetry', 1.2],
  ['Early works to 1800', 0.9],
  ['History -- 18th century', 0.9],
  ['Politics and government', 0.4],
  ['Periodicals', 0.7],
  ['Correspondence', 0.6],
  ['Juvenile literature', 0.6],
  ['Handbooks, manuals, etc.', 0.5],
  ['Study and teaching', 0.2],
  ['Congresses', 0.4],
]);

const FIRST_TOPICS = [
  'Short stories',
  'Historical fiction',
  'English fiction',
  'Adventure stories',
  'Love stories',
  'German fiction',
  'Domestic fiction',
  'French fiction',
  'Detective stories',
  'England',
  'Humorous stories',
  'Western stories',
  'Psychological fiction',
  'Great Britain',
  'United States',
  'Man-woman relationships',
  'Tragedies',
  'Fantasy fiction',
  'Poetry',
  'World War, 1939-1945',
  'English essays',
  'Young women',
  'Science fiction',
  'France',
  'Animals',
  'Cooking, American',
  'Philosophy, Ancient',
  'Natural history',
  'Orphans',
  'Conduct of life',
];

const TOPIC_WORDS = `social life women american english french war art science religion music
  children natural political economic education family law nature literature modern ancient
  military industrial public international urban christian church folklore`
  .trim()
  .split(/\s+/);

const WORDS_OF_A_TOPIC = weightedCount([46, 38, 12, 4], 1);

const WORD_GROWTH = { exponent: 0.66, onset: 420 };
const TOPIC_GROWTH = { exponent: 0.7, onset: 200 };
const HEADING_GROWTH = { exponent: 0.68, onset: 90 };

/**
 * Generates subject headings in the style of the Library of Congress, such as `Short stories -- Periodicals`:
 * a topic, and sometimes a subdivision.
 */
export class SubjectHeadings {
  readonly #random: Random;
  readonly #words: GrowingCollection<string>;
  readonly #topics: GrowingCollection<string>;
  readonly #headings: GrowingCollection<string>;
  readonly #taken = new Set<string>();

  constructor(random: Random) {
    this.#random = random;
    const coiner = new WordCoiner(random, TOPIC_WORDS);
    this.#words = new GrowingCollection(
      random,
      WORD_GROWTH,
      (number) => TOPIC_WORDS[number] ?? coiner.coin(),
    );
    this.#topics = new GrowingCollection(
      random,
      TOPIC_GROWTH,
      (number) => FIRST_TOPICS[number] ?? this.#newTopic(),
    );
    this.#headings = new GrowingCollection(random, HEADING_GROWTH, () => this.#newHeading());
  }

  /** Returns the headings of one title, at least one. */
  ofTitle(): string[] {
    const headings = new Set<string>();
    for (let left = HEADINGS.choose(this.#random); left > 0; left--) {
      headings.add(this.#headings.draw());
    }
    return [...headings];
  }

  #newHeading(): string {
    for (;;) {
      const subdivision = SUBDIVISIONS.choose(this.#random);
      const topic = this.#topics.draw();
      const heading = subdivision === '' ? topic : `${topic} -- ${subdivision}`;
      if (this.#taken.has(heading)) continue;
      this.#taken.add(heading);
      return heading;
    }
  }

  #newTopic(): string {
    const length = WORDS_OF_A_TOPIC.choose(this.#random);
    const words = Array.from({ length }, () => this.#words.draw());
    if (length > 2 && this.#random.chance(0.5)) words.splice(1, 0, 'and');
    const topic = capitalized(words.join(' '));
    return this.#random.chance(0.12) ? `${topic} (${capitalized(this.#words.draw())})` : topic;
  }
}
