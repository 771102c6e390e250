/*
 * Words that request a title but do not describe it, such as `do you have` and `large print`. Relaxed queries and
 * searches for named values leave them out.
 */

import { lazy, memoizePerObject } from '../../base/lazy.js';
import { fold, isStopWord, type Word } from '../../search/index.js';
import { termsOf } from './expanded-word.js';
import { findNamingWords } from './named-values.js';
import { isVolumeWord } from './query-words.js';

/**
 * Words with which readers request a title, in the languages of the pages, without Latin accents: the request itself,
 * and words for what libraries have and for whom.
 */
const NOISE = {
  English:
    'about all am any anything are author authors available been book books bestseller bestsellers bestselling borrow can ' +
    'complete copies copy could do does edition editions fiction find get got give has have help how i is isbn ' +
    'latest library like looking me my need new newest novel novels please published read reader reading ' +
    'recommend recommendation recommendations series show some something stories sure tell that there this ' +
    'title titled titles trying version want was we what whats where which who with would written wrote you your ' +
    'called if liked like loved enjoyed similar audio large print type beginner beginners',
  German:
    'autor autorin buch bucher roman romane uber ich suche haben sie gibt es ausgabe neu neue neues neuer bitte lesen ' +
    'anfanger',
  French:
    'auteur livre livres roman romans sur je cherche avez vous edition nouveau nouvelle nouveaux svp lire ' +
    'debutants',
  Spanish:
    'autor autora libro libros novela novelas sobre busco tiene tienen edicion nuevo nueva nuevos favor leer ' +
    'principiantes',
  Russian:
    'автор книга книги книгу роман романы про ищу есть ли издание новый новая новые новое почитать ' +
    'начинающих',
  Chinese: '关于 有没 没有 我想 想找 找书 小说 作者 新书 的书 图书',
} as const;

/** Words before a surname that catalogs leave out or write elsewhere: `mrs gaskell`. */
const COURTESY_TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss sir dame lord lady dr madame mme monsieur frau herr senor senora'.split(' '),
);

/** The words. They are folded at the first search, so that a start takes less time. */
const noiseWords = lazy(
  (): ReadonlySet<string> =>
    new Set(Object.values(NOISE).flatMap((words) => fold(words).split(' '))),
);

/** Returns whether a word requests a title: `books` in `books like dune`. */
export function isRequestWord(text: string): boolean {
  return noiseWords().has(text);
}

/** The noise words of a query: words that request a title but do not describe it. */
interface Noise {
  /** By the position of a word: whether the word is noise. */
  readonly isNoise: readonly boolean[];
  /** The other words. */
  readonly described: readonly Word[];
}

/**
 * Finds the noise words of a query. A word such as `book` before a number or after an ordinal is not noise. A courtesy
 * title before a single word is noise. If all words except stop words would be noise, only the words that name a value
 * are noise (`audiobook the reader`). If there are no other words, no word is noise.
 *
 * @param hasOthers whether the query has other words that describe a title. Default: false.
 */
export function findNoise(words: readonly Word[], hasOthers = false): Noise {
  const { noise, naming } = noiseOf(words);
  const describesNone = noise.described.every((word) => isStopWord(termsOf(word).join(' ')));
  return describesNone && !hasOthers ? naming : noise;
}

/** Several rules of a relaxed search need the noise words of a query. */
const noiseOf = memoizePerObject((words: readonly Word[]) => {
  const texts = words.map((word) => termsOf(word).join(' '));
  const isNoise = texts.map((text, at) => isRequestWord(text) && !isVolumeWord(words, at));
  const naming = new Set(findNamingWords(texts).filter((at) => !isNoise[at]));
  for (const at of naming) isNoise[at] = true;
  if (words.length === 2 && COURTESY_TITLES.has(texts[0])) isNoise[0] = true;
  const hasOther = texts.some((text, at) => !naming.has(at) && !isStopWord(text));
  return {
    noise: withDescribed(words, isNoise),
    /** The words that name values are the only noise, if there are others. */
    naming: withDescribed(
      words,
      texts.map((_, at) => hasOther && naming.has(at)),
    ),
  };
});

function withDescribed(words: readonly Word[], isNoise: readonly boolean[]): Noise {
  const hasNoise = isNoise.includes(true);
  return { isNoise, described: hasNoise ? words.filter((_, at) => !isNoise[at]) : words };
}
