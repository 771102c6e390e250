/*
 * The queries for fields of text, identifiers and call numbers: words, phrases, proximity and wildcards. Their matches
 * add to the score of a title, except matches in call numbers. Fields with values are in `value-queries.ts`.
 */

import { partitionPoint } from '../../base/binary-search.js';
import { HYPHENS } from '../../base/normalize-unicode.js';
import type { Titles } from '../../catalog/catalog.js';
import { normalizeCallNumber } from '../../catalog/search-fields.js';
import {
  analyzePhrase,
  fold,
  hasCjk,
  isbnOfSbn,
  isStopWord,
  type Query,
  tokenize,
} from '../../search/index.js';
import {
  createWordSearch,
  expandWord,
  keyOfWord,
  type WordSearch,
} from '../search/expanded-word.js';
import { LIMITS } from './syntax-error.js';
import type { WildcardNode } from './syntax-tree.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Matches a comma, including Arabic and Chinese commas. */
const COMMA = /[,\u060c\uff0c]/;
const HYPHENS_AND_SPACES = new RegExp(`[\\s${HYPHENS}]+`, 'g');

/** The query of a clause, or undefined for a clause that is ignored, such as a stop word. */
export type OptionalQuery = Query | undefined;

/** Creates the query that requires every clause that is not ignored. Returns undefined if all are ignored. */
export function allOf(clauses: readonly OptionalQuery[]): OptionalQuery {
  const queries = clauses.filter((clause) => clause !== undefined);
  return queries.length > 1 ? { kind: 'and', queries } : queries[0];
}

/**
 * Creates the query that requires at least one of the clauses that are not ignored. Returns undefined if
 * all are ignored.
 */
export function anyOf(clauses: readonly OptionalQuery[]): OptionalQuery {
  const queries = clauses.filter((clause) => clause !== undefined);
  return queries.length > 1 ? { kind: 'or', queries } : queries[0];
}

/** The words of a text that a title must have. Stop words are articles, conjunctions and short prepositions. */
export type RequiredWords = 'all but stop words' | 'all words';

/**
 * Creates the query for titles that have every required word of a text. A word matches in any of its
 * forms, such as singular and plural.
 *
 * @returns undefined if the text has no required words
 */
export function wordQuery(
  text: string,
  search: WordSearch,
  required: RequiredWords,
): OptionalQuery {
  const distinct = new Map(tokenize(text).map((word) => [keyOfWord(word), word]));
  const words = [...distinct.values()].map((word) => expandWord(word, search));
  return allOf(
    words
      .filter((word) => required === 'all words' || !word.isStopWord)
      .map(({ forms }) => anyOf(forms)),
  );
}

/**
 * Creates the query for titles that have the words of a text next to each other, in the same order and
 * in the typed form. A single Chinese, Japanese or Korean character is searched like a word instead, so that
 * it also matches inside a longer text.
 *
 * @returns undefined if the text has no words
 */
export function phraseQuery(text: string, search: WordSearch): OptionalQuery {
  const words = tokenize(text);
  const [first] = words;
  if (words.length === 1 && first.kind === 'cjk' && first.terms[0] === first.last) {
    return anyOf(expandWord(first, search).forms);
  }
  const { fields } = search;
  const terms = analyzePhrase(text);
  if (terms.length === 0) return undefined;
  return terms.length === 1
    ? { kind: 'term', term: terms[0], fields }
    : { kind: 'phrase', terms, fields };
}

/**
 * Creates the query for titles that have the words of a name as a phrase. If the name has exactly one comma,
 * the two parts also match in the opposite order: `king, stephen` finds `Stephen King`.
 *
 * @returns undefined if the name has no words
 */
export function namePhraseQuery(name: string, search: WordSearch): OptionalQuery {
  const asTyped = phraseQuery(name, search);
  const [first, last, ...others] = name.split(COMMA);
  if (asTyped === undefined || last === undefined || others.length > 0) return asTyped;
  const swapped = phraseQuery(`${last} ${first}`, search) ?? asTyped;
  return { kind: 'dis_max', queries: [asTyped, swapped] };
}

