import { expect, it } from 'vitest';
import { homeContentsOf } from '../../src/kiosk/pages/home.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { openedCatalog } from '../shared-data.js';

it.each(['alderwick', 'meridian'])(
  'The home page of %s has the titles that searches find',
  (id) => {
    const catalog = openedCatalog(id);
    const search = (params: Record<string, string>) =>
      searchTitles([catalog], { q: '*', library: id, limit: 8, ...params }, { baseUrl: '' });
    const idsOf = (params: Record<string, string>) =>
      search(params).titles.map((title) => title.id);
    const { newest, popular, genres } = homeContentsOf(catalog);
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
