/*
 * Keys by which titles with the same words, and the names of the same author or series, are found, whatever their spelling, as
 * for the boost of exact titles. The key that unites the editions of a work is in `snapshot/encoding/works-encoder.ts`.
 */

import { memoizePerText } from '../base/lazy.js';
import { normalizeUnicode } from '../base/normalize-unicode.js';
import { analyzePhrase, isStopWord } from '../search/index.js';
import type { Title } from './records/title.js';
import { articlesOf, withoutLeadingArticle } from './sort-title.js';

/** The fields of a title from which {@link titleKeys} computes the keys. */
export const TITLE_KEY_FIELDS = [
  'title',
  'sub_title',
  'alternate_titles',
  'primary_language',
  'languages',
] as const;

/** Matches the colon or semicolon between a title and a subtitle in the same text. */
const SUBTITLE_SEPARATOR = /[:;](?=\s)/;

/** Returns the terms of `analyzePhrase`. The keys of one title need the terms of the same texts several times. */
const termsOf = memoizePerText<readonly string[]>(1024, 256, analyzePhrase);

/**
 * Returns the key of a title: its words in lower case, without accents, punctuation and spaces. `e-mail`,
 * `email` and `e mail` have the same key. Chinese, Japanese and Korean texts are split into overlapping
 * pairs of characters instead of words.
 *
 * @example titleKey('Les Misérables') // 'lesmiserables'
 */
export function titleKey(text: string): string {
  return termsOf(text).join('');
}

/**
 * Returns the sorted words of a title as a key. Texts with the same words in a different order have the
 * same key. Stop words (articles, conjunctions and short prepositions) are left out, unless the text
 * has no other words.
 *
 * @example wordsKey('Pride and Prejudice') // 'words prejudice pride'
 */
export function wordsKey(text: string): string {
  return wordsKeyOfTerms(termsOf(text));
}

/** Returns the {@link wordsKey} of a text, by the terms that `analyzePhrase` returns. */
export function wordsKeyOfTerms(terms: readonly string[]): string {
  const withoutStopWords = terms.filter((term) => !isStopWord(term));
  const words = withoutStopWords.length > 0 ? withoutStopWords : terms;
  return words.length === 0 ? '' : `words ${words.toSorted().join(' ')}`;
}

/**
 * Returns all keys of a title: the {@link spelledTitleKeys}, and the {@link wordsKey} of the same texts.
 *
 * @example titleKeys({ id: '1', title: 'The Hobbit: A Play', format: { id: 'BK' } })
 * // Set { 'thehobbitaplay', 'hobbitaplay', 'thehobbit', 'hobbit', 'words hobbit play', 'words hobbit' }
 */
export function titleKeys(
  title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>,
): ReadonlySet<string> {
  const texts = keyTextsOf(title);
  const keys = spelledKeysOf(texts, articlesOf(title));
  for (const text of texts) keys.add(wordsKey(text));
  keys.delete('');
  return keys;
}

/**
 * Returns the {@link titleKey} of the title, of the title with its `sub_title`, and of each alternate title, and of each
 * of these texts without the part after the first colon or semicolon that is followed by a space. A text that begins
 * with an article of the title's language has two keys, with and without the article.
 */
export function spelledTitleKeys(
  title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>,
): ReadonlySet<string> {
  return spelledKeysOf(keyTextsOf(title), articlesOf(title));
}

function spelledKeysOf(texts: Iterable<string>, articles: readonly string[]): Set<string> {
  const keys = new Set<string>();
  for (const text of texts) {
    keys.add(titleKey(text));
    const bare = withoutLeadingArticle(text, articles);
    if (bare !== text) keys.add(titleKey(bare));
  }
  return keys;
}

function keyTextsOf(title: Pick<Title, (typeof TITLE_KEY_FIELDS)[number]>): Set<string> {
  const whole = [title.title, ...(title.alternate_titles ?? [])];
  if (title.sub_title) whole.push(`${title.title} ${title.sub_title}`);
  const texts = new Set<string>();
  for (const text of whole) texts.add(text).add(mainTitleOf(text));
  return texts;
}

