import { syntaxError } from './syntax-error.js';

/** Matches a character after a backslash, with the backslash. */
const ESCAPE = /\\./gsu;
/** Matches a boost at the end of a word, such as `^5`. */
const BOOST = /\^\d+(?:\.\d+)?$/;
/** Matches `~` or a similarity, such as `~2`, at the end of a word. */
const FUZZY = /~\d*(?:\.\d+)?$/;
const LETTER_DIGIT_OR_WILDCARD = /[\p{L}\p{N}*?]/u;
/** Matches the last character of a group, a phrase or a range. */
const CLOSING = /[)\]"\u201c-\u201f]/;
/** Matches a text between two `/`. The text may contain spaces. */
const REGULAR_EXPRESSION = /\/(?:\\.|[^\\/])+\/(?=[\s)]|$)/suy;

/**
 * Throws for a word that ends with a boost, as in `whale^5`, or with `~`, as in `whale~2`. In other search
 * engines, `~` also finds similar words. Also throws if the boost or `~` follows a group, a phrase or a range.
 *
 * @param start the position of the word in `query`
 * @param word the word as it is written in the query, with its backslashes
 * @throws ApiError 400
 */
export function refuseBoostsAndFuzzyWords(query: string, start: number, word: string): void {
  const plain = word.replace(ESCAPE, (escaped) => 'x'.repeat(escaped.length));
  const followsClause = CLOSING.test(query[start - 1] ?? '');
  const boost = BOOST.exec(plain);
  if (boost !== null && (boost.index > 0 || followsClause)) {
    throw syntaxError(
      query,
      start + boost.index,
      'a clause without a boost',
      'remove the boost, or write \\^ for the character',
    );
  }
  const fuzzy = FUZZY.exec(plain);
  if (fuzzy === null) return;
  if (followsClause || LETTER_DIGIT_OR_WILDCARD.test(plain.slice(0, fuzzy.index))) {
    throw syntaxError(
      query,
      start + fuzzy.index,
      'a clause without ~',
      'use ~ only after a phrase, as in "war peace"~5, or write \\~ for the character',
    );
  }
}

/**
 * Throws for a regular expression, such as `/mob.y/`, at the position of the value of a field.
 *
 * @throws ApiError 400
 */
export function refuseRegularExpressions(query: string, at: number): void {
  REGULAR_EXPRESSION.lastIndex = at;
  if (!REGULAR_EXPRESSION.test(query)) return;
  throw syntaxError(
    query,
    at,
    'a value that is not a regular expression',
    'use the wildcards * and ?, or quotation marks for a text with /',
  );
}
