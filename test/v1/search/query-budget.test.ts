import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { type Query, QueryCostError, type SearchIndex } from '../../../src/search/index.js';
import { ApiError } from '../../../src/v1/api-error.js';
import { matchWithinBudget, maxQueryCost } from '../../../src/v1/search/query-budget.js';
import { searchTitles, traceSearchTitles } from '../../../src/v1/search-titles.js';
import { suggest } from '../../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';

const catalog = openedCatalog('alderwick');
const library = catalog.library.id;
const context = { baseUrl: 'http://x' };

/**
 * Multiplies the cost of every query as if the catalog had more titles. Records the maximum costs that the index receives,
 * and the costs of the queries that it accepts.
 */
function withFactor(
  factor: number,
  maximums: (number | undefined)[] = [],
  costs: number[] = [],
): Catalog {
  const { index } = catalog.titles;
  const scaled: SearchIndex = {
    ...index,
    match(query, options = {}) {
      maximums.push(options.maxCost);
      const { maxCost } = options;
      const scaledOptions = maxCost === undefined ? {} : { maxCost: maxCost / factor };
      const matches = index.match(query, scaledOptions);
      costs.push(matches.cost * factor);
      return { ...matches, cost: matches.cost * factor };
    },
  };
  return { ...catalog, titles: { ...catalog.titles, index: scaled } };
}

