import { describe, expect, it } from 'vitest';
import { hostileQueries, joinClauses } from '../../../bench/queries/hostile-queries.js';
import type { Catalog } from '../../../src/catalog/catalog.js';
import {
  type Matches,
  type Query,
  QueryCostError,
  type SearchIndex,
} from '../../../src/search/index.js';
import { ApiError } from '../../../src/v1/api-error.js';
import { matchWithinBudget, maxQueryCost } from '../../../src/v1/search/query-budget.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { suggest } from '../../../src/v1/suggest.js';
import { generatedCatalog } from '../../shared-data.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };
const { catalog, titles } = generatedCatalog();

const STOP_WORDS = ['the', 'of', 'and', 'in', 'to', 'a', 'for', 'on'];
const PAIRS = STOP_WORDS.flatMap((a) => STOP_WORDS.map((b) => `"${a} ${b}"`));

/** Requests that are built to be costly. A search may be refused, but must not do more work than the budget. */
const REQUESTS = [
  ...hostileQueries(titles).map((family) => ({
    name: family.name,
    requests:
      'queries' in family
        ? family.queries
        : joinClauses(family.clauses, family.separator).map((q) => ({ q, type: family.type })),
  })),
  ...Object.entries({
    'phrases of stop words': PAIRS,
    'proximity of stop words': PAIRS.map((pair) => `${pair}~99`),
    'phrases of stop words or all titles': ['*', ...PAIRS],
  }).map(([name, clauses]) => ({
    name,
    requests: joinClauses(clauses, ' OR ').map((q) => ({ q, type: 'custom' as const })),
  })),
];

const VARIANTS: readonly Readonly<Record<string, string>>[] = [
  {},
  { page: '1000000', limit: '100' },
  { sort: 'title', page: '3' },
  { title_format: 'BK', publication_date: '1900-2000', metadata: '1' },
];

/**
 * Lowers the budget by a factor, as if the catalog had more titles. Searches that cost more are refused. Throws an
 * Error if an accepted query does more work than the lower budget.
 */
function withFactor(factor: number, onMatch: () => void): Catalog {
  const { index } = catalog.titles;
  const budget = maxQueryCost(index.documentCount) / factor;
  const checked: SearchIndex = {
    ...index,
    match(query, { maxCost } = {}) {
      if (maxCost !== undefined) {
        index.match(query, { maxCost: maxCost / factor, maxWork: Number.POSITIVE_INFINITY });
      }
      const matches = failAboveBudget(() => index.match(query, { maxWork: budget }));
      onMatch();
      return checkedMatches(matches);
    },
  };
  return { ...catalog, titles: { ...catalog.titles, index: checked } };
}

function checkedMatches(matches: Matches): Matches {
  return {
    ...matches,
    scores: () => failAboveBudget(matches.scores),
    top: (k, options) => failAboveBudget(() => matches.top(k, options)),
    narrowed: (some) => checkedMatches(matches.narrowed(some)),
  };
}

function failAboveBudget<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof QueryCostError) throw new Error(error.message);
    throw error;
  }
}

describe.each(REQUESTS)('The work of $name', ({ requests }) => {
  it('is at most the budget in larger catalogs, unless the query is refused', () => {
    let accepted = 0;
    for (const factor of [1, 10, 100, 1000]) {
      const searched = withFactor(factor, () => accepted++);
      for (const [i, { q, type, ...request }] of requests.entries()) {
        const params = 'params' in request ? request.params : VARIANTS[i % VARIANTS.length];
        const library = catalog.library.id;
        try {
          if (type === 'suggest') suggest([searched], { q, library });
          else searchTitles([searched], { ...params, q, library, search_type: type }, CONTEXT);
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 400)) throw error;
        }
      }
    }
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('matchWithinBudget', () => {
  const { index } = catalog.titles;
  const fields = { title: 1, author: 1 };
  const required: Query = { kind: 'term', term: 'the', fields };
  const near: Query = { kind: 'proximity', terms: ['the', 'of'], maxWidth: 2, fields };
  const query: Query = { kind: 'boolean', required, optional: [near] };

  it('searches a query that costs too much without its optional clauses', () => {
    const maxCost = 64 * index.match(required).documents.length;
    const match: SearchIndex['match'] = (searched) => index.match(searched, { maxCost });
    expect(() => match(query)).toThrow(QueryCostError);
    const found = matchWithinBudget({ ...index, match }, query);
    expect(found.query).toBe(required);
    expect(found.matches.documents).toEqual(index.match(required).documents);
  });

  it('refuses a query whose required clauses cost too much', () => {
    const match: SearchIndex['match'] = (searched) => index.match(searched, { maxCost: 1 });
    expect(() => matchWithinBudget({ ...index, match }, query)).toThrow(ApiError);
  });
});
