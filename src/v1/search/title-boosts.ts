/*
 * The boosts of titles. Titles that equal the typed text, resemble it, or are contained in it are raised one by one after
 * the scores of the engine. The boosts of popularity, of the record and of the qualities of an edition do not depend on
 * the text, and are computed once per catalog and language.
 */

import { lowerBound } from '../../base/binary-search.js';
import { editDistance } from '../../base/edit-distance.js';
import { memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import {
  authorKey,
  authorKeyOfTerms,
  spelledTitleKeys,
  surnameKey,
  TITLE_KEY_FIELDS,
  typedTitleKeys,
  wordsKeyOfTerms,
} from '../../catalog/comparison-keys.js';
import { editionFactors, editionGains, STORED_LANGUAGE } from '../../catalog/editions.js';
import { titleWeight } from '../../catalog/popularity.js';
import {
  analyzePhrase,
  ChangedColumn,
  createScoreBoosts,
  difference,
  intersect,
  isStopWord,
  type Matches,
  type ScoreBoosts,
  unitePair,
} from '../../search/index.js';
import { type LanguageCode, type Locale, languageCodeOf } from '../../texts/locales.js';
import { NO_TITLES } from './expanded-word.js';
import {
  MAX_NUMBER_TERMS,
  parseNumber,
  parseOrdinal,
  spellingsOfNumber,
  spellingsOfOrdinal,
} from './number-words.js';
import { CONTAINED_KINDS, type ContainedNames, type Relaxation } from './relaxation.js';

/**
 * The reason for a boost of a title:
 *
 * - `exact_title`, `exact_author`, `exact_series`: The typed text is the title, the author's name or the series, or the
 *   title and the number of a volume.
 * - `same_words`: The title has exactly the typed words, in another order.
 * - `variant`: The title is a synonym of the typed text, or the text with a number in another notation.
 * - `contained_title`, `contained_author`, `contained_series`: The typed text contains the title, the author's name or
 *   the series.
 * - `all_words`: The title has all words as typed, but the query was relaxed, because few titles have them.
 * - `similar_title`: The title begins with the typed text, or differs from it in one or two letters.
 */
export type TitleBoostKind =
  | 'exact_title'
  | 'exact_author'
  | 'exact_series'
  | 'same_words'
  | 'variant'
  | (typeof CONTAINED_KINDS)[number]
  | 'all_words'
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

  /**
   * Multiplies the factors of documents by the factors of other boosts.
   *
   * @param accepts returns whether a boost of a document is used. Default: all are.
   */
  multiplyBy(
    others: DocumentBoosts,
    accepts: (kind: TitleBoostKind, document: number) => boolean = () => true,
  ): this {
    for (const { kind, documents, factor } of others.#boosts) {
      const accepted = [...documents].filter((document) => accepts(kind, document));
      this.multiply(kind, accepted, factor);
    }
    return this;
  }

  /** Returns the boosts of one document, each kind once, in the order in which they were added. */
  ofDocument(document: number): Pick<Boost, 'kind' | 'factor'>[] {
    const byKind = new Map<TitleBoostKind, number>();
    for (const { kind, documents, factor } of this.#boosts) {
      if (![...documents].includes(document)) continue;
      byKind.set(kind, (byKind.get(kind) ?? 1) * factor);
    }
    return Array.from(byKind, ([kind, factor]) => ({ kind, factor }));
  }
}

/** The boost of a title that equals the typed text. */
const EXACT_TITLE_BOOST = 20;

/** The boost of a title whose author's name equals the typed text. It grows with the number of titles of the author. */
const EXACT_AUTHOR_BOOST = 12;

/** The boost of a title whose series has the typed text as its name. */
const EXACT_SERIES_BOOST = 10;

/** The boost of the titles of an author or a series with more demand than the titles that equal the typed text. */
const PREFERRED_NAME_BOOST = 400;

/**
 * The minimum demand for the titles of a name, as a multiple of the demand for the titles that equal the name. It is
 * high for a surname, which is only a part of a name.
 */
const MIN_DEMAND_RATIOS = { author: 1, series: 8, surname: 32 } as const;

/** The boost of a title with exactly the typed words, in another order. */
const SAME_WORDS_BOOST = 10;

/** A further boost of a title that equals the typed text without the leading article of the text. */
const MISSING_ARTICLE_BOOST = 2;

/** The boost of another title that equals a synonym of the typed text, or the text with another spelling of a number. */
const VARIANT_BOOST = 8;

/** The boost of the volume that was typed, if the text before the number is a title or the name of its series. */
const VOLUME_TITLE_BOOST = 20;

/** The maximum number of titles that are compared with the typed words. */
const MAX_COMPARED_TITLES = 32;

const MAX_VARIANTS = 16;

