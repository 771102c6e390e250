import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import type { UserContent } from '../../src/catalog/records/user-content.js';
import { ApiError } from '../../src/v1/api-error.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { isLong } from '../long-tests.js';
import { DEMO, generatedCatalog, openedCatalog } from '../shared-data.js';
import {
  answerOf,
  createPlainSearch,
  type SearchAnswer,
  type SearchParameters,
} from './plain-search.js';
import { broadSearchesIn, randomTitles, searchesIn } from './random-searches.js';

/** A factor on the number of searches. */
const TIMES = isLong ? 10 : 1;

/** The first pages of results of at least this many titles are ranked with score upper bounds. */
const MIN_PRUNED = 10_000;

const CONTEXT = { baseUrl: 'https://api.example.org' };

/** Returns the answer of a search, or the message if the search is refused. */
function outcomeOf(search: () => SearchAnswer): SearchAnswer | string {
  try {
    return search();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** A search that is not refused. */
interface Answered {
  readonly params: SearchParameters;
  readonly answer: SearchAnswer;
}

const hasMatches = ({ answer }: Answered) => answer.count > 0;

/** Expects both implementations to return the same answers. Returns the searches and answers. */
function expectSameAnswers(
  catalog: ReturnType<typeof catalogOf>,
  plain: (params: SearchParameters) => SearchAnswer,
  searches: fc.Arbitrary<SearchParameters>,
  options: fc.Parameters<[SearchParameters]>,
): Answered[] {
  const answered: Answered[] = [];
  fc.assert(
    fc.property(searches, (params) => {
      const found = outcomeOf(() => answerOf(searchTitles([catalog], params, CONTEXT)));
      expect(found).toEqual(outcomeOf(() => plain(params)));
      if (typeof found !== 'string') answered.push({ params, answer: found });
    }),
    options,
  );
  return answered;
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
    const options = { numRuns: 50 * TIMES };
    const answered = expectSameAnswers(catalog, plain, searchesIn(name, titles), options);
    expect(answered.filter(hasMatches).length).toBeGreaterThan(15 * TIMES);
  });

  it('in random catalogs', () => {
    let found = 0;
    fc.assert(
      fc.property(randomTitles, (titles) => {
        if (titles.length === 0) return;
        const catalog = catalogOf({ titles });
        const searches = searchesIn('harbour', titles);
        const plain = createPlainSearch(catalog, titles);
        const answered = expectSameAnswers(catalog, plain, searches, { numRuns: 5 });
        found += answered.filter(hasMatches).length;
      }),
      { numRuns: 10 * TIMES },
    );
    expect(found).toBeGreaterThan(20 * TIMES);
  });

  it('in a generated catalog of 11,000 titles, in which many matches are not scored', () => {
    const { catalog, titles } = generatedCatalog();
    const plain = createPlainSearch(catalog, titles);
    const searches = searchesIn('generated', titles);
    const answered = expectSameAnswers(catalog, plain, searches, { numRuns: 50 * TIMES });
    expect(answered.filter(hasMatches).length).toBeGreaterThan(15 * TIMES);
    const broad = broadSearchesIn('generated', titles);
    const options = { numRuns: 50 * TIMES };
    const pruned = expectSameAnswers(catalog, plain, broad, options).filter(
      ({ answer: { count } }) => count >= MIN_PRUNED,
    );
    expect(pruned.length).toBeGreaterThan(40 * TIMES);
  }, 300_000);
});
