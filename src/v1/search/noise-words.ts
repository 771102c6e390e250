/*
 * Words that request a title but do not describe it, such as `do you have` and `large print`, and the formats and audiences
 * that they name. Only relaxed queries leave them out.
 */

import { lazy } from '../../base/lazy.js';
import { fold, isStopWord, type Word } from '../../search/index.js';
import { termsOf } from './expanded-word.js';
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

/** The ids of the formats that words and phrases name. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'large print': ['LPRINT'],
  'large type': ['LPRINT'],
  grossdruck: ['LPRINT'],
  'gros caracteres': ['LPRINT'],
  'letra grande': ['LPRINT'],
  'крупный шрифт': ['LPRINT'],
  大字: ['LPRINT'],
  paperback: ['PAPERBACK'],
  taschenbuch: ['PAPERBACK'],
  'graphic novel': ['GRAPHIC_NOVEL'],
  comic: ['GRAPHIC_NOVEL'],
  comics: ['GRAPHIC_NOVEL'],
  ebook: ['EBOOK'],
  ebooks: ['EBOOK'],
  'e book': ['EBOOK'],
  audiobook: ['BOOK_CD', 'EAUDIOBOOK'],
  audiobooks: ['BOOK_CD', 'EAUDIOBOOK'],
  'audio book': ['BOOK_CD', 'EAUDIOBOOK'],
  horbuch: ['BOOK_CD', 'EAUDIOBOOK'],
  'livre audio': ['BOOK_CD', 'EAUDIOBOOK'],
  audiolibro: ['BOOK_CD', 'EAUDIOBOOK'],
  аудиокнига: ['BOOK_CD', 'EAUDIOBOOK'],
  cd: ['BOOK_CD', 'MUSIC_CD'],
  dvd: ['DVD', 'BLURAY'],
  dvds: ['DVD', 'BLURAY'],
  'blu ray': ['BLURAY'],
  bluray: ['BLURAY'],
  movie: ['DVD', 'BLURAY', 'VIDEO_ONLINE'],
  movies: ['DVD', 'BLURAY', 'VIDEO_ONLINE'],
  film: ['DVD', 'BLURAY', 'VIDEO_ONLINE'],
  фильм: ['DVD', 'BLURAY', 'VIDEO_ONLINE'],
  pelicula: ['DVD', 'BLURAY', 'VIDEO_ONLINE'],
  magazine: ['MAG'],
  'sheet music': ['MN'],
  'video game': ['VIDEO_GAME'],
  'board game': ['BOARD_GAME'],
  hardcover: ['BK'],
  hardback: ['BK'],
};

/** Words for audiences in the languages of the pages. The words of a line have the same meaning. */
const audienceWords = lazy((): readonly ReadonlySet<string>[] =>
  [
    'kid kids child children childrens juvenile junior kinder enfant enfants jeunesse nino ninos infantil дети детей детям детский 儿童',
    'teen teens teenager teenagers ya jugendliche jugend ado ados adolescent adolescents juvenil jovenes adolescentes подростки подростков 青少年',
    'adult adults grownup grownups erwachsene adulte adultes adulto adultos взрослые взрослых 成人',
  ].map((words) => new Set(fold(words).split(' '))),
);
const TEENAGERS = 1;
const ADULTS = 2;

/**
 * Returns whether a word names the audience of a value, such as `kids` and the value `Children`.
 *
 * @param audience a number in {@link Noise.audiences}
 * @param name the terms of the name of the value
 */
export function isAudienceName(audience: number, name: readonly string[]): boolean {
  // `Young Adult` is for teenagers.
  const words = audienceWords();
  const isYoungAdult = name.includes('young') && name.some((term) => words[ADULTS].has(term));
  return isYoungAdult ? audience === TEENAGERS : name.some((term) => words[audience].has(term));
}

/** The ids of {@link FORMATS} by terms with spaces between them. */
const formatsByTerms = lazy(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(Object.entries(FORMATS).map(([name, ids]) => [fold(name), ids])),
);

/** The noise words of a query: words that request a title but do not describe it. */
export interface Noise {
  /** By the position of a word: whether the word is noise. */
  readonly isNoise: readonly boolean[];
  /** The ids of the formats that the noise words name, each once. */
  readonly formats: readonly string[];
  /** The numbers of the audiences that the noise words name, each once; see {@link isAudienceName}. */
  readonly audiences: readonly number[];
}

/** Finds the noise words of a query. A word such as `book` before a number or after an ordinal is not noise. If all words except stop words would be noise, none is. */
export function findNoise(words: readonly Word[]): Noise {
  const texts = words.map((word) => termsOf(word).join(' '));
  const isNoise = texts.map((text, at) => noiseWords().has(text) && !isVolumeWord(words, at));
  const formats = new Set<string>();
  const audiences = new Set<number>();
  texts.forEach((text, at) => {
    const isYoungAdult = text === 'young' && audienceWords()[ADULTS].has(texts[at + 1]);
    if (isYoungAdult) isNoise[at] = true;
    const follows = at > 0 && texts[at - 1] === 'young';
    const named = audienceWords().findIndex((names) => names.has(text));
    const audience = named === ADULTS && follows ? TEENAGERS : named;
    if (audience >= 0) {
      isNoise[at] = true;
      audiences.add(audience);
    }
    for (const name of [text, `${text} ${texts[at + 1]}`]) {
      const ids = formatsByTerms().get(name);
      if (ids === undefined) continue;
      isNoise[at] = true;
      if (name !== text) isNoise[at + 1] = true;
      for (const id of ids) formats.add(id);
    }
  });
  return texts.every((text, at) => isNoise[at] || isStopWord(text))
    ? { isNoise: texts.map(() => false), formats: [], audiences: [] }
    : { isNoise, formats: [...formats], audiences: [...audiences] };
}