/**
 * Returns the part of a text before the first colon or semicolon that is followed by a space.
 *
 * @example mainTitleOf('The Hobbit: A Play') // 'The Hobbit'
 */
export function mainTitleOf(text: string): string {
  const end = text.search(SUBTITLE_SEPARATOR);
  return end < 0 ? text : text.slice(0, end);
}

/**
 * Returns the {@link titleKey} of a typed title, and the {@link titleKey} without a leading article of
 * any language if the text begins with one. Returns an empty array for a text without words.
 */
export function typedTitleKeys(typed: string): string[] {
  const trimmed = typed.trim();
  const bare = withoutLeadingArticle(trimmed);
  const keys = bare === trimmed ? [titleKey(typed)] : [titleKey(typed), titleKey(bare)];
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Returns a 32-bit hash of a key: FNV-1a over its UTF-16 code units. */
export function titleKeyHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Words in names that readers leave out, as folded terms. */
const HONORIFICS: ReadonlySet<string> = new Set('sir dr mr mrs lord lady graf jr sr'.split(' '));

/** Matches a note in parentheses, such as the full form of initials. */
const NOTE = /\([^)]*\)/g;

const DIGIT = /\d/;

/**
 * Returns a person's name as a key: its words in lower case, without accents, in sorted order. Names in direct and
 * in inverted order have the same key. Initials are one word, whether or not they are written with spaces. Notes in
 * parentheses, parts with digits, and words such as `Sir` are left out.
 *
 * @returns an empty string for a name without words
 * @example authorKey('Wells, H. G. (Herbert George), 1866-1946') // 'author hg wells'
 */
export const authorKey = memoizePerText(1024, 256, (name) => {
  const terms: string[] = [];
  for (const part of name.replace(NOTE, ' ').split(',')) {
    if (!DIGIT.test(part)) for (const term of analyzePhrase(part)) terms.push(term);
  }
  return authorKeyOf(terms);
});

/**
 * Returns the {@link authorKey} of a name without punctuation, by its terms.
 *
 * @param terms the terms, as `analyzePhrase` returns them
 */
export function authorKeyOfTerms(terms: readonly string[]): string {
  return terms.some((term) => DIGIT.test(term)) ? '' : authorKeyOf(terms);
}

interface PersonName {
  readonly forenames: readonly string[];
  /** The last word of the surname. */
  readonly surname: string;
}

/**
 * Splits a person's name. A name without a comma has its surname last.
 *
 * @returns undefined for a name without words, and for the name of an organization
 * @example splitName('Lewis, C. S. (Clive Staples)') // { forenames: ['c', 's'], surname: 'lewis' }
 */
const splitName = memoizePerText<{ readonly name: PersonName | undefined }>(1024, 256, (text) => {
  const [beforeComma, ...afterComma] = text
    .replace(NOTE, ' ')
    .split(',')
    .filter((part, i) => i === 0 || !DIGIT.test(part))
    .map((part) => analyzePhrase(part).filter((term) => !HONORIFICS.has(term)));
  const surname = beforeComma.at(-1);
  if (surname === undefined || DIGIT.test(surname) || isCorporateName(text)) {
    return { name: undefined };
  }
  const forenames = beforeComma.length > 1 ? beforeComma.slice(0, -1) : afterComma.flat();
  return { name: { forenames, surname } };
});

/** Returns the keys of a person's surname, and of the surname with the first initial. */
function surnameKeys(text: string): string[] {
  const { name } = splitName(text);
  if (name === undefined) return [];
  const { forenames, surname } = name;
  const key = surnameKey(surname);
  return forenames.length === 0 ? [key] : [key, initialKey(forenames[0], surname)];
}

/**
 * Returns whether a person's name has a surname and forenames, each of which may be an initial in either name. The first
 * forenames must be equal if both are full. Of other forenames, only the initials are compared.
 *
 * @example hasForenames('C. S. Lewis', ['clive', 'staples'], 'lewis') // true
 */
export function hasForenames(text: string, forenames: readonly string[], surname: string): boolean {
  const { name } = splitName(text);
  if (name === undefined || name.surname !== surname) return false;
  return forenames.every((forename, i) => {
    const other = name.forenames[i];
    if (other === undefined || other === forename) return i > 0 || other === forename;
    const isInitial = other.length === 1 || forename.length === 1;
    return other[0] === forename[0] && (i > 0 || isInitial);
  });
}

