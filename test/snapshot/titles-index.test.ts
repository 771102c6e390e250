import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Titles } from '../../src/catalog/catalog.js';
import type { Title } from '../../src/catalog/records/title.js';
import { SEARCH_FIELDS, searchTextOf } from '../../src/catalog/search-fields.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import type { Query } from '../../src/search/query.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { runs } from '../random-seed.js';
import { createOracle } from '../search/minisearch-oracle.js';
import { expectSameAnswer } from '../search/same-answer.js';
import { openedCatalog, realCatalogs, skippedCatalog } from '../shared-data.js';

/** The number of random queries for a demo catalog, and for a real catalog, where a query takes longer. */
const [RUNS, REAL_RUNS] = [300, 60];

const ALL_FIELDS = Object.fromEntries(SEARCH_FIELDS.map((field, i) => [field, 1 + i / 4]));

/**
 * Generates term queries with these words or their beginnings, and `and`, `or` and `and_not` queries of up to two
 * levels.
 */
function queriesIn(words: readonly string[]): fc.Arbitrary<Query> {
  const term: fc.Arbitrary<Query> = fc
    .record({
      word: fc.constantFrom(...words),
      removedChars: fc.constantFrom(0, 0, 1, 3),
      fields: fc.constantFrom(ALL_FIELDS, { title: 2, author: 1 }, { subject: 1 }),
      prefix: fc.boolean(),
      fuzzy: fc.constantFrom(0, 0, 1, 2),
      boost: fc.constantFrom(1, 2.5),
    })
    .map(({ word, removedChars, ...rest }) => ({
      kind: 'term',
      term: word.slice(0, Math.max(2, word.length - removedChars)),
      ...rest,
    }));
  const group = (part: fc.Arbitrary<Query>): fc.Arbitrary<Query> =>
    fc.record({
      kind: fc.constantFrom('and', 'or', 'and_not'),
      queries: fc.array(part, { minLength: 1, maxLength: 3 }),
    });
  return fc.oneof({ weight: 2, arbitrary: term }, group(term), group(fc.oneof(term, group(term))));
}

function recordsOf(titles: Titles): Title[] {
  return Array.from({ length: titles.size }, (_, number) => titles.get(number));
}

/** Expects the index of the titles to return the same results as a MiniSearch index of the same texts. */
function expectSameAsMiniSearch(titles: Titles, count: number): void {
  const records = recordsOf(titles);
  const texts = records.map((title) => searchTextOf(title, title.tags ?? []));
  const oracle = createOracle(texts, SEARCH_FIELDS);
  const words = texts
    .filter((_, number) => number % Math.ceil(texts.length / 400) === 0)
    .flatMap((text) => analyze([text.title, text.author, text.subject].flat().join(' ')));
  fc.assert(
    fc.property(queriesIn(words), (query) => expectSameAnswer(titles.index, oracle, query)),
    { numRuns: runs(count) },
  );
}

describe('the index of a catalog', () => {
  it('returns the results of MiniSearch for the titles of a demo catalog', () => {
    // The catalog is built again without user content. The demo catalog also indexes the tags that users gave,
    // but MiniSearch indexes only the tags in the titles.
    const { library, titles } = openedCatalog('meridian');
    const catalog = createCatalog({ library, titles: recordsOf(titles) });
    expectSameAsMiniSearch(catalog.titles, RUNS);
  });

  it.for(['goodbooks', 'gutenberg'])(
    'returns the results of MiniSearch for the titles of %s',
    (name, { skip }) => {
      if (!realCatalogs.includes(name)) skip(skippedCatalog(name));
      expectSameAsMiniSearch(openedCatalog(name).titles, REAL_RUNS);
    },
  );
});