/** Returns the catalog as if it had `documentCount` titles. */
function withTitles(documentCount: number): Catalog {
  const scaled = withFactor(documentCount / catalog.titles.size);
  const index = { ...scaled.titles.index, documentCount };
  return { ...scaled, titles: { ...scaled.titles, index } };
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = LETTERS.flatMap((a) => ['a', 'e', 'o'].map((b) => a + b));
const common = [...'the of and in to for on with from history england story life world'.split(' ')];
const STOP_WORDS = ['the', 'of', 'and', 'in', 'to', 'a', 'for', 'on'];
const stopPairs = STOP_WORDS.flatMap((a) => STOP_WORDS.map((b) => `"${a} ${b}"`));
const join = (clauses: readonly string[], separator: string) =>
  clauses.slice(0, 64).join(separator);

/** The costliest custom queries of each kind. */
const CUSTOM = {
  'two-letter wildcards, any': join(suffixed(pairs, '*'), ' OR '),
  'two-letter wildcards, all': join(suffixed(pairs, '*'), ' '),
  'without two-letter wildcards': join(
    pairs.map((pair) => `-${pair}*`),
    ' ',
  ),
  'words with question marks': join(suffixed(pairs, '???'), ' OR '),
  'phrases of stop words': join(stopPairs, ' OR '),
  'proximity of stop words': join(suffixed(stopPairs, '~99').slice(0, 50), ' OR '),
  'common words': join(
    Array.from({ length: 64 }, (_, i) => common[i % common.length]),
    ' OR ',
  ),
  years: join(Array(40).fill('py:[* TO 2100]'), ' OR '),
  'call numbers': join(
    Array.from({ length: 64 }, (_, i) => `ca:${i % 10}`),
    ' OR ',
  ),
};

const VARIANTS = [
  { sort: 'title' },
  { sort: 'newly_acquired', limit: '100', page: '100000' },
  { page: '3', metadata: '1' },
  { title_format: 'BK', metadata: '1' },
  { language: 'none', sort: 'relevancy' },
];

function suffixed(texts: readonly string[], suffix: string): string[] {
  return texts.map((text) => text + suffix);
}

/** Returns the message of the 400 for a search, or undefined if the search is accepted. */
function refusalOf(params: Readonly<Record<string, string>>, searched: Catalog) {
  try {
    searchTitles([searched], new URLSearchParams({ library, ...params }), context);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(400);
    return error.message;
  }
}

function refusal(maximum: number): string {
  return `parameter 'q': expected a query that costs at most ${maximum} steps, found a query that costs more; use fewer or rarer words, or more letters before a wildcard`;
}

/** The refusal in a catalog of up to 100,000 titles. */
const REFUSAL = refusal(6_000_000);

describe('The query budget', () => {
  it.each(Object.entries(CUSTOM))('refuses %s in a catalog of a million titles', (_, q) => {
    const message = refusalOf({ q, search_type: 'custom' }, withTitles(1_000_000));
    expect(message).toBe(refusal(30_000_000));
  });

  it.each(Object.entries(CUSTOM))('accepts or refuses %s whatever else is asked', (_, q) => {
    for (const factor of [1, 10, 100, 1000]) {
      const params = { q, search_type: 'custom' };
      const refusal = refusalOf(params, withFactor(factor));
      for (const variant of VARIANTS) {
        expect(refusalOf({ ...params, ...variant }, withFactor(factor))).toBe(refusal);
      }
    }
  });

  it('grows with the titles, so that no frequent word is refused in a catalog of ten million', () => {
    const limited = withFactor(10_000_000 / catalog.titles.size);
    const large = withTitles(10_000_000);
    for (const q of common) expect(refusalOf({ q }, large)).toBeUndefined();
    expect(common.filter((q) => refusalOf({ q }, limited) !== undefined)).not.toEqual([]);
    const [q] = Object.values(CUSTOM);
    expect(refusalOf({ q, search_type: 'custom' }, large)).toBe(refusal(150_000_000));
  });

  it.each([
    [0, 6_000_000],
    [100_000, 6_000_000],
    [200_000, 12_000_000],
    [500_000, 30_000_000],
    [2_000_000, 30_000_000],
    [10_000_000, 150_000_000],
  ])('is, in a catalog of %i titles, %i', (documentCount, maximum) => {
    expect(maxQueryCost(documentCount)).toBe(maximum);
  });

  it('limits every query of a search', () => {
    const maximums: (number | undefined)[] = [];
    const watched = withFactor(1, maximums);
    for (const q of ['the history', 'histroy', 'zzzqq xqxq', 'hist']) {
      refusalOf({ q }, watched);
      refusalOf({ q, search_type: 'custom' }, watched);
    }
    expect(maximums).toContain(6_000_000);
    expect(maximums.every((maximum) => maximum !== undefined && maximum <= 6_000_000)).toBe(true);
  });

  it('limits the relaxed queries of a search together', () => {
    const maximum = (2 / 3) * 6_000_000;
    const relaxedCosts = (factor: number) => {
      const costs: number[] = [];
      refusalOf({ q: 'story of england history whale dracula' }, withFactor(factor, [], costs));
      return costs.slice(1);
    };
    const sum = (costs: readonly number[]) => costs.reduce((total, cost) => total + cost, 0);
    const costs = relaxedCosts(1);
    // Each relaxed query alone is below the maximum.
    const factor = (0.9 * maximum) / Math.max(...costs);
    expect(sum(costs) * factor).toBeGreaterThan(maximum);
    expect(sum(relaxedCosts(factor))).toBeLessThanOrEqual(maximum);
    expect(relaxedCosts(factor).length).toBeGreaterThan(0);
  });

  it('refuses a keyword search whose words cost too much', () => {
    expect(refusalOf({ q: 'history of the world' }, withFactor(1e9))).toBe(REFUSAL);
  });

  it('searches without synonyms that are phrases when they cost too much', () => {
    const countIn = (searched: Catalog) =>
      searchTitles([searched], { q: 'usa', library }, context).count;
    const withTerms = countIn(withFactor(10_000));
    expect(withTerms).toBeGreaterThan(0);
    expect(withTerms).toBeLessThan(countIn(withFactor(1)));
  });

  it('skips the relaxed queries that cost too much', () => {
    const relaxed = (searched: Catalog) =>
      traceSearchTitles([searched], { q: 'histroy', library }, context).relaxed;
    expect(relaxed(withFactor(1))).toBe('typos');
    expect(relaxed(withFactor(1e9))).toBe(undefined);
  });

  it('searches fewer words when the search for any word costs too much', () => {
    const find = (factor: number) => {
      const params = { q: 'england zzzqq history moby', library, limit: 100 };
      return traceSearchTitles([withFactor(factor)], params, context);
    };
    expect(find(1).relaxed).toBe('any');
    const factors = [100, 300, 1000, 3000, 10_000, 30_000];
    const counts = [1, ...factors].map((factor) => find(factor).body.count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts.some((count) => count > 0 && count < counts[0])).toBe(true);
  });

  it('keeps suggestions of many words cheap', () => {
    const costs: number[] = [];
    const { index } = catalog.titles;
    const measured: SearchIndex = {
      ...index,
      match(query) {
        try {
          index.match(query, { maxCost: 0 });
        } catch (error) {
          if (!(error instanceof QueryCostError)) throw error;
          costs.push(error.cost);
        }
        return index.match(query);
      },
    };
    const searched = { ...catalog, titles: { ...catalog.titles, index: measured } };
    for (const letter of LETTERS) {
      suggest([searched], { q: letter, library });
      suggest([searched], { q: `${common.join(' ')} ${letter}`, library });
    }
    const factor = 1_000_000 / catalog.titles.size;
    expect(Math.max(0, ...costs) * factor).toBeLessThan(maxQueryCost(1_000_000));
  });

  it('returns no suggestions for misspelled words whose search costs too much', () => {
    const suggestIn = (searched: Catalog) => {
      return suggest([searched], { q: 'histroy of englnad', library }).suggestions;
    };
    expect(suggestIn(withFactor(1))).not.toEqual([]);
    expect(suggestIn(withFactor(1e9))).toEqual([]);
  });
});

describe('matchWithinBudget', () => {
  const titles = Array.from({ length: 500 }, (_, i) => book(`${i}`, `The ${i} of the sea`));
  const { index } = catalogOf({ titles }).titles;
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
