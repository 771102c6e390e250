/*
 * The texts of generated records: titles, and names of people, publishers and series. They are made of real words first,
 * and of invented words when the catalog grows (`real-words.ts`).
 */
import { fold } from '../../src/search/analysis/fold.js';
import { isStopWord } from '../../src/search/analysis/tokenizer.js';
import { generatedData, realWords } from '../real-words.js';
import { GrowingCollection, type Random, weightedChoice, weightedCount } from './random.js';

const ENDINGS = ['s', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'ism', 'ist', 'ship', 'land', 'ian'];

/**
 * Creates a collection of real words, the most frequent first, and then of words made from them: with an ending, or the
 * halves of two words, such as `gardory`. Every word is different.
 */
function growingWords(
  random: Random,
  growth: { readonly exponent: number; readonly onset: number },
  words: readonly string[],
): GrowingCollection<string> {
  const invent = distinct(() => {
    const [first, second] = [random.pick(words), random.pick(words)];
    return random.chance(0.25)
      ? first + random.pick(ENDINGS)
      : first.slice(0, (first.length + 1) >> 1) + second.slice(second.length >> 1);
  }, words);
  return new GrowingCollection(random, growth, (number) => words[number] ?? invent());
}

/** Returns a function that creates a name until it is different from all names before. */
function distinct(create: () => string, known: readonly string[] = []): () => string {
  const taken = new Set(known);
  return () => {
    for (;;) {
      const name = create();
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const WORD_GROWTH = { exponent: 0.59, onset: 550 };
const CHANCE_OF_VOLUME = 0.085;
const MAX_VOLUME = 48;
/** The share of titles without what follows a colon or semicolon. */
const SHORTENED_SHARE = 0.5;

const CONNECTING_WORDS = ['the', 'the', 'of', 'and', 'in', 'a', 'to'];

/** Generates titles: real titles whose words, except stop words, are exchanged for other words. */
export class TitleWording {
  readonly #random: Random;
  readonly #words: GrowingCollection<string>;

  constructor(random: Random) {
    this.#random = random;
    const words = realWords().words.filter((word) => !isStopWord(fold(word)));
    this.#words = growingWords(random, WORD_GROWTH, words);
  }

  /** Returns a title, and its sub-title if it has one. */
  title(): { readonly title: string; readonly sub_title?: string } {
    const random = this.#random;
    const real = random.pick(realWords().titles);
    const [title, sub_title] = real
      .replace(/[\p{L}\p{M}'’]+/gu, (word) =>
        isStopWord(fold(word)) ? word : this.#exchange(word),
      )
      .split(/\s*[:;]\s+/, random.chance(SHORTENED_SHARE) ? 1 : 2);
    if (random.chance(CHANCE_OF_VOLUME)) {
      return { title: `${title}: Volume ${1 + random.below(1 + random.below(MAX_VOLUME))}` };
    }
    return sub_title === undefined ? { title } : { title, sub_title };
  }

  /** Returns a sentence of `length` words that occur in titles. */
  prose(length: number): string {
    const words = Array.from({ length }, () =>
      this.#random.chance(0.45)
        ? this.#random.pick(CONNECTING_WORDS)
        : (this.#words.recall() ?? 'book'),
    );
    return `${capitalized(words.join(' '))}.`;
  }

  #exchange(word: string): string {
    const drawn = this.#words.draw();
    return word === word.toLowerCase() ? drawn : capitalized(drawn);
  }
}

const COMMON_FORENAMES = 20;
const CHANCE_OF_COMMON_FORENAME = 0.3;
const INITIALS = [...'JMAEHLCBSWRDGTPFK'];
const SURNAME_GROWTH = { exponent: 0.7, onset: 1500 };
const PERSON_GROWTH = { exponent: 0.62, onset: 580 };
const PEOPLE_OF_A_TITLE = weightedCount([78, 15, 3.8, 1.4, 0.8, 0.5, 0.3, 0.2], 1);

/** Generates the names of authors and contributors in the forms that catalogs use. */
export class People {
  readonly #random: Random;
  readonly #surnames: GrowingCollection<string>;
  readonly #people: GrowingCollection<string>;

  constructor(random: Random) {
    this.#random = random;
    this.#surnames = growingWords(random, SURNAME_GROWTH, realWords().surnames);
    const create = distinct(() => this.#newName());
    this.#people = new GrowingCollection(random, PERSON_GROWTH, create);
  }

  /** Returns the names of the people of one title. The first name is the first author. */
  ofTitle(): string[] {
    const names = new Set<string>();
    for (let left = PEOPLE_OF_A_TITLE.choose(this.#random); left > 0; left--) {
      names.add(this.#people.draw());
    }
    return [...names];
  }

  /** Returns a name such as `Moore, Alice M., 1868-1934` or `Alice M. Moore`. The initial and years may be missing. */
  #newName(): string {
    const random = this.#random;
    const surname = this.#surnames.draw();
    const { forenames } = realWords();
    const forename = random.chance(CHANCE_OF_COMMON_FORENAME)
      ? random.pickEarly(forenames.slice(0, COMMON_FORENAMES), 3)
      : random.pick(forenames);
    const initial = random.chance(0.35) ? ` ${random.pickEarly(INITIALS, 4)}.` : '';
    if (random.chance(0.55)) return `${forename}${initial} ${surname}`;
    const born = 1540 + random.below(21) * random.below(21) + random.below(20);
    const died = random.chance(0.85) ? String(born + 30 + random.below(60)) : '';
    return `${surname}, ${forename}${initial}${random.chance(0.75) ? `, ${born}-${died}` : ''}`;
  }
}

const PUBLISHER_GROWTH = { exponent: 0.5, onset: 40 };
const PUBLISHER_ENDINGS = ['Press', 'Books', 'Publishing', 'and Sons', 'University Press', 'House'];

/** Generates the names of publishers, such as `Scott Press`. */
export function publisherNames(random: Random): GrowingCollection<string> {
  const { surnames } = realWords();
  const create = () => `${random.pick(surnames)} ${random.pick(PUBLISHER_ENDINGS)}`;
  return new GrowingCollection(random, PUBLISHER_GROWTH, create);
}

/** The patterns of series names. `*` is replaced with a word. */
const SERIES_PATTERNS = weightedChoice(generatedData.seriesPatterns);
const SERIES_WORD_GROWTH = { exponent: 0.62, onset: 700 };
const SERIES_GROWTH = { exponent: 0.42, onset: 420 };

/** Generates the names of series. */
export function seriesNames(random: Random): GrowingCollection<string> {
  const words = growingWords(random, SERIES_WORD_GROWTH, realWords().words);
  const create = () =>
    SERIES_PATTERNS.choose(random).replaceAll('*', () => capitalized(words.draw()));
  return new GrowingCollection(random, SERIES_GROWTH, distinct(create));
}
