import { expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/search-titles.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf } from './create-page-client.js';

it.each(['alderwick', 'meridian'])(
  'The home page of %s has the titles that searches find',
  (library) => {
    const catalog = openedCatalog(library);
    const search = (params: Record<string, string>) =>
      searchTitles([catalog], { q: '*', library, limit: 8, ...params }, { baseUrl: '' });
    const hrefsOf = (params: Record<string, string>) =>
      search(params).titles.map(({ id }) => `/item/show/${id}`);
    const { body } = createPageClient([catalog])('/');
    const section = (heading: string) =>
      body.split(`<h2>${heading}</h2>`)[1].split('</section>')[0];
    const titleLinks = (markup: string) =>
      linksOf(markup).filter((href) => href.startsWith('/item/show/'));
    const newest = titleLinks(section('New at the library'));
    expect(newest).toEqual(hrefsOf({ sort: 'newly_acquired' }).slice(0, newest.length));
    expect(newest.length).toBeGreaterThan(0);
    const popular = section('Most popular').split('<h3>').slice(1);
    expect(popular).toHaveLength(3);
    for (const shelf of popular) {
      const [, title_format = ''] =
        /[?&]title_format=(\w+)/.exec(linksOf(shelf).at(-1) ?? '') ?? [];
      const found = hrefsOf({ title_format, sort: 'popularity' });
      expect(titleLinks(shelf)).toEqual(found.slice(0, titleLinks(shelf).length));
    }
    const { metadata } = search({ metadata: '1' });
    const values = metadata?.narrow_bys.find(({ id }) => id === 'genre')?.narrow_tos;
    const genres = section('Browse by genre').matchAll(/<bdi>(.*?)<.*?class="count">(.*?)</g);
    expect(Array.from(genres, ([, name, count]) => ({ name, count }))).toEqual(
      values?.map(({ id, count }) => ({ name: id.replaceAll("'", '&#39;'), count: `${count}` })),
    );
  },
);
