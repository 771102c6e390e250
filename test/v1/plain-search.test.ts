import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import type { Library } from '../../src/catalog/records/library.js';
import type { Title } from '../../src/catalog/records/title.js';
import type { UserContent } from '../../src/catalog/records/user-records.js';
import { searchFieldsOf } from '../../src/catalog/search-fields.js';
import { ApiError } from '../../src/v1/api-error.js';
import type { RankingOptions } from '../../src/v1/search/field-boosts.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { isLong } from '../long-tests.js';
import { runs } from '../random-seed.js';
import { DEMO, generatedCatalog, openedCatalog } from '../shared-data.js';
import {
  answerOf,
  createPlainSearch,
  type SearchAnswer,
  type SearchParameters,
} from './plain-search.js';
import { broadSearchesIn, EXTRA_FIELDS, randomTitles, searchesIn } from './random-searches.js';

/** A factor on the number of searches. */
const TIMES = isLong ? 2 : 1;

/** The first pages of results of at least this many titles are ranked with score upper bounds. */
const MIN_PRUNED = 10_000;

const CONTEXT = { baseUrl: 'https://api.example.org' };

type PlainSearch = ReturnType<typeof createPlainSearch>;

/** Generates boosts of some of the fields. */
function boostsOf(library: Pick<Library, 'extra_fields'>): fc.Arbitrary<RankingOptions> {
  const fields = fc.constantFrom(...searchFieldsOf(library));
  const boosts = fc.dictionary(fields, fc.constantFrom(0.001, 0.5, 1, 20, 1000));
  return fc.record({ boosts });
}

/** Returns the answer of a search, or the message if the search is refused. */
function outcomeOf(search: () => SearchAnswer): SearchAnswer | string {
  try {
    return search();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** Expects both implementations to return the same answer, or to refuse the search. Returns the number of matches. */
function expectSameAnswer(
  catalog: Catalog,
  plain: PlainSearch,
  params: SearchParameters,
  options?: RankingOptions,
): number {
  const pairs = new URLSearchParams(params);
  const outcome = outcomeOf(() => answerOf(searchTitles([catalog], pairs, CONTEXT, options)));
  expect(outcome).toEqual(outcomeOf(() => plain(params, options)));
  return typeof outcome === 'string' ? 0 : outcome.count;
}

/** Compares the answers of random searches. Returns the number of matches of each search. */
function expectSameAnswers(
  catalog: Catalog,
  plain: PlainSearch,
  searches: fc.Arbitrary<SearchParameters>,
  options: fc.Arbitrary<RankingOptions> = fc.constant({}),
  numRuns = runs(30 * TIMES),
): number[] {
  const counts: number[] = [];
  fc.assert(
    fc.property(searches, options, (params, boosts) => {
      counts.push(expectSameAnswer(catalog, plain, params, boosts));
    }),
    { numRuns },
  );
  return counts;
}

function recordsIn<T>(library: string, file: string): T[] {
  const lines = readFileSync(join(DEMO, library, file), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

describe('searchTitles returns the same answers as scoring, sorting and counting all records', () => {
  it.each(['alderwick', 'meridian'])('in the demo catalog %s', (name) => {
    const catalog = openedCatalog(name);
    const titles = recordsIn<Title>(name, 'titles.jsonl');
    const userContent = recordsIn<UserContent>(name, 'user_content.jsonl');
    const plain = createPlainSearch(catalog, titles, userContent);
    const counts = expectSameAnswers(catalog, plain, searchesIn(name, titles));
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(counts.length / 10);
  });

  it('in random catalogs', () => {
    let found = 0;
    const anyTitles = randomTitles.filter((titles) => titles.length > 0);
    const searched = anyTitles.chain((titles) =>
      fc.tuple(
        fc.constant(titles),
        fc.array(
          fc.tuple(
            searchesIn('harbour', titles, EXTRA_FIELDS),
            fc.oneof(fc.constant({}), boostsOf({ extra_fields: EXTRA_FIELDS })),
          ),
          { minLength: 5 },
        ),
      ),
    );
    fc.assert(
      fc.property(searched, ([titles, searches]) => {
        const catalog = catalogOf({ titles, library: { extra_fields: EXTRA_FIELDS } });
        const plain = createPlainSearch(catalog, titles);
        for (const [params, options] of searches) {
          if (expectSameAnswer(catalog, plain, params, options) > 0) found++;
        }
      }),
      { numRuns: runs(15 * TIMES) },
    );
    expect(found).toBeGreaterThan(runs(15 * TIMES));
  });

  it.runIf(isLong)(
    'in a generated catalog of 11,000 titles, in which many matches are not scored',
    () => {
      const { catalog, titles } = generatedCatalog();
      const plain = createPlainSearch(catalog, titles);
      const counts = expectSameAnswers(catalog, plain, searchesIn('generated', titles));
      expect(counts.filter((count) => count > 0).length).toBeGreaterThan(counts.length / 4);
      const broad = expectSameAnswers(catalog, plain, broadSearchesIn('generated', titles));
      expect(broad.filter((count) => count >= MIN_PRUNED).length).toBeGreaterThan(
        0.7 * broad.length,
      );
      expectSameAnswers(
        catalog,
        plain,
        broadSearchesIn('generated', titles),
        boostsOf({}),
        runs(15 * TIMES),
      );
    },
    300_000,
  );
});