/**
 * Returns boosts for the titles that equal the typed text, or whose author or series has the typed text as its name.
 * Case, accents and punctuation are ignored, and the subtitle and the leading article of a title are optional. An
 * alternate title counts like the title. The parts of an author's name can be in any order. Next come titles with the
 * same words in another order, and the typed volume of a series.
 *
 * An author or a series comes before the titles that equal its name if its titles together have more demand (see
 * {@link MIN_DEMAND_RATIOS}): `harry potter` is the series before *Harry Potter: Film Wizardry*. A surname counts as the
 * author's name if most of the demand for all titles that were found is for one author: `austen`.
 *
 * @param found the titles that match the text
 * @param volumes the result of `namedVolumes`
 * @remarks Reads only keys, and up to {@link MAX_COMPARED_TITLES} titles.
 */
export function exactTitleBoosts(
  titles: Titles,
  typed: string,
  found: Uint32Array,
  volumes = NO_TITLES,
): DocumentBoosts {
  const boosts = new DocumentBoosts();
  const [key, keyWithoutArticle] = typedTitleKeys(typed);
  if (key === undefined) return boosts;
  const terms = analyzePhrase(typed);
  const variants = variantsOf(titles, terms, found.length <= MAX_FOUND_OF_PLURAL);
  const spellings = [terms, ...variants];
  const withKeys = (keys: readonly string[]) =>
    keys.map((other) => (other === '' ? NO_TITLES : titles.withTitleKey(other))).reduce(unitePair);
  const exact = titles.withTitleKey(key);
  const ofSeries = withKeys(spellings.map((spelling) => `series ${spelling.join('')}`));
  const ofFullName = withKeys([authorKey(typed), ...variants.map(authorKeyOfTerms)]);
  const ofSurname =
    ofFullName.length > 0
      ? NO_TITLES
      : ofMainAuthor(titles, withKeys(spellings.map(surnameKeyOfTerms)), found);
  const isSurnamePreferred =
    sumOfDemand(titles, ofSurname) > MIN_DEMAND_RATIOS.surname * sumOfDemand(titles, exact);
  const ofAuthor = isSurnamePreferred ? ofSurname : ofFullName;
  const preferred = preferredName(titles, exact, [
    { ofName: ofAuthor, ratio: MIN_DEMAND_RATIOS.author },
    { ofName: ofSeries, ratio: MIN_DEMAND_RATIOS.series },
  ]);
  const boostOf = (ofName: Uint32Array, boost: number) =>
    preferred === ofName ? PREFERRED_NAME_BOOST : boost;
  const withTitle = preferred === ofAuthor ? difference(exact, ofAuthor) : exact;
  boosts.multiply('exact_title', withTitle, EXACT_TITLE_BOOST);
  if (keyWithoutArticle !== undefined) {
    const withoutArticle = titles.withTitleKey(keyWithoutArticle);
    boosts.multiply('exact_title', withoutArticle, MISSING_ARTICLE_BOOST);
  }
  if (exact.length === 0) {
    boosts.multiply('same_words', titlesWithSameWords(titles, terms), SAME_WORDS_BOOST);
  }
  const authorBoost = boostOf(ofAuthor, EXACT_AUTHOR_BOOST * (1 + Math.log10(ofAuthor.length)));
  const highest = ofAuthor.reduce((max, title) => Math.max(max, demandFor(titles, title)), 0);
  for (const title of ofAuthor) {
    const share = demandFor(titles, title) / highest;
    boosts.multiply('exact_author', [title], authorBoost * share);
  }
  boosts.multiply('exact_series', ofSeries, boostOf(ofSeries, EXACT_SERIES_BOOST));
  const equalVariants = variants
    .flatMap((variant) => [...titles.withTitleKey(variant.join(''))])
    .filter((title) => !boosts.factors.has(title));
  boosts.multiply('variant', new Set(equalVariants), VARIANT_BOOST);
  boosts.multiply('exact_series', difference(volumes, exact), VOLUME_TITLE_BOOST);
  return boosts;
}

/** Words before a title, but not before a surname. */
const ENGLISH_ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/** Returns the key of a surname, the last of the typed words. Only particles can be before it: `austen`, `le guin`. */
function surnameKeyOfTerms(terms: readonly string[]): string {
  const surname = terms[terms.length - 1];
  const areParticles = terms
    .slice(0, -1)
    .every((term) => isStopWord(term) && !ENGLISH_ARTICLES.has(term));
  return areParticles && !isStopWord(surname) ? surnameKey(surname) : '';
}

