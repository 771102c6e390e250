import type { KnownItem, Volume } from './known-item.js';
import type { Random } from './random.js';
import { contentWords, misspellableWords, type Way, wordsOf } from './ways.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const ROMAN_DIGITS: readonly (readonly [string, number])[] = [
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

/** Words that readers type around a title, most of which no record contains. */
const NOISE: readonly ((title: string) => string)[] = [
  (title) => `do you have ${title}`,
  (title) => `looking for ${title}`,
  (title) => `i want to read ${title}`,
  (title) => `the book ${title}`,
  (title) => `${title} book`,
  (title) => `${title} novel`,
  (title) => `${title} large print`,
  (title) => `${title} audiobook`,
  (title) => `${title} ebook`,
  (title) => `${title} dvd`,
  (title) => `${title} paperback`,
];

/**
 * Ways in which readers type a title that they want. A title is as likely as its popularity says. In a catalog without
 * popularity, every title is equally likely.
 */
export const DEMAND_WAYS: Readonly<Record<string, Way>> = {
  'first two words': (item) => firstWords(item, 2),
  'first three words': (item) => firstWords(item, 3),
  'title cut within a word': cutWithinWord,
  'one word of the title': ({ mainTitle }, random) => {
    const words = contentWords(mainTitle);
    return words.length < 2 ? undefined : random.pick(words);
  },
  'title and noise': ({ mainTitle }, random) => random.pick(NOISE)(mainTitle),
  'title by author': ({ mainTitle, author }) => author && `${mainTitle} by ${author}`,
  'two words joined': joinWords,
  'wrong first letter': replaceFirstLetter,
};

/** Ways in which readers type a volume of a series. The right titles are those with this number in the series. */
export const VOLUME_WAYS: Readonly<Record<string, Way>> = {
  'series n': volumeWay(({ series, number }) => `${series} ${number}`),
  'series book n, #n, vol. n': volumeWay(({ series, number }, random) =>
    random.pick([
      `${series} book ${number}`,
      `${series} #${number}`,
      `${series} vol. ${number}`,
      `book ${number} of ${series}`,
    ]),
  ),
  'series, number in words': volumeWay(({ series, number }, random) => {
    const word = NUMBER_WORDS[number];
    return word && random.pick([`${series} ${word}`, `${series} book ${word}`]);
  }),
  'series, Roman number': volumeWay(({ series, number }) =>
    number === 1 ? undefined : `${series} ${romanNumber(number)}`,
  ),
};

function volumeWay(type: (volume: Volume, random: Random) => string | undefined): Way {
  return ({ volume }, random) => volume && type(volume, random);
}

function romanNumber(number: number): string {
  let rest = number;
  let roman = '';
  for (const [digits, value] of ROMAN_DIGITS) {
    for (; rest >= value; rest -= value) roman += digits;
  }
  return roman;
}

/** Does not apply to a title that has no more words. */
function firstWords({ mainTitle }: KnownItem, count: number): string | undefined {
  const words = wordsOf(mainTitle);
  return words.length <= count ? undefined : words.slice(0, count).join(' ');
}

/** Keeps at least five characters. The last word keeps at least two letters and loses at least one. */
function cutWithinWord({ mainTitle }: KnownItem, random: Random): string | undefined {
  const ends = Array.from({ length: mainTitle.length }, (_, end) => end).filter(
    (end) =>
      end >= 5 &&
      /\p{L}{2}$/u.test(mainTitle.slice(0, end)) &&
      /^\p{L}/u.test(mainTitle.slice(end)),
  );
  return ends.length === 0 ? undefined : mainTitle.slice(0, random.pick(ends));
}

function joinWords({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = wordsOf(mainTitle);
  if (words.length < 2) return undefined;
  const at = random.below(words.length - 1);
  return [...words.slice(0, at), words[at] + words[at + 1], ...words.slice(at + 2)].join(' ');
}

function replaceFirstLetter({ mainTitle }: KnownItem, random: Random): string | undefined {
  const words = misspellableWords(mainTitle, 5);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  const letters = LETTERS.replace(word[0].toLowerCase(), '');
  return mainTitle.replace(word, letters[random.below(letters.length)] + word.slice(1));
}
