import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/generated/random.js';
import { outcomeOf } from '../../bench/relevance/judged-queries.js';
import {
  DEMAND_WAYS,
  knownItem,
  VOLUME_WAYS,
  wayQueries,
  waysReport,
} from '../../bench/relevance/known-titles.js';
import { createCatalog, type Title } from '../../src/index.js';

const DEATH: Title = {
  id: 'a',
  title: 'Death on the Nile : a mystery',
  format: { id: 'BK' },
  authors: [{ name: 'Christie, Agatha, 1890-1976' }],
  series: [{ name: 'Dover Classics' }, { name: 'Hercule Poirot', number: '17' }],
};
const ITEM = knownItem(DEATH);

/** Returns the distinct queries of a way, sorted. */
function typed(ways: typeof DEMAND_WAYS, way: string, item = ITEM): (string | undefined)[] {
  const random = new Random(7);
  return [...new Set(Array.from({ length: 200 }, () => ways[way](item, random)))].sort();
}

describe('a reader who wants a title', () => {
  it('types its first words', () => {
    expect(typed(DEMAND_WAYS, 'first two words')).toEqual(['Death on']);
    expect(typed(DEMAND_WAYS, 'first three words')).toEqual(['Death on the']);
    const short = knownItem({ ...DEATH, title: 'Death on Nile' });
    expect(typed(DEMAND_WAYS, 'first three words', short)).toEqual([undefined]);
  });

  it('stops within a word', () => {
    expect(typed(DEMAND_WAYS, 'title cut within a word')).toEqual([
      'Death on th',
      'Death on the Ni',
      'Death on the Nil',
    ]);
  });

  it('types one word that is not a stop word', () => {
    expect(typed(DEMAND_WAYS, 'one word of the title')).toEqual(['Death', 'Nile']);
  });

  it('types words around the title', () => {
    expect(typed(DEMAND_WAYS, 'title and noise')).toContain('do you have Death on the Nile');
    expect(typed(DEMAND_WAYS, 'title by author')).toEqual(['Death on the Nile by Agatha Christie']);
  });

  it('joins two words', () => {
    expect(typed(DEMAND_WAYS, 'two words joined')).toEqual([
      'Death on theNile',
      'Death onthe Nile',
      'Deathon the Nile',
    ]);
  });

  it('types another first letter of a long word', () => {
    const queries = typed(DEMAND_WAYS, 'wrong first letter');
    expect(queries).toHaveLength(25);
    expect(queries.every((query) => /^[a-ce-z]eath on the Nile$/.test(query ?? ''))).toBe(true);
  });
});

describe('a reader who wants a volume of a series', () => {
  it('types the number in several forms', () => {
    expect(typed(VOLUME_WAYS, 'series n')).toEqual(['Hercule Poirot 17']);
    expect(typed(VOLUME_WAYS, 'series book n, #n, vol. n')).toEqual([
      'Hercule Poirot #17',
      'Hercule Poirot book 17',
      'Hercule Poirot vol. 17',
      'book 17 of Hercule Poirot',
    ]);
    expect(typed(VOLUME_WAYS, 'series, Roman number')).toEqual(['Hercule Poirot xvii']);
  });

  it('types words for numbers up to twelve', () => {
    expect(typed(VOLUME_WAYS, 'series, number in words')).toEqual([undefined]);
    const fourth = knownItem({ ...DEATH, series: [{ name: 'Oz', number: '4' }] });
    expect(typed(VOLUME_WAYS, 'series, number in words', fourth)).toEqual([
      'Oz book four',
      'Oz four',
    ]);
    expect(typed(VOLUME_WAYS, 'series, Roman number', fourth)).toEqual(['Oz iv']);
  });

  it('does not type a number that is not a whole number', () => {
    const boxed = knownItem({ ...DEATH, series: [{ name: 'Oz', number: '1-4' }] });
    expect(typed(VOLUME_WAYS, 'series n', boxed)).toEqual([undefined]);
  });
});

describe('a draw by weight', () => {
  it('contains every value once, and takes heavy values first', () => {
    const random = new Random(1);
    const weights = [1, 2, 4, 8];
    const firsts = Array.from({ length: 3_000 }, () => {
      const drawn = random.drawn(weights, (weight) => weight);
      expect([...drawn].sort()).toEqual(weights);
      return drawn[0];
    });
    for (const weight of weights) {
      const share = firsts.filter((first) => first === weight).length / firsts.length;
      expect(Math.abs(share - weight / 15)).toBeLessThan(0.03);
    }
  });
});

describe('the queries for known titles', () => {
  const titles: Title[] = [
    DEATH,
    { ...DEATH, id: 'b', title: 'Death on the Nile', format: { id: 'EBOOK' } },
    { ...DEATH, id: 'c', title: 'Appointment with Death' },
  ];
  const library = { id: 'l', name: 'L', snapshot_date: '2026-11-01T00:00:00Z' };
  const measured = { catalog: createCatalog({ library, titles }), titles };
  const queries = wayQueries(measured);

  it('accept all editions of a work, and for a volume all titles with its number', () => {
    const rightOf = (kind: string, text: string) =>
      queries.find((query) => query.kind === kind && query.typed === text)?.right;
    expect(rightOf('main title', 'Death on the Nile')).toEqual(new Set(['a', 'b']));
    expect(rightOf('main title', 'Appointment with Death')).toEqual(new Set(['c']));
    expect(rightOf('series n', 'Hercule Poirot 17')).toEqual(new Set(['a', 'b', 'c']));
  });

  it('are reported by way, with means', () => {
    const outcomes = queries.map((query) => outcomeOf(query, { count: 2, ids: ['c', 'a'] }));
    const report = waysReport(measured, [['Carrel', outcomes]]);
    expect(report).toMatch(/^### Known titles: L, 3 titles\n/);
    expect(report).toMatch(/\| main title +\| 0\.667 0\.333 \|/);
    expect(report).toMatch(/\| series n +\| 1\.000 1\.000 \|/);
    expect(report).toMatch(/\| mean, volumes of series +\| 1\.000 1\.000 \|/);
  });
});
