/*
 * The boosts of titles that equal the typed text, resemble it, or are contained in it. They depend on the text, unlike the
 * boosts of `edition-boosts.ts`, and raise single titles after the scores of the engine.
 */

import { editDistance } from '../../base/edit-distance.js';
import type { Titles } from '../../catalog/catalog.js';
import { authorKey, authorKeyOfTerms } from '../../catalog/name-key.js';
import {
  spelledTitleKeys,
  TITLE_KEY_FIELDS,
  typedTitleKeys,
  wordsKeyOfTerms,
} from '../../catalog/title-key.js';
import { analyzePhrase, idf, isStopWord, type Matches, type Word } from '../../search/index.js';
import { termsOf } from './expanded-word.js';
import { findNoise } from './noise-words.js';
import {
  MAX_NUMBER_TERMS,
  parseNumber,
  parseOrdinal,
  spellingsOfNumber,
  spellingsOfOrdinal,
} from './number-words.js';
import type { Relaxation } from './relaxation.js';

/**
 * The reason for a boost of a title:
 *
 * - `exact_title`, `exact_author`, `exact_series`: The typed text is the title, the author's name or the series,
 *   or the title and the number of a volume.
 * - `same_words`: The title has exactly the typed words, in another order.
 * - `variant`: The same, for a synonym of the typed text or another spelling of a number in it.
 * - `contained_title`, `contained_author`, `contained_series`: The typed text contains the title, the author's name
 *   or the series.
 * - `similar_title`: The title begins with the typed text, or differs from it in one or two letters.
 */
export type TitleBoostKind =
  | 'exact_title'
  | 'exact_author'
  | 'exact_series'
  | 'same_words'
  | 'variant'
  | 'contained_title'
  | 'contained_author'
  | 'contained_series'
  | 'similar_title';

/** A factor on the scores of some documents. */
interface Boost {
  readonly kind: TitleBoostKind;
  readonly documents: Iterable<number>;
  readonly factor: number;
}

/** Collects factors on the scores of documents. A document without a factor has the factor 1. */
export class DocumentBoosts {
  readonly #factors = new Map<number, number>();
  readonly #boosts: Boost[] = [];

  /** The products of the factors of documents, other than 1. */
  get factors(): ReadonlyMap<number, number> {
    return this.#factors;
  }

  /** Multiplies the factors of documents by a factor. */
  multiply(kind: TitleBoostKind, documents: Iterable<number>, factor: number): void {
    this.#boosts.push({ kind, documents, factor });
    for (const document of documents) {
      this.#factors.set(document, factor * (this.#factors.get(document) ?? 1));
    }
  }

  /** Multiplies the factors of documents by the factors of other boosts. */
  multiplyBy(others: DocumentBoosts): this {
    for (const { kind, documents, factor } of others.#boosts) {
      this.multiply(kind, documents, factor);
    }
    return this;
  }

  /** Returns the boosts of one document, in the order in which they were added. */
  ofDocument(document: number): Pick<Boost, 'kind' | 'factor'>[] {
    return this.#boosts
      .filter(({ documents }) => [...documents].includes(document))
      .map(({ kind, factor }) => ({ kind, factor }));
  }
}

/** The boost of a title that equals the typed text. */
const EXACT_TITLE_BOOST = 20;

/** The boost of a title whose author's name equals the typed text. It grows with the number of titles of the author. */
const EXACT_AUTHOR_BOOST = 12;

/** The boost of a title whose series has the typed text as its name. */
const EXACT_SERIES_BOOST = 10;

/** The boost of a title with exactly the typed words, in another order. */
const SAME_WORDS_BOOST = 10;

/** A further boost of a title that equals the typed text without the leading article of the text. */
const MISSING_ARTICLE_BOOST = 2;

/** The boost of another title that equals a synonym of the typed text, or the text with another spelling of a number. */
const VARIANT_BOOST = 8;

/** The boost of the volume that was typed, if its title equals the text before the number: `Dune` for `dune book one`. */
const VOLUME_TITLE_BOOST = 5;

/** The maximum number of titles that are compared with the typed words. */
const MAX_COMPARED_TITLES = 32;

/** The maximum number of variants of the typed text that are looked up. */
const MAX_VARIANTS = 16;

/**
 * Returns boosts for the titles that equal the typed text, or whose author or series has the typed text as its name.
 * Case, accents and punctuation are ignored, and the subtitle and the leading article of a title are optional. An
 * alternate title counts like the title. The parts of an author's name can be in any order. Next come titles with the
 * same words in another order, and the typed volume of a series if its title equals the text before the number.
 *
 * @param volume the terms of a series and the number of a volume in digits, if they were typed
 * @remarks Reads only keys, and twice up to {@link MAX_COMPARED_TITLES} titles.
 */
