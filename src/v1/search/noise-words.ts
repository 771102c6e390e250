/*
 * Words that request a title but do not describe it, such as `do you have` and `large print`. Only relaxed queries leave
 * them out.
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
    'about all any anything are author authors available been book books bestseller bestsellers bestselling borrow can ' +
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

/** The words, computed at the first search, because folding them takes as long as loading this layer. */
const noiseWords = lazy(
  (): ReadonlySet<string> =>
    new Set(Object.values(NOISE).flatMap((words) => fold(words).split(' '))),
);

/** The noise words of a query: words that request a title but do not describe it. */
interface Noise {
  /** By the position of a word: whether the word is noise. */
  readonly isNoise: readonly boolean[];
  /** The other words. */
  readonly described: readonly Word[];
}

/**
 * Finds the noise words of a query. A word such as `book` before a number or after an ordinal is not noise. If all words
 * except stop words would be noise, none is.
 *
 * @param hasOthers whether the query has other words that describe a title. Default: false.
 */
export function findNoise(words: readonly Word[], hasOthers = false): Noise {
  const noise = noiseOf(words);
  const describesNone = noise.described.every((word) => isStopWord(termsOf(word).join(' ')));
  if (hasOthers || !describesNone) return noise;
  return { isNoise: words.map(() => false), described: words };
}

/** Several rules of a relaxed search need the noise words of a query. */
const noiseOf = memoizePerObject((words: readonly Word[]): Noise => {
  const texts = words.map((word) => termsOf(word).join(' '));
  const isNoise = texts.map((text, at) => noiseWords().has(text) && !isVolumeWord(words, at));
  for (const at of findNamingWords(texts)) isNoise[at] = true;
  return { isNoise, described: words.filter((_, at) => !isNoise[at]) };
});
