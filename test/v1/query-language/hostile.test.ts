import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/v1/api-error.js';
import { printQuery } from '../../../src/v1/query-language/syntax-tree.js';
import { isLong } from '../../long-tests.js';
import { runs } from '../../random-seed.js';
import { openedCatalog } from '../../shared-data.js';
import { hostileQueries, treesIn } from './random-queries.js';
import { search } from './small-library.js';

const RUNS = runs(isLong ? 10_000 : 1000);

describe('A custom search', () => {
  it(`returns results or throws 400 for any query that is not blank (${RUNS} runs)`, () => {
    const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
    const queries = fc.oneof(hostileQueries, treesIn('anywhere').map(printQuery));
    let accepted = 0;
    fc.assert(
      fc.property(
        queries.filter((query) => query.trim() !== ''),
        fc.constantFrom(...catalogs),
        (query, catalog) => {
          try {
            const { count } = search(query, catalog);
            expect(count).toBeLessThanOrEqual(catalog.titles.size);
            accepted++;
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(error.status).toBe(400);
            expect(error.message).toMatch(/^parameter 'q'.*[^.]$/s);
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 2);
    expect(accepted).toBeLessThan(RUNS);
  });
});
