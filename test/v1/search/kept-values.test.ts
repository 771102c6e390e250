import { describe, expect, it } from 'vitest';
import { forgetfulCatalog } from '../../../bench/measuring/first-search.js';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { applyChanges } from '../../../src/index.js';
import { tokenize } from '../../../src/search/index.js';
import { keyOfWord } from '../../../src/v1/search/expanded-word.js';
import { keepPerCatalog } from '../../../src/v1/search/kept-values.js';
import { searchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { openedCatalog } from '../../shared-data.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };
const demo = openedCatalog('alderwick');

/** Returns a copy of a catalog that does not share its kept values, and counts the queries that its index matches. */
function withCountedMatches(catalog: Catalog) {
  const { index, popularityBoosts } = catalog.titles;
  const counted = { matches: 0 };
  const match: typeof index.match = (query, options) => {
    counted.matches++;
    return index.match(query, options);
  };
  return {
    counted,
    catalog: {
      ...catalog,
      titles: {
        ...catalog.titles,
        index: { ...index, match },
        popularityBoosts: { ...popularityBoosts },
      },
    },
  };
}

describe('A repeated query', () => {
  it.each(['whale', 'mobby dick', 'title:whale'])(
    'is matched once for its pages, facets and sort orders: %s',
    (q) => {
      const { catalog, counted } = withCountedMatches(demo);
      const search_type = q.includes(':') ? 'custom' : 'keyword';
      const request = { q, library: demo.library.id, search_type, limit: 1 } as const;
      searchTitles([catalog], request, CONTEXT);
      const { matches } = counted;
      expect(matches).toBeGreaterThan(0);
      for (const params of [
        {},
        { page: 2 },
        { sort: 'title', metadata: '1' } as const,
        { title_format: 'BK' },
      ]) {
        const same = { ...request, ...params };
        expect(searchTitles([catalog], same, CONTEXT)).toEqual(searchTitles([demo], same, CONTEXT));
      }
      expect(counted.matches).toBe(matches);
    },
  );

  it('is matched again in other fields and with other boosts', () => {
    const { catalog, counted } = withCountedMatches(demo);
    const request = { q: 'whale', library: demo.library.id };
    searchTitles([catalog], request, CONTEXT);
    searchTitles([catalog], { ...request, search_type: 'subject' }, CONTEXT);
    searchTitles([catalog], request, CONTEXT, { boosts: { title: 2 } });
    expect(counted.matches).toBeGreaterThanOrEqual(3);
  });

  it('is matched again in a catalog of the benches that forgets', () => {
    const { catalog, counted } = withCountedMatches(demo);
    const forgetful = forgetfulCatalog(catalog);
    const request = { q: 'whale', library: demo.library.id };
    const matchesOfSearch = () => {
      const before = counted.matches;
      searchTitles([forgetful.catalog], request, CONTEXT);
      return counted.matches - before;
    };
    const first = matchesOfSearch();
    expect(first).toBeGreaterThan(0);
    expect(matchesOfSearch()).toBe(0);
    forgetful.forget();
    expect(matchesOfSearch()).toBe(first);
  });

  it('finds the titles of the changed catalog after a change', () => {
    const catalog = catalogOf({ titles: [book('1', 'Whales')] });
    const request = { q: 'whales', library: catalog.library.id };
    expect(searchTitles([catalog], request, CONTEXT).count).toBe(1);
    const title = book('2', 'Whales and Ships');
    const changed = applyChanges(catalog, [
      { op: 'put', kind: 'titles', record: title },
    ] as Parameters<typeof applyChanges>[1]);
    expect(searchTitles([changed], request, CONTEXT).count).toBe(2);
    expect(searchTitles([catalog], request, CONTEXT).count).toBe(1);
  });
});

describe('keepPerCatalog', () => {
  const BYTES = 10_000;

  /** Returns a function that keeps values of a number of bytes, and counts how often they are computed. */
  function countedKeep(bytes: number) {
    const keep = keepPerCatalog<string>(BYTES);
    const computed: string[] = [];
    const get = (key: string) =>
      keep(
        demo.titles,
        key,
        () => {
          computed.push(key);
          return key;
        },
        () => bytes,
      );
    return { get, computed };
  }

  it('keeps at most the maximum of bytes, whatever the number of keys', () => {
    const { get, computed } = countedKeep(1000);
    const keys = Array.from({ length: 100 }, (_, i) => String(i));
    for (const key of keys) expect(get(key)).toBe(key);
    computed.length = 0;
    for (const key of keys.reverse()) get(key);
    const kept = keys.length - computed.length;
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThanOrEqual(BYTES / 1000);
  });

  it('counts the bytes of keys', () => {
    const { get, computed } = countedKeep(0);
    const keys = ['a', 'b', 'c'].map((key) => key.repeat(BYTES / 4));
    for (const key of keys) get(key);
    computed.length = 0;
    get(keys[0]);
    expect(computed).toEqual([keys[0]]);
  });

  it('does not keep a value with more bytes than the maximum', () => {
    const { get, computed } = countedKeep(BYTES);
    get('a');
    get('a');
    expect(computed).toEqual(['a', 'a']);
  });

  it('keeps values only for the last of the catalogs that differ in their holdings', () => {
    const titles = [book('1', 'Whales', { popularity: 1 })];
    const catalog = catalogOf({ titles });
    const holdings = [{ branch: 'M', status: 'AVAILABLE' as const }];
    const changed = applyChanges(catalog, [{ op: 'holdings', title: '1', holdings }]);
    const keep = keepPerCatalog<string>(BYTES);
    const valueIn = ({ titles }: Catalog, value: string) =>
      keep(
        titles,
        'whales',
        () => value,
        () => 1,
      );
    const values = [catalog, catalog, changed, changed, catalog].map((used, i) =>
      valueIn(used, String(i)),
    );
    expect(values).toEqual(['0', '0', '2', '2', '4']);
  });
});

describe('The key of a word', () => {
  it('differs for words with the same term and other forms', () => {
    const keys = ['suskind', 'süskind', 'e-mail', 'email', '老人'].map((text) =>
      tokenize(text).map(keyOfWord).join(' '),
    );
    expect(keys[0]).toBe('suskind');
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOfWord(tokenize('SÜSKIND')[0])).toBe(keys[1]);
  });
});
