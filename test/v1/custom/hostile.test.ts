import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/v1/api-error.js';
import { printQuery } from '../../../src/v1/custom/printer.js';
import { openedCatalog } from '../../shared-data.js';
import { ask } from './little-library.js';
import { hostileQueries, treesIn } from './queries.js';

const RUNS = process.env.CARREL_LONG ? 100_000 : 1000;

describe('Random and hostile queries', () => {
  it(`get results or a 400 and nothing else, ${RUNS} of them`, { timeout: 600_000 }, () => {
    const catalogs = ['alderwick', 'meridian'].map(openedCatalog);
    const queries = fc.oneof(hostileQueries, treesIn('anywhere').map(printQuery));
    let answered = 0;
    fc.assert(
      fc.property(
        queries.filter((query) => query.trim() !== ''),
        fc.constantFrom(...catalogs),
        (query, catalog) => {
          try {
            const { count } = ask(query, catalog);
            expect(count).toBeLessThanOrEqual(catalog.titles.size);
            answered++;
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            expect(error.status).toBe(400);
            expect(error.message).toMatch(/^Parameter 'q'.*\.$/s);
          }
        },
      ),
      { numRuns: RUNS, seed: 6 },
    );
    expect(answered).toBeGreaterThan(RUNS / 4);
    expect(answered).toBeLessThan(RUNS);
  });
});