export function exactTitleBoosts(
  titles: Titles,
  typed: string,
  volume: readonly string[] = [],
): DocumentBoosts {
  const boosts = new DocumentBoosts();
  const [key, keyWithoutArticle] = typedTitleKeys(typed);
  if (key === undefined) return boosts;
  const terms = analyzePhrase(typed);
  const exact = titles.withTitleKey(key);
  boosts.multiply('exact_title', exact, EXACT_TITLE_BOOST);
  if (keyWithoutArticle !== undefined) {
    const withoutArticle = titles.withTitleKey(keyWithoutArticle);
    boosts.multiply('exact_title', withoutArticle, MISSING_ARTICLE_BOOST);
  }
  if (exact.length === 0) {
    boosts.multiply('same_words', titlesWithSameWords(titles, terms), SAME_WORDS_BOOST);
  }
  const ofAuthor = titles.withTitleKey(authorKey(typed));
  const authorBoost = EXACT_AUTHOR_BOOST * (1 + Math.log10(ofAuthor.length));
  boosts.multiply('exact_author', ofAuthor, authorBoost);
  boosts.multiply('exact_series', titles.withTitleKey(`series ${key}`), EXACT_SERIES_BOOST);
  const ofVariants = variantsOf(titles, terms)
    .slice(0, MAX_VARIANTS)
    .flatMap((variant) => {
      const key = variant.join('');
      return [key, `series ${key}`, authorKey(variant.join(' '))];
    })
    .flatMap((key) => [...titles.withTitleKey(key)])
    .filter((title) => !boosts.factors.has(title));
  boosts.multiply('variant', new Set(ofVariants), VARIANT_BOOST);
  const ofVolume = volumesNamedLikeSeries(titles, volume).filter(
    (title) => !boosts.factors.has(title),
  );
  boosts.multiply('exact_title', ofVolume, VOLUME_TITLE_BOOST);
  return boosts;
}

/** Returns the volumes with the number that is the last term, whose titles equal the terms before it. */
function volumesNamedLikeSeries(titles: Titles, volume: readonly string[]): Uint32Array {
  const found = titles.withTitleKey(volume.slice(0, -1).join(''));
  if (found.length > MAX_COMPARED_TITLES) return new Uint32Array();
  return found.filter((title) => {
    const { series = [] } = titles.pick(title, ['series']);
    return series.some(({ number }) => Number(number) === Number(volume.at(-1)));
  });
}

/** Returns the titles that have exactly the typed words, including all typed stop words, in any order. */
function titlesWithSameWords(titles: Titles, terms: readonly string[]): Uint32Array {
  const found = titles.withTitleKey(wordsKeyOfTerms(terms));
  if (found.length > MAX_COMPARED_TITLES) return new Uint32Array();
  return found.filter((number) => {
    const { title, sub_title = '', alternate_titles = [] } = titles.pick(number, TITLE_KEY_FIELDS);
    const words = new Set(analyzePhrase([title, sub_title, ...alternate_titles].join(' ')));
    return terms.every((term) => words.has(term));
  });
}

/**
 * Returns other ways to write the typed text, as terms: the synonyms of the whole text, and the text with one number
 * or ordinal in another notation.
 */
function variantsOf({ synonyms }: Titles, terms: readonly string[]): (readonly string[])[] {
  const wholeText = synonyms.lookup(terms, 0).filter(({ length }) => length === terms.length);
  const variants = wholeText.flatMap(({ alternatives }) => alternatives);
  for (let at = 0; at < terms.length; at++) {
    const number = numberWithNotations(terms.slice(at, at + MAX_NUMBER_TERMS));
    if (number === undefined) continue;
    const [before, after] = [terms.slice(0, at), terms.slice(at + number.length)];
    return [...variants, ...number.others.map((other) => [...before, ...other, ...after])];
  }
  return variants;
}

/** Returns the number or the ordinal at the beginning of a list of terms with its other notations, except Roman. */
function numberWithNotations(
  terms: readonly string[],
): { readonly length: number; readonly others: readonly (readonly string[])[] } | undefined {
  const number = parseNumber(terms);
  if (number !== undefined) {
    if (number.notation === 'roman') return undefined;
    const { digits, words } = spellingsOfNumber(number.value);
    return { length: number.length, others: number.notation === 'digits' ? words : [[digits]] };
  }
  const ordinal = parseOrdinal(terms);
  if (ordinal === undefined) return undefined;
  const typed = terms.slice(0, ordinal.length).join(' ');
  const spellings = spellingsOfOrdinal(ordinal.value);
  return {
    length: ordinal.length,
    others: spellings.filter((spelling) => spelling.join(' ') !== typed),
  };
}

/** Only this number of words of a query, from the first, are compared with titles and names. */
const MAX_COMPARED_WORDS = 24;

/** The kinds of names that are compared. */
const CONTAINED = ['contained_title', 'contained_series', 'contained_author'] as const;

