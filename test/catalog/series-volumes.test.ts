import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Series, Title } from '../../src/catalog/records/title.js';
import { adjacentVolume, seriesRanks } from '../../src/catalog/series-volumes.js';
import { book, catalogOf } from './catalog-of.js';

/** Returns the ids of titles in the order of a series. */
function orderOf(titles: readonly Title[], series: string): string[] {
  const catalog = catalogOf({ titles: [...titles] });
  const all = catalog.titles.index.match({ kind: 'all' }).documents;
  const ranks = seriesRanks(catalog.titles, series, all);
  return [...all].sort((a, b) => ranks[a] - ranks[b]).map((number) => catalog.titles.id(number));
}

const volume = (id: string, number?: string, more: Partial<Title> = {}) =>
  book(id, `Title ${id}`, { series: [{ name: 'S', ...(number && { number }) }], ...more });

describe('seriesRanks', () => {
  it('sorts volumes by number, boxes after their first volume, and titles without a number last', () => {
    const numbers = ['10', '2', '12.5', '1-3', '13', '1', '12', 'v. 4', '１１', '03', 'box'];
    const titles = numbers.map((number) => volume(number, number));
    expect(orderOf([volume('none'), ...titles], 'S').join(' ')).toBe(
      '1 1-3 2 03 v. 4 10 １１ 12 12.5 13 box none',
    );
  });

  it('sorts titles with equal numbers and titles without numbers by year, then by title', () => {
    const titles = [
      volume('c', '1', { publication_date: '2001' }),
      volume('b', '1', { publication_date: '1990' }),
      volume('z', undefined, { publication_date: '1970', title: 'Zebra' }),
      volume('y', undefined, { publication_date: '1970', title: 'The Ape' }),
      volume('x'),
    ];
    expect(orderOf(titles, 'S')).toEqual(['b', 'c', 'y', 'z', 'x']);
  });

  it('reads a range whose end is not above its beginning as one number', () => {
    expect(orderOf([volume('a', '3-1'), volume('b', '3'), volume('c', '3-3')], 'S')).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('finds a series whose name has another Unicode normalization', () => {
    const series = (number: string) => ({ series: [{ name: 'Zo\u00eb', number }] });
    const titles = [volume('a', '', series('2')), volume('b', '', series('1'))];
    expect(orderOf(titles, 'Zoe\u0308')).toEqual(['b', 'a']);
  });

  it('reads the number in the chosen series', () => {
    const both = (id: string, ...numbers: string[]) =>
      book(id, id, { series: numbers.map((number, i) => ({ name: 'ST'[i], number })) });
    const titles = [both('a', '1', '3'), both('b', '2', '1'), both('c', '3', '2')];
    expect(orderOf(titles, 'S')).toEqual(['a', 'b', 'c']);
    expect(orderOf(titles, 'T')).toEqual(['b', 'c', 'a']);
    // Another series whose name begins with the name.
    expect(
      orderOf([...titles, volume('d', '9', { series: [{ name: 'S T', number: '1' }] })], 'S'),
    ).toEqual(['a', 'b', 'c', 'd']);
  });

  it('equals a plain sort by numbers', () => {
    const number = fc.tuple(fc.nat(40), fc.option(fc.nat(9)), fc.option(fc.nat(40)));
    fc.assert(
      fc.property(fc.uniqueArray(number, { maxLength: 20, selector: String }), (numbers) => {
        const volumes = numbers.map(([whole, tenth, to], i) => {
          const from = tenth === null ? `${whole}` : `${whole}.${tenth}`;
          const last = to !== null && to > Number(from) ? to : Number(from);
          const text = to === null ? from : `${from}-${to}`;
          return { id: `t${String(i).padStart(2, '0')}`, from: Number(from), last, text };
        });
        const sorted = [...volumes].sort(
          (a, b) => a.from - b.from || a.last - b.last || (a.id < b.id ? -1 : 1),
        );
        const found = orderOf(
          volumes.map(({ id, text }) => volume(id, text)),
          'S',
        );
        const keyOf = (id: string) => {
          const { from, last } = volumes.find((one) => one.id === id)!;
          return [from, last];
        };
        expect(found.map(keyOf)).toEqual(sorted.map(({ id }) => keyOf(id)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('adjacentVolume', () => {
  const series = (...numbers: string[]): Series[] =>
    numbers.map((number) => ({ name: 'S', number }));
  const catalog = catalogOf({
    titles: [
      book('1', 'One', { series: series('1') }),
      book('1-3', 'One to Three', { series: series('1-3') }),
      book('2', 'Two', { series: series('2'), popularity: 9 }),
      book('2e', 'Two', { series: series('2'), format: { id: 'EBOOK' }, popularity: 1 }),
      book('2f', 'Deux', { series: series('2'), languages: [{ name: 'French' }] }),
      book('1e', 'One', { series: series('1'), format: { id: 'EBOOK' } }),
      book('1f', 'Un', { series: series('1'), languages: [{ name: 'French' }] }),
      book('4.5', 'Four and a Half', { series: series('4.5') }),
      book('6', 'Six', { series: [...series('6'), { name: 'T', number: '1' }] }),
      book('7', 'Seven', { series: [{ name: 'T', number: '2' }, { name: 'S' }] }),
    ],
  });
  const beside = (id: string, step: 1 | -1, name = 'S') => {
    const { titles } = catalog;
    const found = adjacentVolume(titles, name, titles.numberOf(id), step);
    return found && `${found.number}: ${titles.id(found.title)}`;
  };

  it('returns the volumes with the next higher and the next lower number', () => {
    expect(['1', '2', '4.5', '6'].map((id) => beside(id, 1))).toEqual([
      '2: 2',
      '4.5: 4.5',
      '6: 6',
      undefined,
    ]);
    expect(['1', '2', '4.5', '6'].map((id) => beside(id, -1))).toEqual([
      undefined,
      '1: 1',
      '2: 2',
      '4.5: 4.5',
    ]);
    expect(beside('6', 1, 'T')).toBe('2: 7');
  });

  it('passes over the volumes of a box', () => {
    expect(beside('1-3', 1)).toBe('4.5: 4.5');
    expect(beside('1-3', -1)).toBeUndefined();
  });

  it('prefers an edition in the language and the format of the title', () => {
    expect(beside('1e', 1)).toBe('2: 2e');
    expect(beside('1f', 1)).toBe('2: 2f');
  });

  it('returns nothing for a title without a number in the series', () => {
    expect(beside('7', 1)).toBeUndefined();
    expect(beside('7', -1)).toBeUndefined();
    expect(beside('1', 1, 'T')).toBeUndefined();
  });
});
