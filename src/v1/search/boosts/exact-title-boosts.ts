import type { Titles } from '../../../catalog/catalog.js';
import { authorKey } from '../../../catalog/name-key.js';
import { TITLE_KEY_FIELDS, typedTitleKeys, wordsKeyOfTerms } from '../../../catalog/title-key.js';
import { analyzePhrase } from '../../../search/index.js';
import { MAX_NUMBER_TERMS, parseNumber, spellingsOfNumber } from '../words/number-words.js';
import { parseOrdinal, spellingsOfOrdinal } from '../words/ordinal-words.js';
import { DocumentBoosts } from './document-boosts.js';

/** The boost of a title that equals the typed text. */
export const EXACT_TITLE_BOOST = 20;

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
