/*
 * The keys of authors and series: names that differ only in their spelling have the same key, such as `Wells, H. G.` and
 * `H.G. Wells`. `title-key.ts` has the keys of titles.
 */

import { memoizePerText } from '../base/lazy.js';
import { normalizeUnicode } from '../base/normalize-unicode.js';
import { analyzePhrase } from '../search/index.js';
import type { Title } from './records/title.js';
import { withoutLeadingArticle } from './sort-title.js';
import { titleKey } from './title-key.js';

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
