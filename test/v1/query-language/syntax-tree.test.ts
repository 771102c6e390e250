import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCustomQuery } from '../../../src/v1/query-language/parser.js';
import { LIMITS } from '../../../src/v1/query-language/syntax-error.js';
import { printQuery } from '../../../src/v1/query-language/syntax-tree.js';
import { runs } from '../../random-seed.js';
import { hostileQueries, treesIn } from './random-queries.js';

describe('printQuery', () => {
  it('returns a query that parses to the same tree', () => {
    const trees = treesIn('anywhere').filter(
      (tree) => [...printQuery(tree)].length <= LIMITS.maxCharacters,
    );
    fc.assert(
      fc.property(trees, (tree) => {
        expect(parseCustomQuery(printQuery(tree))).toEqual(tree);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('returns its result unchanged when the result is parsed and printed again', () => {
    let parsed = 0;
    fc.assert(
      fc.property(hostileQueries, (query) => {
        let printed: string;
        try {
          printed = printQuery(parseCustomQuery(query));
        } catch {
          return;
        }
        if ([...printed].length > LIMITS.maxCharacters) return;
        parsed++;
        expect(parseCustomQuery(printed)).toEqual(parseCustomQuery(query));
        expect(printQuery(parseCustomQuery(printed))).toBe(printed);
      }),
      { numRuns: runs(3000) },
    );
    expect(parsed).toBeGreaterThan(runs(3000) / 4);
  });

  it.for([
    [
      'Anywhere:(canadian immigration) -Title:(census)',
      'anywhere:(canadian immigration) -title:census',
    ],
    ['TI:(moby AND dick) NOT fo:DVD', 'title:(moby dick) -format:DVD'],
    ['(a OR b) AND c', '(a OR b) c'],
    ['a AND b OR c AND d', 'a b OR c d'],
    ['((a))', 'a'],
    ['su:“war and peace”', 'subject:"war and peace"'],
    ['ti:“moby dick”~5 ~5', 'title:"moby dick"~5 \\~5'],
    ['+a && !b || c', 'a -b OR c'],
    ['\\+a \\&& \\!b c++', '\\+a \\&& \\!b c++'],
    ['title:\\/a/ \\or author:a\\^5', 'title:\\/a/ \\or author:a\\^5'],
    ['py:(>1900 <=1950) sr:>=-4.5', 'pubyear:(>1900 <=1950) starrating:>=-4.5'],
    ['py:[1918 to 1939]', 'pubyear:[1918 TO 1939]'],
    ['ti:wom?n*', 'title:wom?n*'],
    ['\\AND \\-x what\\?', '\\AND \\-x what\\?'],
    ['py:[ 1918 TO * ]', 'pubyear:[1918 TO *]'],
    ['NOT -a', 'a'],
  ])('prints %s as %s', ([query, printed]) => {
    expect(printQuery(parseCustomQuery(query))).toBe(printed);
  });
});
