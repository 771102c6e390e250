import { intersect, locateAll } from '../search/document-sets.js';
import type { Matches } from '../search/matches.js';
import type { Query } from '../search/query.js';
import type { SearchIndex } from '../search/search-index.js';
import type { AskedWord, WordForm } from './asked-word.js';

/** Which words are to be found, and which only count where they stand. */
export interface WordsQuery {
  readonly words: readonly AskedWord[];
  /** Whether a document needs all of {@link words}, or any. */
  readonly needs: 'all' | 'any';
  /** Words that select nothing and add a little to the score. */
  readonly optional: readonly AskedWord[];
}

/** What a word that selects nothing is worth beside one that does. */
const OPTIONAL_WEIGHT = 0.1;

/**
 * The documents that have the words. A document's score is the sum over its words of the best form
 * that it has, unlike that of an index's own OR, in which every form of a word counts again. Where
 * any word will do, that sum counts as often as the document has different words.
 */
export function matchWords(index: SearchIndex, query: WordsQuery): Matches {
  const { words, needs } = query;
  const queries = words.map(wordQuery);
  const matches =
    needs === 'all' ? index.match({ kind: 'and', queries }) : index.match({ kind: 'or', queries });
  const isPlain = words.every(({ forms }) => forms.length === 1) && query.optional.length === 0;
  if (isPlain && (needs === 'all' || words.length === 1)) return matches;
  return scoredBy(matches.documents, (documents) => scoreWords(index, query, documents));
}

/** Matches of documents whose scores are computed when they are asked for. */
export function scoredBy(
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
    narrowed: (some) => scoredBy(some, score),
  };
}

function wordQuery({ forms }: AskedWord): Query {
  return forms.length === 1
    ? forms[0].query
    : { kind: 'or', queries: forms.map(({ query }) => query) };
}

function scoreWords(
  index: SearchIndex,
  { words, needs, optional }: WordsQuery,
  documents: Uint32Array,
): Float64Array {
  const scores = new Float64Array(documents.length);
  const counts = needs === 'any' ? new Uint16Array(documents.length) : undefined;
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

/** For each document the score of the best of the forms, 0 where it has none. */
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
    const places = locateAll(shared, documents);
    for (let i = 0; i < shared.length; i++) {
      const score = weight * scores[i];
      if (score > best[places[i]]) best[places[i]] = score;
    }
  }
  return best ?? new Float64Array(documents.length);
}
