import { GrowingCollection } from './growing-collection.js';
import type { Random } from './random.js';
import { weightedChoice, weightedCount } from './weighted-choice.js';
import { WordCoiner } from './word-coiner.js';

/** The percentages of titles that have 1 word, 2 words, 3 words and so on, including the sub-title. */
const LENGTHS = [
  8.9, 16.7, 19.2, 13.5, 10.6, 6.8, 5.1, 3.9, 3.6, 2.6, 2.1, 1.6, 1.5, 1.1, 0.7, 0.5, 0.4, 0.3, 0.2,
  0.2, 0.1, 0.2, 0.1, 0.1, 0.1, 0.1,
];

/** The most common words, each with the percentage of titles that contain it. */
const COMMON_WORDS: Readonly<Record<string, number>> = {
  the: 45.1,
  of: 28.2,
  and: 12.4,
  a: 12.0,
  in: 6.0,
  to: 4.4,
  from: 2.6,
  life: 2.5,
  on: 2.3,
  for: 2.0,
  or: 1.9,
  an: 1.9,
  history: 1.8,
  story: 1.8,
  complete: 1.7,
  other: 1.6,
  with: 1.5,
  stories: 1.4,
  book: 1.3,
  my: 1.2,
  you: 1.2,
  world: 1.2,
  part: 1.2,
  man: 1.2,
  at: 1.2,
  memoirs: 1.1,
};
const VOLUME_PERCENT = 8.3;

/** Words that do not end a title that has other words. */
const LEADING = new Set('the of and a in to from on for or an with my at'.split(' '));
/** Prepositions after which `the` is often placed. */
const BEFORE_ARTICLE = new Set('of in from on to at with for'.split(' '));

/**
 * The first members of the growing collection of words that are not in {@link COMMON_WORDS}. Early members
 * are usually drawn most often.
 */
const FIRST_WORDS = `
  love night time house king death little great war dark black girl last lost first day secret women
  children light fire blood heart white stone letters city game red sea river  winter summer
  garden road island star moon sun shadow dream poems tales works essays journal voyage adventures
  american english french new old young good wild high long two three one all no his her its i me
  what how who when by england france rome america london paris queen prince lord lady sir captain
  doctor father mother son daughter brother sister wife men people child boy friend stranger art
  science nature law church god faith truth power peace freedom land water earth sky wind mountain
  forest tree rose bird wolf dragon horse dog cat gold silver glass iron blue green dead living
  beautiful broken final hidden silent golden sweet short modern ancient social natural general
  study guide introduction notes reader manual principles philosophy poetry drama music painting
  cooking travel memory mystery murder magic ghost angel devil witch`
  .trim()
  .split(/\s+/);

const CONTENT_GROWTH = { exponent: 0.6, onset: 600 };

const VOLUME_NUMBERS = Array.from({ length: 48 }, (_, i) => String(i + 1));

/** Generates the words of titles, and prose made of the same words. */
export class TitleWording {
  readonly #random: Random;
  readonly #lengths = weightedCount(LENGTHS, 1);
  readonly #common = weightedChoice(
    Object.entries(COMMON_WORDS).map(([word, percent]) => [word, perWord(percent)] as const),
  );
  readonly #chanceOfCommon = sum(Object.values(COMMON_WORDS).map(perWord));
  readonly #content: GrowingCollection<string>;

  constructor(random: Random) {
    this.#random = random;
    const coiner = new WordCoiner(random, [...FIRST_WORDS, ...Object.keys(COMMON_WORDS)]);
    this.#content = new GrowingCollection(
      random,
      CONTENT_GROWTH,
      (number) => FIRST_WORDS[number] ?? coiner.coin(),
    );
  }

  /** Returns the words of one title, in lower case. */
  words(): string[] {
    const random = this.#random;
    const length = this.#lengths.choose(random);
    const volume = random.chance((VOLUME_PERCENT / 100) * 1.1) && length > 1;
    const words: string[] = [];
    while (words.length < (volume ? length - 2 : length)) words.push(this.#word());
    arrange(words, random);
    if (volume) words.push('volume', random.pickEarly(VOLUME_NUMBERS, 12));
    return words;
  }

  /** Returns a sentence of `length` words that occur in titles. */
  prose(length: number): string {
    const words = Array.from({ length }, () =>
      this.#random.chance(0.45)
        ? this.#common.choose(this.#random)
        : (this.#content.recall() ?? 'book'),
    );
    return `${capitalized(words.join(' '))}.`;
  }

  #word(): string {
    return this.#random.chance(this.#chanceOfCommon)
      ? this.#common.choose(this.#random)
      : this.#content.draw();
  }
}

/** Changes the first letter to upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Reorders words in place. If the last word is in {@link LEADING}, exchanges it with a word that is not in
 * LEADING. Often moves `the` after a preposition.
 */
function arrange(words: string[], random: Random): void {
  const last = words.length - 1;
  if (last > 0 && LEADING.has(words[last])) {
    const other = words.findIndex((word) => !LEADING.has(word));
    if (other >= 0) [words[other], words[last]] = [words[last], words[other]];
  }
  for (let i = 0; i + 2 < words.length; i++) {
    if (!BEFORE_ARTICLE.has(words[i]) || !random.chance(0.6)) continue;
    const article = words.indexOf('the');
    if (article < 0 || article === i + 1) continue;
    [words[i + 1], words[article]] = [words[article], words[i + 1]];
  }
}

/**
 * Returns a probability for each position of a title. If a word is chosen at each position with this
 * probability, `percent` of 100 titles contain the word.
 */
function perWord(percent: number): number {
  const share = percent / 100;
  const total = sum(LENGTHS);
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    let without = 0;
    let power = 1;
    for (const weight of LENGTHS) {
      power *= 1 - middle;
      without += (weight / total) * power;
    }
    if (1 - without < share) low = middle;
    else high = middle;
  }
  return low;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
