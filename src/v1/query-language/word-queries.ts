import { analyzePhrase, fold, hasCjk, type Query, tokenize } from '../../search/index.js';
import { expandWord, type WordSearch } from '../search/expanded-word.js';
import { LIMITS } from './limits.js';
import { allOf, anyOf, type OptionalQuery } from './optional-query.js';
import type { WildcardNode } from './syntax-tree.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

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
  const distinct = new Map(tokenize(text).map((word) => [JSON.stringify(word), word]));
  const words = [...distinct.values()].map((word) => expandWord(word, search));
  return allOf(
    words
      .filter((word) => required === 'all words' || !word.isStopWord)
      .map(({ forms }) => anyOf(forms)),
  );
}

/**
 * Creates the query for titles that have the words of a text next to each other, in the same order and
 * in the typed form. A text that is a single run of Chinese, Japanese or Korean characters is searched
 * like a word instead: a title must have every pair of adjacent characters of the run, in any order.
 *
 * @returns undefined if the text has no words
 */
export function phraseQuery(text: string, search: WordSearch): OptionalQuery {
  const words = tokenize(text);
  if (words.length === 1 && words[0].kind === 'cjk')
    return anyOf(expandWord(words[0], search).forms);
  const terms = analyzePhrase(text);
  return terms.length === 0 ? undefined : { kind: 'phrase', terms, fields: search.fields };
}

/**
 * Creates the query for titles that have the words of a text within `distance + words - 1` neighbouring words
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
 * Creates the query for titles that match a word with wildcards. If the text consists of several
 * words, as in `e-mai*`, every word is required. Chinese, Japanese or Korean (CJK) text without `?` is
 * searched without its `*`. The index contains every pair of adjacent CJK characters, so the search
 * also matches inside longer words.
 *
 * @returns undefined if the word has no letters or digits
 */
export function wildcardQuery(
  { pieces, hasTrailingStar }: WildcardNode,
  search: WordSearch,
): OptionalQuery {
  if (pieces.length === 1 && hasCjk(pieces[0])) {
    return wordQuery(pieces[0], search, 'all words');
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
    .map(
      (pattern): Query =>
        /[*?]/.test(pattern)
          ? { kind: 'wildcard', pattern, fields, maxTerms: LIMITS.maxWildcardTerms }
          : { kind: 'term', term: pattern, fields },
    );
  return allOf(queries);
}