/** Returns the titles that have exactly the typed words, including all typed stop words, in any order. */
function titlesWithSameWords(titles: Titles, terms: readonly string[]): Uint32Array {
  const found = titles.withTitleKey(wordsKeyOfTerms(terms));
  if (found.length > MAX_COMPARED_TITLES) return NO_TITLES;
  return found.filter((number) => {
    const { title, sub_title = '', alternate_titles = [] } = titles.pick(number, TITLE_KEY_FIELDS);
    const words = new Set(analyzePhrase([title, sub_title, ...alternate_titles].join(' ')));
    return terms.every((term) => words.has(term));
  });
}

/** If more titles are found, the text may be the beginning of a title: `the girl`. */
const MAX_FOUND_OF_PLURAL = 8;

const LETTERS = /^\p{Script=Latin}{3,}$/u;

/**
 * Returns other ways to write the typed text, as terms: the synonyms of the whole text, the text with its last word in the
 * plural or the singular (`les miserable`), and the text with one number or ordinal in another notation.
 */
function variantsOf(
  { synonyms }: Titles,
  terms: readonly string[],
  hasPlural: boolean,
): (readonly string[])[] {
  const wholeText = synonyms.lookup(terms, 0).filter(({ length }) => length === terms.length);
  const variants = wholeText.flatMap(({ alternatives }) => alternatives);
  const last = terms.at(-1) ?? '';
  if (hasPlural && terms.length > 1 && LETTERS.test(last)) {
    const other = last.length > 3 && last.endsWith('s') ? last.slice(0, -1) : `${last}s`;
    variants.push([...terms.slice(0, -1), other]);
  }
  for (let at = 0; at < terms.length; at++) {
    const number = numberWithNotations(terms.slice(at, at + MAX_NUMBER_TERMS));
    if (number === undefined) continue;
    const [before, after] = [terms.slice(0, at), terms.slice(at + number.length)];
    variants.push(...number.others.map((other) => [...before, ...other, ...after]));
    break;
  }
  return variants.slice(0, MAX_VARIANTS);
}

/** Returns the number or the ordinal at the beginning of a list of terms with its other notations, except Roman. */
function numberWithNotations(
  terms: readonly string[],
): { readonly length: number; readonly others: readonly (readonly string[])[] } | undefined {
  const number = parseNumber(terms);
  const { value = 0, length } = number ?? parseOrdinal(terms) ?? {};
  if (length === undefined || number?.notation === 'roman') return undefined;
  if (number !== undefined) {
    const { digits, words } = spellingsOfNumber(value);
    return { length, others: number.notation === 'digits' ? words : [[digits]] };
  }
  const typed = terms.slice(0, length).join(' ');
  return { length, others: spellingsOfOrdinal(value).filter((it) => it.join(' ') !== typed) };
}

/**
 * Returns boosts for the titles whose name is contained in the typed words, or in the respelled words. The more of the words
 * a title or name has, the higher is the boost.
 */
