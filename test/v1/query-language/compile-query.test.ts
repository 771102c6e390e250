import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateOrInstant } from '../../../src/base/instant.js';
import { publicationYear } from '../../../src/catalog/publication-year.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { searchTextOf } from '../../../src/catalog/search-fields.js';
import { analyzePhrase } from '../../../src/search/analysis/tokenizer.js';
import { createCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { customSearch } from '../../../src/v1/query-language/compile-query.js';
import { SEARCH_TYPES } from '../../../src/v1/search/field-boosts.js';
import { keywordSearch } from '../../../src/v1/search/keyword-search.js';
import { runs } from '../../random-seed.js';
import { openedCatalog } from '../../shared-data.js';

const catalog = openedCatalog('alderwick');
const titles = Array.from({ length: catalog.titles.size }, (_, i) => catalog.titles.get(i));
const DAY = 86_400_000;
const now = parseDateOrInstant(catalog.library.snapshot_date);

/** A query, and a function that returns whether a title must match the query. */
interface Case {
  readonly query: string;
  readonly fits: (title: Title) => boolean;
}

const isHeldAt = (title: Title, branch: string, status?: string) =>
  title.holdings?.some(
    (holding) => holding.branch === branch && (status ?? holding.status) === holding.status,
  ) ?? false;
const ageOf = ({ added }: Title) =>
  added === undefined
    ? Number.NaN
    : Math.floor(now / DAY) - Math.floor(parseDateOrInstant(added) / DAY);
const callNumbersOf = ({ call_number, holdings = [] }: Title) =>
  [call_number, ...holdings.map((holding) => holding.call_number)].map(
    (it) => it?.toLowerCase() ?? '',
  );

/** Returns whether a value of the field has the words side by side and in order. */
function hasPhrase(title: Title, field: 'author', words: readonly string[]) {
  return searchTextOf(title, [])[field].some((value) => {
    const terms = analyzePhrase(value);
    return terms.some((_, at) => words.every((word, i) => terms[at + i] === word));
  });
}

/** Returns whether a value of the field has all the words within `width` neighbouring words. */
function hasNear(title: Title, field: 'title' | 'author', words: readonly string[], width: number) {
  const count = (list: readonly string[], word: string) => list.filter((it) => it === word).length;
  return searchTextOf(title, [])[field].some((value) => {
    const terms = analyzePhrase(value);
    return terms.some((_, at) => {
      const near = terms.slice(at, at + width);
      return words.every((word) => count(near, word) >= count(words, word));
    });
  });
}

/** Each comparison operator with its meaning. A comparison with NaN is false. */
const COMPARISONS: readonly (readonly [string, (a: number, b: number) => boolean])[] = [
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
];

const year = fc.integer({ min: 1850, max: 2030 });
const nearWords = (words: readonly string[]) =>
  fc.tuple(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    fc.integer({ min: 1, max: 9 }),
  );

const leaf: fc.Arbitrary<Case> = fc.oneof(
  fc
    .constantFrom(['BK', 'BK'], ['BK', 'book'], ['BK', 'Livre'], ['DVD', 'dvd'], ['EBOOK', 'ebook'])
    .map(([id, name]) => ({
      query: `format:${name}`,
      fits: (title: Title) => title.format.id === id,
    })),
  fc.constantFrom('MAIN', 'EAST', 'HILL').map((branch) => ({
    query: `branch:${branch}`,
    fits: (title: Title) => isHeldAt(title, branch),
  })),
  fc.constantFrom('MAIN', 'EAST', 'HILL').map((branch) => ({
    query: `available:(${branch})`,
    fits: (title: Title) => isHeldAt(title, branch, 'AVAILABLE'),
  })),
  fc.tuple(year, year).map(([from, to]) => ({
    query: `py:[${from} TO ${to}]`,
    fits: (title: Title) => {
      const published = publicationYear(title.publication_date);
      return published !== undefined && published >= from && published <= to;
    },
  })),
  fc.tuple(fc.constantFrom(...COMPARISONS), year).map(([[operator, compare], bound]) => ({
    query: `py:${operator}${bound}`,
    fits: (title: Title) => {
      const published = publicationYear(title.publication_date);
      return published !== undefined && compare(published, bound);
    },
  })),
  fc.tuple(fc.constantFrom(...COMPARISONS), fc.nat(2500)).map(([[operator, compare], bound]) => ({
    query: `nw:${operator}${bound}`,
    fits: (title: Title) => compare(ageOf(title), bound),
  })),
  fc
    .tuple(fc.constantFrom(...COMPARISONS), fc.integer({ min: 0, max: 50 }))
    .map(([[operator, compare], tenths]) => ({
      query: `sr:${operator}${tenths / 10}`,
      fits: ({ rating = Number.NaN }: Title) => compare(rating, tenths / 10),
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
  nearWords(['the', 'of', 'and', 'in', 'war', 'sea', 'adventures']).map(([words, distance]) => ({
    query: `ti:"${words.join(' ')}"~${distance}`,
    fits: (title: Title) => hasNear(title, 'title', words, distance + words.length - 1),
  })),
  nearWords(['jane', 'john', 'william', 'mary', 'shakespeare', 'austen']).map(
    ([words, distance]) => ({
      query: `au:"${words.join(' ')}"~${distance}`,
      fits: (title: Title) => hasNear(title, 'author', words, distance + words.length - 1),
    }),
  ),
  fc
    .constantFrom('jane, austen', 'Austen, Jane', 'shakespeare, william', 'mary, john')
    .map((name) => {
      const [first, last] = name.toLowerCase().split(', ');
      return {
        query: `author:"${name}"`,
        fits: (title: Title) =>
          hasPhrase(title, 'author', [first, last]) || hasPhrase(title, 'author', [last, first]),
      };
    }),
  fc.constantFrom('the', 'of and', 'title:the', '(in OR to)').map((stopWords) => ({
    query: `(* ${stopWords} -(${stopWords}))`,
    fits: () => true,
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
    fc.tuple(parts, fc.constantFrom(' AND ', ' ', ' && ', ' +')).map(([all, conjunction]) => ({
      query: `(${all.map(({ query }) => query).join(conjunction)})`,
      fits: (title: Title) => all.every(({ fits }) => fits(title)),
    })),
    fc.tuple(parts, fc.constantFrom(' OR ', ' || ')).map(([any, disjunction]) => ({
      query: `(${any.map(({ query }) => query).join(disjunction)})`,
      fits: (title: Title) => any.some(({ fits }) => fits(title)),
    })),
    fc.tuple(part, fc.constantFrom('-', '!', 'NOT ')).map(([{ query, fits }, not]) => ({
      query: `${not}${query}`,
      fits: (title: Title) => !fits(title),
    })),
  );
}

describe('Custom search', () => {
  it('finds exactly the titles whose records match the query', () => {
    fc.assert(
      fc.property(combined(3), ({ query, fits }) => {
        const expected = titles.flatMap((title, number) => (fits(title) ? [number] : []));
        expect([...customSearch(catalog, query).matches.documents]).toEqual(expected);
      }),
      { numRuns: runs(400) },
    );
  });

  it.for(['whale', 'pride prejudice', "uncle tom's cabin", 'e-mail', 'mark twain', 'the sea'])(
    'finds the same titles for anywhere:(%s) as a keyword search without relaxation',
    (words) => {
      const { documents, relaxed } = keywordSearch(catalog, words, SEARCH_TYPES.keyword);
      const expected = relaxed === undefined ? [...documents] : [];
      expect([...customSearch(catalog, `anywhere:(${words})`).matches.documents]).toEqual(expected);
      expect([...customSearch(catalog, words).matches.documents]).toEqual(expected);
    },
  );

  it('is not relaxed if no title matches', () => {
    expect(customSearch(catalog, 'title:whalle').matches.documents).toHaveLength(0);
  });

  it('scores words, but not ranges, formats or excluded clauses', () => {
    const plain = customSearch(catalog, 'whale').matches;
    const filtered = customSearch(catalog, 'whale py:[* TO *] -format:DVD').matches;
    const scores = new Map([...plain.documents].map((it, i) => [it, plain.scores()[i]]));
    expect(filtered.documents.length).toBeGreaterThan(0);
    expect([...filtered.scores()]).toEqual([...filtered.documents].map((it) => scores.get(it)));
    expect(new Set(customSearch(catalog, 'format:BK').matches.scores())).toEqual(new Set([0]));
  });

  it('accepts a wildcard that matches 1,024 words, and throws 400 for more words', () => {
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
    expect(customSearch(numbered(1024), 'ti:numb*').matches.documents).toHaveLength(1);
    expect(() => customSearch(numbered(1025), 'ti:numb*')).toThrow(
      expect.objectContaining({
        status: 400,
        message:
          "parameter 'q': expected a wildcard for at most 1024 words of the catalog, found 'numb*'; add letters before the wildcard",
      }),
    );
  });
});
