import {
  intersect,
  locateAll,
  type Matches,
  type Query,
  type SearchIndex,
} from '../../search/index.js';
import type { ExpandedWord, WordForm } from './expanded-word.js';

/** A query for words, each in any of its forms. The best form of each word determines the score. */
export interface DisMaxQuery {
  /** The words to match. {@link match} is how many of them a matching document must have. */
  readonly words: readonly ExpandedWord[];
  /** Whether a matching document must have all of the {@link words} or at least one of them. */
  readonly match: 'all' | 'any';
  /** Words that a matching document need not have, and that add a little to its score. */
  readonly optional: readonly ExpandedWord[];
}

/** The factor on the scores of optional words. The factor on the scores of {@link DisMaxQuery.words} is 1. */
const OPTIONAL_WEIGHT = 0.1;

/**
 * Finds the documents that match a query. Each word adds the score of its best form to the score of a
 * document. (In an OR query of the index, all forms of a word would add to the score.) With
 * `match: 'any'`, the sum for the {@link DisMaxQuery.words} is multiplied by the number of these words
 * that the document has.
 */
export function matchDisMax(index: SearchIndex, query: DisMaxQuery): Matches {
  const { words, match } = query;
  const queries = words.map(wordQuery);
  const matches =
    match === 'all' ? index.match({ kind: 'and', queries }) : index.match({ kind: 'or', queries });
  // Without alternative forms and optional words, the scores of the index are used. If each word is one
  // term, these scores rank the documents in the same order.
  const isPlain = words.every(({ forms }) => forms.length === 1) && query.optional.length === 0;
  if (isPlain && (match === 'all' || words.length === 1)) return matches;
  return withScores(matches.documents, (documents) => scoreWords(index, query, documents));
}

/**
 * Creates matches whose scores are computed on first use. Narrowed matches compute their own scores.
 *
 * @param documents the matching documents, in ascending order
 * @param score returns the scores of some of the documents, in the same order
 */
export function withScores(
  documents: Uint32Array,
  score: (documents: Uint32Array) => Float64Array,
): Matches {
  let scores: Float64Array | undefined;
  return {
    documents,
    scores() {
      scores ??= score(documents);
      return scores;
    },
    narrowed: (some) => withScores(some, score),
  };
}

function wordQuery({ forms }: ExpandedWord): Query {
  return forms.length === 1
    ? forms[0].query
    : { kind: 'or', queries: forms.map(({ query }) => query) };
}

function scoreWords(
  index: SearchIndex,
  { words, match, optional }: DisMaxQuery,
  documents: Uint32Array,
): Float64Array {
  const scores = new Float64Array(documents.length);
  const counts = match === 'any' ? new Uint16Array(documents.length) : undefined;
  for (const { forms } of words) {
    const best = bestScores(index, forms, documents);
    for (let i = 0; i < scores.length; i++) scores[i] += best[i];
    if (counts !== undefined) for (let i = 0; i < counts.length; i++) if (best[i] > 0) counts[i]++;
  }
  if (counts !== undefined) for (let i = 0; i < scores.length; i++) scores[i] *= counts[i];
  for (const { forms } of optional) {
    const best = bestScores(index, forms, documents);
    for (let i = 0; i < scores.length; i++) scores[i] += OPTIONAL_WEIGHT * best[i];
  }
  return scores;
}

/** Returns, for each document, the highest weighted score of a form, or 0 for a document without any form. */
function bestScores(
  index: SearchIndex,
  forms: readonly WordForm[],
  documents: Uint32Array,
): Float64Array {
  let best: Float64Array | undefined;
  for (const { query, weight } of forms) {
    const matches = index.match(query);
    const shared = intersect(documents, matches.documents);
    if (shared.length === 0) continue;
    const isWhole = shared.length === matches.documents.length;
    const scores = (isWhole ? matches : matches.narrowed(shared)).scores();
    if (best === undefined && shared.length === documents.length && weight === 1) {
      best = scores;
      continue;
    }
    best ??= new Float64Array(documents.length);
    const positions = locateAll(shared, documents);
    for (let i = 0; i < shared.length; i++) {
      const score = weight * scores[i];
      if (score > best[positions[i]]) best[positions[i]] = score;
    }
  }
  return best ?? new Float64Array(documents.length);
}