/**
 * Creates the query for titles that have the words of a text within `distance + words - 1` neighboring words
 * of one value, in any order and in the typed form.
 *
 * @returns undefined if the text has no words
 */
export function proximityQuery(
  text: string,
  distance: number,
  { fields }: WordSearch,
): OptionalQuery {
  const terms = analyzePhrase(text);
  const maxWidth = distance + terms.length - 1;
  return terms.length === 0 ? undefined : { kind: 'proximity', terms, maxWidth, fields };
}

/**
 * Creates the query for titles that match a word with wildcards. If the text consists of several words, as in
 * `sci-fi*`, every required word must match. Chinese, Japanese or Korean (CJK) text without `?` is searched without its
 * `*`. The index contains every pair of adjacent CJK characters, so the search also matches inside longer words.
 *
 * @returns undefined if the text has no required words
 */
export function wildcardQuery(
  { pieces, hasTrailingStar }: WildcardNode,
  search: WordSearch,
  required: RequiredWords,
): OptionalQuery {
  if (pieces.length === 1 && hasCjk(pieces[0])) {
    return wordQuery(pieces[0], search, required);
  }
  const patterns = [''];
  pieces.forEach((piece, i) => {
    const [first = '', ...others] = fold(piece).replaceAll("'", '').match(WORD) ?? [];
    patterns[patterns.length - 1] += `${i === 0 ? '' : '?'}${first}`;
    patterns.push(...others);
  });
  if (hasTrailingStar) patterns[patterns.length - 1] += '*';
  const { fields } = search;
  const queries = patterns
    .filter((pattern) => /[^*?]/.test(pattern))
    .filter((pattern) => required === 'all words' || !isStopWord(pattern))
    .map(
      (pattern): Query =>
        /[*?]/.test(pattern)
          ? { kind: 'wildcard', pattern, fields, maxTerms: LIMITS.maxWildcardTerms }
          : { kind: 'term', term: pattern, fields },
    );
  return allOf(queries);
}

/** Creates a word search in the index field with title ids, ISBNs and UPCs. */
export function identifierSearch(titles: Titles): WordSearch {
  return createWordSearch(titles, { identifier: 1 });
}

/**
 * Creates the query for titles with an identifier: a title id, a UPC, an ISBN-10 or an ISBN-13. The
 * identifier is searched both as typed and without hyphens and spaces. The words of an identifier such as
 * `alma-991` must be adjacent in one identifier of the title.
 *
 * @returns undefined if the text has no letters or digits
 */
export function identifierQuery(text: string, search: WordSearch): OptionalQuery {
  const plain = text.replace(HYPHENS_AND_SPACES, '');
  const forms = new Set([text, plain, isbnOfSbn(plain.toLowerCase()) ?? plain]);
  return anyOf([...forms].map((form) => phraseQuery(form, search)));
}

/**
 * Creates the query for titles with an identifier that matches a word with wildcards. The word is searched both
 * as typed and without hyphens.
 *
 * @returns undefined if the word has no letters or digits
 */
export function identifierWildcardQuery(wildcard: WildcardNode, search: WordSearch): OptionalQuery {
  const pieces = wildcard.pieces.map((piece) => piece.replace(HYPHENS_AND_SPACES, ''));
  const asTyped = wildcardQuery(wildcard, search, 'all words');
  return wildcard.pieces.every((piece, i) => piece === pieces[i])
    ? asTyped
    : anyOf([asTyped, wildcardQuery({ ...wildcard, pieces }, search, 'all words')]);
}

/**
 * Creates the query for titles with a call number that begins with a text. Case and repeated spaces are
 * ignored. An empty text matches no title.
 */
export function callNumberQuery(titles: Titles, beginning: string): Query {
  const { dictionary } = titles.queryColumns.call_number;
  const prefix = normalizeCallNumber(beginning);
  const start = partitionPoint(0, dictionary.size, (ord) => dictionary.get(ord) < prefix);
  const end = partitionPoint(
    start,
    dictionary.size,
    (ord) => dictionary.get(ord).slice(0, prefix.length) <= prefix,
  );
  return { kind: 'value_range', column: 'call_number', start, end: prefix === '' ? start : end };
}
