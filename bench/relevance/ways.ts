import { fold } from '../../src/search/analysis/fold.js';
import { isStopWord } from '../../src/search/analysis/stop-words.js';
import type { KnownItem } from './known-item.js';
import type { Random } from './random.js';

/** Returns the query that a reader types for a title; undefined if the way does not apply to the title. */
export type Way = (item: KnownItem, random: Random) => string | undefined;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ARTICLE = /^(?:the|an?)\s+(?=\S)/i;

/** The ways in which readers type a title that they know. Every title is equally likely. */
export const WAYS: Readonly<Record<string, Way>> = {
  'exact title': ({ fullTitle }) => fullTitle,
  'main title': ({ mainTitle }) => mainTitle,
  'surname, two title words': surnameAndWords,
  'title and author': ({ mainTitle, author }) => author && `${mainTitle} ${author}`,
  'one typo': ({ mainTitle }, random) => withTypo(mainTitle, random),
  'two typos': withTwoTypos,
  'no accents, case, apostrophe': simplify,
  'last word unfinished': cutLastWord,
  'ISBN, either form': isbn,
  'other word order': reorder,
  'article added or dropped': ({ mainTitle }) =>
    ARTICLE.test(mainTitle) ? mainTitle.replace(ARTICLE, '') : `the ${mainTitle}`,
};

/** Returns the words of a text, as a reader separates them. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}'\u2019-]+/u).filter(Boolean);
}

/** Returns the words that are not stop words and have more than two letters. */
export function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length > 2 && !isStopWord(fold(word)));
}

function surnameAndWords({ mainTitle, surname }: KnownItem, random: Random) {
  const content = contentWords(mainTitle);
  if (surname === undefined || content.length < 2) return undefined;
  return [surname, ...random.shuffled(content).slice(0, 2)].join(' ');
}

/** Inserts, deletes or replaces one letter, or swaps two neighboring letters. Keeps the first letter. */
function misspell(word: string, random: Random): string {
  for (;;) {
    const at = 1 + random.below(word.length - 1);
    const before = word.slice(0, at);
    const letter = LETTERS[random.below(LETTERS.length)];
    const typed = [
      () => before + letter + word.slice(at),
      () => before + word.slice(at + 1),
      () => before + letter + word.slice(at + 1),
      () => before + word.slice(at + 1, at + 2) + word[at] + word.slice(at + 2),
    ][random.below(4)]();
    if (typed !== word) return typed;
  }
}

/** Returns the words that consist of at least `length` letters and no other characters. */
export function misspellableWords(text: string, length: number): string[] {
  return wordsOf(text).filter((word) => word.length >= length && /^\p{L}+$/u.test(word));
}

function withTypo(text: string, random: Random): string | undefined {
  const words = misspellableWords(text, 5);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  return text.replace(word, misspell(word, random));
}

/**
 * Puts one typo into each of two words. If fewer than two words are long enough, puts two typos into a word
 * of at least eight letters.
 */
function withTwoTypos({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = random.shuffled([...new Set(misspellableWords(mainTitle, 5))]);
  if (words.length >= 2) {
    const [first, second] = words;
    return mainTitle
      .split(/(?<![\p{L}\p{M}])(?=\p{L})|(?<=\p{L})(?![\p{L}\p{M}])/u)
      .map((part) => (part === first || part === second ? misspell(part, random) : part))
      .join('');
  }
  const [long] = misspellableWords(mainTitle, 8);
  if (long === undefined) return undefined;
  return mainTitle.replace(long, misspell(misspell(long, random), random));
}

function simplify({ mainTitle }: KnownItem, random: Random): string {
  const plain = mainTitle.normalize('NFKD').replace(/[\p{M}'\u2019]/gu, '');
  return random.below(2) === 0 ? plain.toUpperCase() : plain.toLowerCase();
}

/**
 * Cuts one to three letters from the last word, and leaves at least four letters of it. Does not apply to a
 * title of one word, to a title that does not end with five letters, or when the remaining letters are a word
 * of the catalog.
 */
function cutLastWord({ mainTitle, isWord }: KnownItem, random: Random): string | undefined {
  const last = /\p{L}{5,}$/u.exec(mainTitle);
  if (last === null || last.index === 0) return undefined;
  const missing = 1 + random.below(Math.min(3, last[0].length - 4));
  return isWord(last[0].slice(0, -missing)) ? undefined : mainTitle.slice(0, -missing);
}

function isbn({ title }: KnownItem, random: Random): string | undefined {
  const isbn13 = title.isbns?.find((text) => /^978\d{10}$/.test(text));
  if (isbn13 === undefined) return undefined;
  const digits = isbn13.slice(3, 12);
  const sum = [...digits].reduce((total, digit, i) => total + (10 - i) * Number(digit), 0);
  const isbn10 = digits + ('0123456789X'[(11 - (sum % 11)) % 11] ?? '');
  const hyphenated = isbn10.replace(/^(.)(...)(.....)/, '$1-$2-$3-');
  return random.pick([isbn13, isbn10, hyphenated, `978-${hyphenated.slice(0, -1)}${isbn13[12]}`]);
}

function reorder({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = wordsOf(mainTitle);
  return words.length < 3 ? undefined : random.shuffled(words).join(' ');
}
