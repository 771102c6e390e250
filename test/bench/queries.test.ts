import { describe, expect, it } from 'vitest';
import { generateTitles, hasRealWords } from '../../bench/generated-catalog.js';
import { hostileQueries, queriesOf } from '../../bench/queries/hostile-queries.js';
import {
  comparedQueries,
  readerQueries,
  requestKinds,
  SAMPLE_TITLES,
  sampleTitles,
} from '../../bench/queries/reader-requests.js';

const SIZE = 4_000;
const sample = sampleTitles(generateTitles(SIZE), SIZE);

describe('the sample of titles', () => {
  it('is spread evenly over the catalog', () => {
    const ids = [...generateTitles(SIZE)].map(({ id }) => id);
    const numbers = sample.map(({ id }) => ids.indexOf(id));
    expect(numbers).toHaveLength(SAMPLE_TITLES);
    expect(numbers.slice(0, 3)).toEqual([20, 60, 100]);
  });

  it('is the whole catalog when the catalog has fewer titles', () => {
    expect(sampleTitles(generateTitles(7), 7)).toEqual([...generateTitles(7)]);
  });

  it('leaves out titles of invented words, which nobody types', () => {
    const real = sampleTitles(generateTitles(SIZE), SIZE, hasRealWords);
    expect(real).toHaveLength(SAMPLE_TITLES);
    expect(real.filter((title) => !hasRealWords(title))).toEqual([]);
    expect(sample.every(hasRealWords)).toBe(false);
  });
});

describe('the reader queries', () => {
  const queries = readerQueries(sample);

  it('begin with the fifteen listed queries and a search for all titles', () => {
    expect(queries.slice(0, 16).map(({ text }) => text)).toEqual([
      'the',
      'history',
      'love',
      'fiction',
      'harry potter',
      'american history',
      'the war of the',
      'shakespeare',
      'john',
      'mystery stories',
      'girl',
      'secret garden',
      'life and times',
      'england social conditions',
      'dragon',
      '*',
    ]);
  });

  it('contain titles, words of titles, and surnames with and without a word', () => {
    const title = { id: '1', title: 'Lonely Rivers', format: { id: 'BK' } };
    const authors = [{ name: 'Moore, Alice, 1868-1934' }];
    const ofTitle = readerQueries([{ ...title, authors }]).map(({ text }) => text);
    expect(ofTitle.slice(16)).toEqual(['Lonely Rivers', 'Lonely', 'Moore Lonely', 'Moore']);
  });

  it('are the same for the same titles, and distinct when upper and lower case are equal', () => {
    expect(readerQueries(sampleTitles(generateTitles(SIZE), SIZE))).toEqual(queries);
    const folded = new Set(queries.map(({ text }) => text.toLowerCase()));
    expect(folded.size).toBe(queries.length);
    expect(queries.length).toBeGreaterThan(300);
  });

  it('give engines folded words without repetitions', () => {
    const query = readerQueries([{ id: '1', title: 'Émile et Émile', format: { id: 'BK' } }])[16];
    expect(query.words).toEqual(['emile', 'et']);
  });

  it('for comparisons are 51 to 79 queries that contain words, and begin with 16 of the reader queries', () => {
    const compared = comparedQueries(sample);
    expect(compared.every(({ words }) => words.length > 0)).toBe(true);
    expect(compared.length).toBeGreaterThan(50);
    expect(compared.length).toBeLessThan(80);
    expect(queries.map(({ text }) => text)).toEqual(
      expect.arrayContaining(compared.slice(0, 16).map(({ text }) => text)),
    );
  });
});

describe('the kinds of requests', () => {
  const kinds = requestKinds(sample);

  it('have distinct names, and more than 80 distinct requests each', () => {
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
    for (const { requests } of kinds) {
      expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBeGreaterThan(80);
    }
  });

  it('are the same for the same titles', () => {
    expect(requestKinds(sampleTitles(generateTitles(SIZE), SIZE))).toEqual(kinds);
  });
});

describe('the hostile queries', () => {
  const hostile = hostileQueries(generateTitles(SIZE));

  it('have at most 900 characters and 64 clauses', () => {
    const typed = hostile.flatMap((family) => queriesOf(family)).map(({ q }) => q);
    expect(Math.max(...typed.map((q) => q.length))).toBe(900);
    expect(Math.max(...typed.map((q) => q.split(' OR ').length))).toBe(64);
  });

  it('join 64 clauses, then half of them, down to one clause', () => {
    const joined = (texts: readonly string[]) => {
      const queries = texts.map((q) => ({ q, type: 'custom' as const }));
      return queriesOf({ name: 'any', queries, separator: ' ' }).map(({ q }) => q);
    };
    const counts = joined(Array.from({ length: 70 }, (_, i) => `w${i}`));
    expect(counts.map((q) => q.split(' ').length)).toEqual([64, 32, 16, 8, 4, 2, 1]);
    expect(joined(['a'.repeat(500), 'b'.repeat(500)])).toEqual(['a'.repeat(500)]);
  });

  it('leave out clauses that are refused alone, unless all of them are', () => {
    const queries = ['a', 'b'].map((q) => ({ q, type: 'custom' as const }));
    const family = { name: 'any', queries, separator: ' ' };
    const accepted = queriesOf(family, ({ q }) => q !== 'a');
    expect(accepted.map(({ q }) => q)).toEqual(['b']);
    expect(queriesOf(family, () => false)[0].q).toBe('a b');
  });

  it('have distinct names of families, and are the same for the same titles', () => {
    expect(new Set(hostile.map(({ name }) => name)).size).toBe(hostile.length);
    expect(hostileQueries(generateTitles(SIZE))).toEqual(hostile);
  });
});