/** The minimum share of the weight of all words that a title or name must have. */
const MIN_SHARE = 0.25;

/**
 * Returns boosts for the titles that are contained whole in the typed words, and for titles whose author's name or
 * series is: `do you have the martian` contains `The Martian`. The more of the typed words a title or name has, the
 * higher is the boost. Rare words count more (by idf), and words that only request a title do not count.
 */
export function containedTitleBoosts(titles: Titles, words: readonly Word[]): DocumentBoosts {
  const { isNoise } = findNoise(words);
  const terms = words.slice(0, MAX_COMPARED_WORDS).map(termsOf);
  const weights = terms.map((ofWord, i) => (isNoise[i] ? 0 : weightOf(ofWord, titles)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  /** By kind of name: by title, the highest share of the weight of all words that a name of the title has. */
  const shares = CONTAINED.map(() => new Map<number, number>());
  for (let start = 0; start < terms.length; start++) {
    let weight = 0;
    for (let end = start + 1; end <= terms.length; end++) {
      weight += weights[end - 1];
      const share = weight / total;
      if (!(share >= MIN_SHARE)) continue;
      const span = terms.slice(start, end).flat();
      const title = span.join('');
      const keys = [title, `series ${title}`, authorKeyOfTerms(span)];
      for (let kind = 0; kind < keys.length; kind++) {
        raise(shares[kind], titles.withTitleKey(keys[kind]), share);
      }
    }
  }
  const boosts = new DocumentBoosts();
  shares.forEach((ofKind, i) => {
    for (const [title, share] of ofKind) {
      boosts.multiply(CONTAINED[i], [title], EXACT_TITLE_BOOST ** share);
    }
  });
  return boosts;
}

/** Returns the idf of the first term of a word, or 0 for a stop word. */
function weightOf([first]: readonly string[], { index }: Titles): number {
  return isStopWord(first) ? 0 : idf(index.documentCount, index.documentFrequency(first));
}

function raise(shares: Map<number, number>, titles: Uint32Array, share: number): void {
  for (const title of titles) shares.set(title, Math.max(share, shares.get(title) ?? 0));
}

/** The maximum number of matches of a relaxed query, the best first, whose titles are compared. */
const MAX_COMPARED_MATCHES = 64;
/** A typed text with more letters and digits than this is not compared with titles. */
const MAX_COMPARED_CHARS = 128;
/** The maximum edit distance between the typed text and the title of a similar match. */
const MAX_EDITS = 2;
/** A factor above 1 on the score that a similar title gains, so that the title comes before the best match. */
const GAIN_FACTOR = 1.1;

/**
 * Returns boosts for the matches of a relaxed query whose titles are similar to the typed text, so that they come
 * first. Only the {@link MAX_COMPARED_MATCHES} best matches are compared. After the step `prefix`, a title is
 * similar if it begins with the typed text, and shorter titles gain more. After other steps, a
 * title is similar if its edit distance from the typed text is 1 or 2, and the nearest title comes first.
 */
export function similarTitleBoosts(
  titles: Titles,
  typed: string,
  step: Relaxation,
  matches: Matches,
): DocumentBoosts {
  const typedKeys = typedTitleKeys(typed).filter((key) => key.length <= MAX_COMPARED_CHARS);
  if (typedKeys.length === 0) return new DocumentBoosts();
  const similarity = step === 'prefix' ? completeness : nearness;
  const best = matches.top(MAX_COMPARED_MATCHES, { boosts: titles.popularityBoosts });
  const boosts = new DocumentBoosts();
  for (const { document, score } of best) {
    const keys = [...spelledTitleKeys(titles.pick(document, TITLE_KEY_FIELDS))];
    const levels = keys.flatMap((key) => typedKeys.map((typedKey) => similarity(key, typedKey)));
    const gain = GAIN_FACTOR * best[0].score * Math.max(0, ...levels);
    if (gain === 0) continue;
    const factor = 1 + (gain * titles.popularityBoosts.values[document]) / score;
    boosts.multiply('similar_title', [document], factor);
  }
  return boosts;
}

/** Returns 1 to 2 if a title key begins with the typed key (2 if they are equal), otherwise 0. */
function completeness(key: string, typed: string): number {
  return key.startsWith(typed) ? 1 + typed.length / key.length : 0;
}

/**
 * Returns 2 if the edit distance of two keys is 1, and 1 if it is 2, otherwise 0. Returns 0 for a typed key of at
 * most {@link MAX_EDITS} characters.
 */
function nearness(key: string, typed: string): number {
  if (Math.abs(key.length - typed.length) > MAX_EDITS || typed.length <= MAX_EDITS) return 0;
  const edits = editDistance(key, typed);
  return edits === 0 ? 0 : Math.max(0, MAX_EDITS + 1 - edits);
}
