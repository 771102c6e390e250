import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOfDate } from '../../../src/catalog/instant.js';
import { publicationYear } from '../../../src/catalog/publication-year.js';
import type { Title } from '../../../src/catalog/title.js';
import { createCatalog } from '../../../src/snapshot/create-catalog.js';
import { findAsExpert } from '../../../src/v1/custom/find-as-expert.js';
import { findAsReader } from '../../../src/v1/reader-query.js';
import { SEARCH_TYPES } from '../../../src/v1/search-types.js';
import { openedCatalog } from '../../shared-data.js';

const catalog = openedCatalog('alderwick');
const titles = Array.from({ length: catalog.titles.size }, (_, i) => catalog.titles.get(i));
const DAY = 86_400_000;
const now = instantOfDate(catalog.library.snapshot_date);

/** A query, and whether a title is to match it. */
interface Case {
  readonly query: string;
  readonly fits: (title: Title) => boolean;
}

const holds = (title: Title, branch: string, status?: string) =>
  title.holdings?.some(
    (copy) => copy.branch === branch && (status ?? copy.status) === copy.status,
  ) ?? false;
const ageOf = ({ added }: Title) =>
  added === undefined ? Number.NaN : Math.floor(now / DAY) - Math.floor(instantOfDate(added) / DAY);
const callNumbersOf = ({ call_number, holdings = [] }: Title) =>
  [call_number, ...holdings.map((copy) => copy.call_number)].map((it) => it?.toLowerCase() ?? '');

const year = fc.integer({ min: 1850, max: 2030 });

const leaf: fc.Arbitrary<Case> = fc.oneof(
  fc.constantFrom('BK', 'EBOOK', 'DVD').map((format) => ({
    query: `format:${format}`,
    fits: (title: Title) => title.format.id === format,
  })),
  fc.constantFrom('MAIN', 'EAST', 'HILL').map((branch) => ({
    query: `branch:${branch}`,
    fits: (title: Title) => holds(title, branch),
  })),
  fc.constantFrom('MAIN', 'EAST', 'HILL').map((branch) => ({
    query: `available:(${branch})`,
    fits: (title: Title) => holds(title, branch, 'AVAILABLE'),
  })),
  fc.tuple(year, year).map(([from, to]) => ({
    query: `py:[${from} TO ${to}]`,
    fits: (title: Title) => {
      const of = publicationYear(title.publication_date);
      return of !== undefined && of >= from && of <= to;
    },
  })),
  fc.nat(2500).map((days) => ({
    query: `nw:[0 TO ${days}]`,
    fits: (title: Title) => ageOf(title) >= 0 && ageOf(title) <= days,
  })),
  fc.integer({ min: 0, max: 50 }).map((stars) => ({
    query: `sr:[${stars / 10} TO *]`,
    fits: (title: Title) => (title.rating ?? -1) >= stars / 10,
  })),
  fc.constantFrom('F', 'J F', 'f m', '822').map((beginning) => ({
    query: `ca:"${beginning}"`,
    fits: (title: Title) =>
      callNumbersOf(title).some((it) => it.startsWith(beginning.toLowerCase())),
  })),
  fc.constant({ query: 'ft:fiction', fits: (title: Title) => title.fiction === true }),
  fc.constant({ query: 'cc:nonfiction', fits: (title: Title) => title.fiction === false }),
  fc.constantFrom('Adult', 'Young Adult', 'Juvenile').map((audience) => ({
    query: `audience:(${audience})`,
    fits: (title: Title) => title.suitabilities?.some(({ name }) => name === audience) ?? false,
  })),
  fc.constant({ query: '*', fits: () => true }),
  fc.constant({
    query: '"the project gutenberg whale"',
    fits: () => false,
  }),
);

function combined(depth: number): fc.Arbitrary<Case> {
  if (depth === 0) return leaf;
  const part = combined(depth - 1);
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    leaf,
    parts.map((all) => ({
      query: `(${all.map(({ query }) => query).join(' AND ')})`,
      fits: (title: Title) => all.every(({ fits }) => fits(title)),
    })),
    parts.map((any) => ({
      query: `(${any.map(({ query }) => query).join(' OR ')})`,
      fits: (title: Title) => any.some(({ fits }) => fits(title)),
    })),
    part.map(({ query, fits }) => ({ query: `-${query}`, fits: (title: Title) => !fits(title) })),
  );
}

describe('A query of the query language', () => {
  it('finds exactly the titles whose records fit it', () => {
    fc.assert(
      fc.property(combined(3), ({ query, fits }) => {
        const expected = titles.flatMap((title, number) => (fits(title) ? [number] : []));
        expect([...findAsExpert(catalog, query).documents]).toEqual(expected);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  it.for(['whale', 'pride prejudice', "uncle tom's cabin", 'e-mail', 'mark twain', 'the sea'])(
    'anywhere:(%s) finds what the same words find without it',
    (words) => {
      const { matches, relaxed } = findAsReader(catalog.titles, words, SEARCH_TYPES.keyword);
      const expected = relaxed === undefined ? [...matches.documents] : [];
      expect([...findAsExpert(catalog, `anywhere:(${words})`).documents]).toEqual(expected);
      expect([...findAsExpert(catalog, words).documents]).toEqual(expected);
    },
  );

  it('is never forgiven', () => {
    expect(findAsExpert(catalog, 'title:whalle').documents).toHaveLength(0);
  });

  it('scores words and phrases, and adds nothing for filters', () => {
    const plain = findAsExpert(catalog, 'whale');
    const filtered = findAsExpert(catalog, 'whale py:[* TO *] -format:DVD');
    const scores = new Map([...plain.documents].map((it, i) => [it, plain.scores()[i]]));
    expect(filtered.documents.length).toBeGreaterThan(0);
    expect([...filtered.scores()]).toEqual([...filtered.documents].map((it) => scores.get(it)));
    expect(new Set(findAsExpert(catalog, 'format:BK').scores())).toEqual(new Set([0]));
  });

  it('may stand for 1,024 words by one wildcard, and is told when for more', () => {
    const numbered = (count: number) =>
      createCatalog({
        library: { id: 'numbers', name: 'Numbers', snapshot_date: '2026-11-01T00:00:00Z' },
        titles: [
          {
            id: '1',
            title: Array.from({ length: count }, (_, i) => `number${i}`).join(' '),
            format: { id: 'BK' },
          },
        ],
      });
    expect(findAsExpert(numbered(1024), 'ti:numb*').documents).toHaveLength(1);
    expect(() => findAsExpert(numbered(1025), 'ti:numb*')).toThrow(
      expect.objectContaining({
        status: 400,
        message:
          "Parameter 'q': the wildcard 'numb*' stands for more than 1024 words of the catalog; wanted a longer beginning.",
      }),
    );
  });
});
