import { analyzePhrase, fold, hasCjk, type Query, tokenize } from '../../search/index.js';
import { type ExpandedWord, expandWord, type WordSearch } from '../search/expanded-word.js';
import { LIMITS } from './limits.js';
import { allOf, anyOf, type OptionalQuery } from './optional-query.js';
import type { WildcardNode } from './syntax-tree.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text that a title must have. */
export type RequiredWords = 'all but stop words' | 'all words';

/**
 * Creates the query for titles that have every required word of a text, in any form of the word.
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
  return allOf(words.filter((word) => required === 'all words' || !word.isStopWord).map(anyForm));
}

/**
 * Creates the query for titles that have the words of a text next to each other, in the same order
 * and without other inflections.
 *
 * @returns undefined if the text has no words
 */
export function phraseQuery(text: string, search: WordSearch): OptionalQuery {
  const words = tokenize(text);
  if (words.length === 1 && words[0].kind === 'cjk') return anyForm(expandWord(words[0], search));
  const terms = analyzePhrase(text);
  return terms.length === 0 ? undefined : { kind: 'phrase', terms, fields: search.fields };
}

/**
 * Creates the query for titles that match a word with wildcards. If the text consists of several
 * words, as in `e-mai*`, every word is required. Chinese, Japanese or Korean text without `?` is
 * searched without its `*`, because CJK bigrams match inside longer words anyway.
 *
 * @returns undefined if there are no letters or digits to search for
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

/** Creates the query for any form of a word. Term queries are boosted by the weights of the forms. */
function anyForm({ forms }: ExpandedWord): OptionalQuery {
  return anyOf(
    forms.map(
      ({ query, weight }): Query =>
        query.kind === 'term' ? { ...query, boost: (query.boost ?? 1) * weight } : query,
    ),
  );
}
