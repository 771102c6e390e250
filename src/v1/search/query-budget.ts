import { type Matches, type Query, QueryCostError, type SearchIndex } from '../../search/index.js';
import { parameterError } from '../api-error.js';
import type { ClauseLabel } from './expanded-word.js';

/**
 * Returns the maximum cost of a query, in the unit of `QueryCost`: 60 per title, but at least 6,000,000 and at most
 * 30,000,000. With more than 2,000,000 titles it is 15 per title, because the most frequent words cost up to 12 per
 * title and are accepted in any catalog.
 *
 * In generated catalogs of 100,000 and 1,000,000 titles, this maximum refuses no query of `npm run bench:relevance` and
 * no prefix of one or two letters. `docs/scaling.md` has the time of the slowest query that is accepted.
 */
export function maxQueryCost(documentCount: number): number {
  return Math.max(6_000_000, Math.min(60 * documentCount, 30_000_000), 15 * documentCount);
}

const SYNONYM: ClauseLabel = 'synonym';

/** Matches, and the query that was searched. */
export interface QueryMatches {
  readonly query: Query;
  readonly matches: Matches;
}

/**
 * Finds the documents that match a query, which is simplified if it costs too much.
 *
 * @throws ApiError 400 for a query that costs too much
 */
export function matchWithinBudget(index: SearchIndex, query: Query): QueryMatches {
  const maxCost = maxQueryCost(index.documentCount);
  try {
    return matchBelow(maxCost, index, query);
  } catch (error) {
    if (!(error instanceof QueryCostError)) throw error;
    throw parameterError(
      'query_too_costly',
      'q',
      `a query that costs at most ${maxCost} steps`,
      'a query that costs more; use fewer or rarer words, or more letters before a wildcard',
    );
  }
}

/**
 * Finds the documents that match a query. A query that costs too much is simplified. First, its optional queries are
 * left out, because they only change the order of the documents; then the synonyms that are phrases.
 *
 * @throws QueryCostError if the query still costs too much
 */
function matchBelow(maxCost: number, index: SearchIndex, query: Query): QueryMatches {
  try {
    return { query, matches: index.match(query, { maxCost }) };
  } catch (error) {
    if (!(error instanceof QueryCostError)) throw error;
    const simpler = query.kind === 'boolean' ? query.required : withoutPhraseSynonyms(query);
    if (simpler === query) throw error;
    return matchBelow(maxCost, index, simpler);
  }
}

/**
 * Leaves out the synonyms of words that are phrases, such as `science fiction` for `sci-fi`. Finding a phrase of
 * frequent words costs more than finding a word. Returns the same object if the query has no such synonym.
 */
function withoutPhraseSynonyms(query: Query): Query {
  if (query.kind !== 'and' && query.kind !== 'dis_max') return query;
  const kept = query.queries.filter(
    ({ kind, label }) => query.kind === 'and' || label !== SYNONYM || kind !== 'proximity',
  );
  const queries = kept.map(withoutPhraseSynonyms);
  const isSame =
    queries.length === query.queries.length && queries.every((part, i) => part === kept[i]);
  return isSame ? query : { ...query, queries };
}

/**
 * The maximum cost of the relaxed queries of a search together, as a fraction of the maximum of other queries. It is lower,
 * because the matches are ranked twice; see `similarTitleBoosts`.
 */
const RELAXED_FRACTION = 2 / 3;

/**
 * Finds the documents that match a relaxed query of a search. Returns undefined if the query, together with the relaxed
 * queries before it, costs too much.
 */
export type MatchRelaxed = (query: Query) => QueryMatches | undefined;

/** Returns the function that finds the matches of the relaxed queries of one search. */
export function createMatchRelaxed(index: SearchIndex): MatchRelaxed {
  let remaining = RELAXED_FRACTION * maxQueryCost(index.documentCount);
  return (query) => {
    try {
      const found = matchBelow(remaining, index, query);
      remaining -= found.matches.cost;
      return found;
    } catch (error) {
      if (error instanceof QueryCostError) return undefined;
      throw error;
    }
  };
}
