import { expect, it } from 'vitest';
import type { Titles } from '../../src/catalog/catalog.js';
import { titlesOnHome } from '../../src/kiosk/home-contents.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';

it.each(['alderwick', 'meridian'])(
  'The home page of %s has the titles that searches find',
  (id) => {
    const catalog = openedCatalog(id);
    const search = (params: Record<string, string>) =>
      searchTitles([catalog], { q: '*', library: id, limit: 8, ...params }, { baseUrl: '' });
    const idsOf = (params: Record<string, string>) =>
      search(params).titles.map((title) => title.id);
    const { newest, popular, genres } = titlesOnHome(catalog);
    expect(newest).toEqual(idsOf({ sort: 'newly_acquired' }).slice(0, newest.length));
    expect(newest.length).toBeGreaterThan(0);
    expect(popular).toHaveLength(3);
    for (const { format, titles } of popular) {
      const found = idsOf({ title_format: format, sort: 'popularity' });
      expect(titles).toEqual(found.slice(0, titles.length));
    }
    const { metadata } = search({ metadata: '1' });
    const values = metadata?.narrow_bys.find((narrowing) => narrowing.id === 'genre')?.narrow_tos;
    expect(genres).toEqual(values?.map(({ id: name, count }) => ({ name, count })));
  },
);

it('The titles on the home page are found in short steps', () => {
  const size = 100_000;
  let reads = 0;
  const { titles, ...others } = catalogOf({});
  const all = Uint32Array.from({ length: size }, (_, number) => number);
  /** The last title comes first. */
  const ranks = all.map((number) => size - 1 - number);
  const counted = { values: Uint32Array.of(1), counts: Uint32Array.of(size / 2) };
  const many = {
    id: String,
    pick: (number: number) => ({
      popularity: 1,
      added: number > size - 4 ? '2020-01-01' : undefined,
    }),
    popularityBoosts: { ...titles.popularityBoosts },
    index: { match: () => ({ documents: all }) },
    facets: { count: () => ({ title_format: counted, genre: counted }) },
    value: (_: string, ord: number) => ({ id: `value ${ord}` }),
    ranks: { newly_acquired: ranks, popularity: ranks },
    columns: {
      title_format: {
        select(some: Uint32Array, [ord]: number[]) {
          reads += some.length;
          return some.filter((number) => number % 2 === ord);
        },
      },
    },
  };
  const catalog = { ...others, titles: many as unknown as Titles };
  const readsOfSteps: number[] = [];
  for (const _ of titlesOnHome.inSteps(catalog)) {
    readsOfSteps.push(reads);
    reads = 0;
  }
  expect(Math.max(...readsOfSteps)).toBeLessThan(size / 2);
  const odd = [99_999, 99_997, 99_995, 99_993, 99_991, 99_989, 99_987, 99_985].map(String);
  expect(titlesOnHome(catalog)).toEqual({
    newest: ['99999', '99998', '99997'],
    popular: [{ format: 'value 1', titles: odd }],
    genres: [{ name: 'value 1', count: size / 2 }],
  });
});
