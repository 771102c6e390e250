import type { Title } from './records/title.js';
import { withoutLeadingArticle } from './sort-title.js';
import { termsOf, titleKey } from './title-key.js';

/** Words in names that readers leave out, as folded terms. */
const HONORIFICS: ReadonlySet<string> = new Set('sir dr mr mrs lord lady graf jr sr'.split(' '));

/** Matches a note in parentheses, such as the full form of initials. */
const NOTE = /\([^)]*\)/g;

const DIGIT = /\d/;

/** The maximum number of names in {@link recentKeys}. */
const MAX_RECENT_NAMES = 1024;
/** The maximum length of such a name in UTF-16 code units. */
const MAX_RECENT_CHARS = 256;

/** The keys of recent names. Two keys of a title contain the key of its author, and authors write several titles. */
const recentKeys = new Map<string, string>();

/**
 * Returns a person's name as a key: its words in lower case, without accents, in sorted order. Names in direct and
 * in inverted order have the same key. Initials are one word, whether or not they are written with spaces. Notes in
 * parentheses, parts with digits, and words such as `Sir` are left out.
 *
 * @returns an empty string for a name without words
 * @example authorKey('Wells, H. G. (Herbert George), 1866-1946') // 'author hg wells'
 */
export function authorKey(name: string): string {
  const recent = recentKeys.get(name);
  if (recent !== undefined) return recent;
  if (recentKeys.size >= MAX_RECENT_NAMES) recentKeys.clear();
  const key = computeAuthorKey(name);
  if (name.length <= MAX_RECENT_CHARS) recentKeys.set(name, key);
  return key;
}

function computeAuthorKey(name: string): string {
  const parts = name.replace(NOTE, ' ').split(',');
  return authorKeyOf(parts.filter((part) => !DIGIT.test(part)).flatMap(termsOf));
}

/**
 * Returns the {@link authorKey} of a name without punctuation, by its terms.
 *
 * @param terms the terms, as `analyzePhrase` returns them
 */
export function authorKeyOfTerms(terms: readonly string[]): string {
  return terms.some((term) => DIGIT.test(term)) ? '' : authorKeyOf(terms);
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

/** Returns the keys of the authors and series of a title, each once. */
export function nameKeys({
  authors = [],
  alternate_authors = [],
  series = [],
}: Pick<Title, 'authors' | 'alternate_authors' | 'series'>): string[] {
  const keys = [
    ...authors.map(({ name }) => authorKey(name)),
    ...alternate_authors.map(authorKey),
    ...series.flatMap(({ name }) => [seriesKey(name), seriesKey(withoutLeadingArticle(name))]),
  ];
  return [...new Set(keys)].filter((key) => key !== '');
}