/** Returns the key of a surname, as one term. */
export function surnameKey(surname: string): string {
  return `surname ${surname}`;
}

/** Returns the key of all names with the surname whose first forename begins with the same letter. */
export function initialKey(forename: string, surname: string): string {
  return `initial ${[...forename][0]} ${surname}`;
}

function authorKeyOf(terms: readonly string[]): string {
  const words: string[] = [];
  let wasInitial = false;
  for (const term of terms) {
    if (HONORIFICS.has(term)) continue;
    const isInitial = term.length === 1 || (term.length === 2 && term.codePointAt(0)! > 0xffff);
    if (isInitial && wasInitial) words.push(`${words.pop()}${term}`);
    else words.push(term);
    wasInitial = isInitial;
  }
  return words.length === 0 ? '' : `author ${words.sort().join(' ')}`;
}

/** Matches spaces, punctuation, invisible characters, and letters that are written like apostrophes. */
const NOT_IN_NAME_FORM = /[\s\p{P}\p{Cc}\p{Cf}\p{Sk}\u02b9-\u02bf]+/gu;
/** Matches what separates the numbers of a date, and the hyphen before a date without beginning: `1802-1870`, `-1870`. */
const DATE_SEPARATOR = /(?<=\d)[\s\p{P}]+(?=\d)|(?<=^|[\s,(])\p{Pd}(?=\d)/gu;

/**
 * Returns a key of the name of an author, which is the same for names that differ only in case, spaces and punctuation.
 * Names with different dates or accents have different keys.
 *
 * @example nameFormKey('Wells, H. G., 1866-1946') === nameFormKey('WELLS, H.G. 1866-1946.') // true
 * @example nameFormKey('Hart, Ann, 1950-') === nameFormKey('Hart, Ann, -1950') // false
 */
export const nameFormKey = memoizePerText(1024, 256, (name) => {
  // The normalization would make a combining mark of an acute accent that stands for an apostrophe.
  const key = normalizeUnicode(name.replaceAll('\u00b4', "'"), 'NFKD')
    .replace(DATE_SEPARATOR, '|')
    .replace(NOT_IN_NAME_FORM, '');
  // The case folding of Unicode: `ß` becomes `ss`.
  return key.toUpperCase().toLowerCase() || name;
});

/** Matches a subordinate body, such as `United States. Congress`, and a name with a qualifier, such as `Bureau (U.S.)`. */
const CORPORATE = /^[^,(]*(?:\p{L}{4}\.\s+\p{Lu}|\([^)]*\)(?:$|\.\s))/u;

/**
 * Returns whether a name has the form of the heading of an organization: a body within another one, or a qualifier in
 * parentheses, without a comma before it. Other names of organizations look like names of persons.
 *
 * @example isCorporateName('United States. Government Accountability Office') // true
 * @example isCorporateName('Wells, H. G. (Herbert George)') // false
 */
export function isCorporateName(name: string): boolean {
  return CORPORATE.test(name);
}

/**
 * Returns the name of a series as a key: its words in lower case, without accents and spaces.
 *
 * @returns an empty string for a name without words
 * @example seriesKey('The Hunger Games') // 'series thehungergames'
 */
export function seriesKey(name: string): string {
  const key = titleKey(name);
  return key === '' ? '' : `series ${key}`;
}

/** Returns the keys of the authors and series of a title, and of the surnames of the authors. */
export function nameKeys({
  authors = [],
  alternate_authors = [],
  series = [],
  alternate_series = [],
}: Pick<
  Title,
  'authors' | 'alternate_authors' | 'series' | 'alternate_series'
>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const name of [...authors.map(({ name }) => name), ...alternate_authors]) {
    keys.add(authorKey(name));
    for (const key of surnameKeys(name)) keys.add(key);
  }
  for (const name of [...series.map(({ name }) => name), ...alternate_series]) {
    keys.add(seriesKey(name));
    keys.add(seriesKey(withoutLeadingArticle(name)));
  }
  keys.delete('');
  return keys;
}