export function containedTitleBoosts(...ofQueries: readonly ContainedNames[]): DocumentBoosts {
  const boosts = new DocumentBoosts();
  CONTAINED_KINDS.forEach((kind, i) => {
    const shares = new Map<number, number>();
    for (const [title, share] of ofQueries.flatMap((names) => [...(names.shares[i] ?? [])])) {
      shares.set(title, Math.max(share, shares.get(title) ?? 0));
    }
    for (const [title, share] of shares) boosts.multiply(kind, [title], EXACT_TITLE_BOOST ** share);
  });
  return boosts;
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
  const completeness = (key: string, start: string) =>
    key.startsWith(start) ? 1 + start.length / key.length : 0;
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

/**
 * Returns 3 if two keys are equal, 2 if their edit distance is 1, and 1 if it is 2, otherwise 0. Returns 0 for a typed key of at
 * most {@link MAX_EDITS} characters.
 */
function nearness(key: string, typed: string): number {
  if (Math.abs(key.length - typed.length) > MAX_EDITS || typed.length <= MAX_EDITS) return 0;
  const edits = editDistance(key, typed);
  return Math.max(0, MAX_EDITS + 1 - edits);
}

/**
 * Returns factors on the scores of all titles: their popularity, the boosts of their records and, for a work with
 * several editions, the qualities of the edition; see `editions.ts`.
 *
 * @param locale the locale of the reader
 * @remarks O(titles) at the first call for a language that the snapshot does not store. O(changes) for a catalog whose
 *   holdings have changed since the last call.
 */
export function editionBoosts(titles: Titles, locale: Locale): ScoreBoosts {
  const { popularityBoosts, recordBoosts, editions, columns } = titles;
  if (editions.numbers.length === 0 && recordBoosts === undefined) return popularityBoosts;
  const language = languageCodeOf(locale);
  const { available_at } = columns;
  if (available_at instanceof ChangedColumn) {
    return new ChangedBoosts(titles, language, available_at);
  }
  const byLanguage = boostsOf(titles);
  const factors = () =>
    language === STORED_LANGUAGE ? titles.storedFactors : editionFactors(titles, language);
  const boosts = byLanguage.get(language) ?? createScoreBoosts(factors());
  byLanguage.set(language, boosts);
  return boosts;
}

/** Returns the boosts that have been computed for a catalog without changed holdings, by language. */
const boostsOf = memoizePerObject((_: Titles) => new Map<LanguageCode, ScoreBoosts>());

/** The factors of all titles of a catalog with changed holdings, in one language. */
interface Factors {
  /** The column `available_at` of the catalog. */
  column: ChangedColumn;
  readonly values: Float32Array;
}

/**
 * Returns the factors that were read last, by language. Catalogs that share their titles, except for changed holdings,
 * have the same boosts of popularity, and share the memory of their factors.
 */
const factorsOf = memoizePerObject((_: ScoreBoosts) => new Map<LanguageCode, Factors>());

/** Boosts of a catalog with changed holdings. The values are valid until the values of another such catalog are read. */
class ChangedBoosts implements ScoreBoosts {
  constructor(
    private readonly titles: Titles,
    private readonly language: LanguageCode,
    private readonly column: ChangedColumn,
  ) {}

  get values(): Float32Array {
    const { titles, language, column } = this;
    const byLanguage = factorsOf(titles.popularityBoosts);
    let factors = byLanguage.get(language);
    if (factors === undefined) {
      factors = { column, values: editionFactors(titles, language) };
      byLanguage.set(language, factors);
    } else if (factors.column !== column) {
      updateFactors(factors.values, titles, language, column.differencesFrom(factors.column));
      factors.column = column;
    }
    return factors.values;
  }
}

/** Computes the factors of the editions among the titles whose availability has changed. */
function updateFactors(
  factors: Float32Array,
  titles: Titles,
  language: LanguageCode,
  changed: Iterable<number>,
): void {
  const { popularityBoosts, recordBoosts, editions } = titles;
  const { numbers } = editions;
  const editionsAmongChanged = Uint32Array.from(changed).filter(
    (title) => numbers[lowerBound(numbers, title)] === title,
  );
  const gains = editionGains(titles, language, editionsAmongChanged);
  editionsAmongChanged.forEach((title, i) => {
    // The array rounds each product to 32 bits, as in `editionFactors`.
    factors[title] = popularityBoosts.values[title] * (1 + gains(i));
    if (recordBoosts !== undefined) factors[title] *= recordBoosts[title];
  });
}

/** The titles of an author whose surname was typed need more than this share of the demand for all titles found. */
const MIN_SURNAME_SHARE = 0.5;

/**
 * Returns the titles found of the author with a surname who has the most demand, or no titles if other titles have most
 * of the demand.
 */
function ofMainAuthor(titles: Titles, ofSurname: Uint32Array, found: Uint32Array): Uint32Array {
  const ofFound = intersect(ofSurname, found);
  if (ofFound.length === 0) return NO_TITLES;
  const { valuesOf } = titles.columns.author;
  const demands = new Map<number, number>();
  for (const title of ofFound) {
    for (const author of valuesOf(title)) {
      demands.set(author, (demands.get(author) ?? 0) + demandFor(titles, title));
    }
  }
  const [[main, demand] = [-1, 0]] = [...demands].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const isMain = demand > MIN_SURNAME_SHARE * sumOfDemand(titles, found);
  return isMain ? ofFound.filter((title) => valuesOf(title).includes(main)) : NO_TITLES;
}

/**
 * Returns the titles of the name with the highest demand, among names of several titles whose demand is more than
 * `ratio` times the demand for the titles that equal the name.
 */
function preferredName(
  titles: Titles,
  exact: Uint32Array,
  names: readonly { readonly ofName: Uint32Array; readonly ratio: number }[],
): Uint32Array | undefined {
  if (exact.length === 0) return undefined;
  const forExact = sumOfDemand(titles, exact);
  let preferred: Uint32Array | undefined;
  let highest = 0;
  for (const { ofName, ratio } of names) {
    const demand = ofName.length > 1 ? sumOfDemand(titles, ofName) : 0;
    if (demand <= Math.max(highest, ratio * forExact)) continue;
    preferred = ofName;
    highest = demand;
  }
  return preferred;
}

/** Returns the demand for titles together, in the unit of {@link titleWeight}. */
function sumOfDemand(titles: Titles, documents: Uint32Array): number {
  return documents.reduce((sum, title) => sum + demandFor(titles, title), 0);
}

/** Returns the demand for a title, in the unit of {@link titleWeight}. */
function demandFor({ popularityBoosts }: Titles, title: number): number {
  return titleWeight(popularityBoosts.values[title]);
}
