import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collationLetters } from '../../../src/base/collation.js';
import { NAME_KINDS } from '../../../src/catalog/popularity.js';
import { sortTitle } from '../../../src/catalog/sort-title.js';
import { completionsOf } from '../../../src/v1/suggest/completions.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const name = fc.oneof(
  fc.constantFrom('The Sea', 'Sea', 'sea wolf', 'Seá', 'L’Été', '東京', '𐐷𐐷a', '￿', "O'Brien"),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'á', 'b', ' ', '東', '𐐷', '￿'),
    minLength: 1,
    maxLength: 5,
  }),
);
const records = fc.array(fc.record({ title: name, names: name, popularity: fc.nat(5) }), {
  maxLength: 160,
});

function titlesOf(given: readonly { title: string; names: string; popularity?: number }[]) {
  return catalogOf({
    titles: given.map(({ title, names, popularity = 0 }, i) =>
      book(String(i), title, {
        authors: [{ name: names }],
        series: [{ name: names }],
        subjects: [names, 'Other'],
        popularity,
      }),
    ),
  }).titles;
}

describe('completionsOf', () => {
  it('returns the texts that begin with the typed letters, ignoring case and accents, the highest level first', () => {
    fc.assert(
      fc.property(records, name, fc.integer({ min: 1, max: 100 }), (given, typed, limit) => {
        const titles = titlesOf(given);
        const completions = completionsOf(titles);
        const isCompleted = (text: string) =>
          collationLetters(text).startsWith(collationLetters(typed));
        const numbers = Array.from({ length: titles.size }, (_, number) => number);
        expect(completions.title.complete(typed, limit)).toEqual(
          numbers
            .filter((number) => isCompleted(sortTitle(titles.get(number))))
            .sort((a, b) => titles.ranks.popularity[a] - titles.ranks.popularity[b])
            .slice(0, limit),
        );
        for (const kind of NAME_KINDS) {
          const { dictionary } = titles.columns[kind];
          const { complete, levelOf } = completions[kind];
          const ords = Array.from({ length: dictionary.size }, (_, ord) => ord);
          expect(complete(typed, limit)).toEqual(
            ords
              .filter((ord) => isCompleted(dictionary.get(ord)))
              .sort((a, b) => levelOf(b) - levelOf(a) || a - b)
              .slice(0, limit),
          );
        }
      }),
    );
  });

  it('gives titles levels from 0 without popularity to 1 for the highest popularity', () => {
    const popularities = [0, 10, 100, 1000];
    const titles = titlesOf(
      popularities.map((popularity) => ({ title: 'Sea', names: 'A', popularity })),
    );
    const levels = popularities.map((_, number) => completionsOf(titles).title.levelOf(number));
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
    expect([levels[0], levels[3]]).toEqual([0, 1]);
    expect(levels[2]).toBeCloseTo(Math.log(101) / Math.log(1001), 3);
  });

  it('gives a name the level of a title with the weight of all its titles, and a lower level to a name with one title', () => {
    const titles = titlesOf([
      { title: 'Sea', names: 'Ann', popularity: 1000 },
      { title: 'Tide', names: 'Abe' },
      { title: 'Wave', names: 'Abe' },
      { title: 'Wind', names: 'Art', popularity: 100 },
      { title: 'Gust', names: 'Art', popularity: 100 },
    ]);
    const { author } = completionsOf(titles);
    const { dictionary } = titles.columns.author;
    const levels = author.complete('a', 9).map((ord) => [dictionary.get(ord), author.levelOf(ord)]);
    const log = (weight: number) => Math.log(weight) / Math.log(1000);
    const artLevel = Math.log(101) / Math.log(1001);
    expect(levels).toEqual([
      ['Art', expect.closeTo(artLevel + log(2), 4)],
      ['Abe', expect.closeTo(log(2), 4)],
      ['Ann', expect.closeTo(-1, 4)],
    ]);
  });

  it.each([10, 1500])('returns the %d most popular of thousands of titles', (limit) => {
    const titles = titlesOf(
      Array.from({ length: 5000 }, (_, i) => ({
        title: `${i % 2 === 0 ? 'Sea' : 'Land'} ${i}`,
        names: 'Melville',
        popularity: (i * 7919) % 5000,
      })),
    );
    const ofSea = Array.from({ length: titles.size }, (_, number) => number).filter((number) =>
      titles.get(number).title.startsWith('Sea'),
    );
    expect(completionsOf(titles).title.complete('s', limit)).toEqual(
      ofSea.sort((a, b) => titles.ranks.popularity[a] - titles.ranks.popularity[b]).slice(0, limit),
    );
  });
});
