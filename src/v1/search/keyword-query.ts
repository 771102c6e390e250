import type { Query } from '../../search/index.js';
import { anyForm, type ExpandedWord } from './expanded-word.js';

/** The boost of a stop word in a query with other words. */
const STOP_WORD_BOOST = 0.1;

/**
 * Creates the query for words. Stop words (articles, conjunctions and short prepositions) are optional and add a
 * little to the score, unless all words are stop words.
 *
 * @param kind `and` requires every word that is not optional, `or` requires one of them. Default: `and`.
 */
export function keywordQuery(words: readonly ExpandedWord[], kind: 'and' | 'or' = 'and'): Query {
  const contentWords = words.filter((word) => !word.isStopWord);
  const required = contentWords.length === 0 ? words : contentWords;
  const optional = words.filter((word) => !required.includes(word));
  const queries = required.map(anyForm);
  const requiredQuery: Query = queries.length === 1 ? queries[0] : { kind, queries };
  if (optional.length === 0) return requiredQuery;
  return {
    kind: 'boolean',
    required: requiredQuery,
    optional: optional.flatMap(({ forms }) => forms.map(withStopWordBoost)),
  };
}

/** A stop word has one form, which is a term. */
function withStopWordBoost(form: Query): Query {
  return form.kind === 'term' ? { ...form, boost: STOP_WORD_BOOST } : form;
}
