import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf, unescapeHtml } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);

const countOn = (body: string) => Number(/data-count="(\d+)"/.exec(body)?.[1]);

/** Returns the link with a `data-key` on a page: its address and its accessible name. */
function linkOf(body: string, key: string) {
  const tag = body.split('<a ').find((link) => link.includes(`data-key="${key}"`)) ?? '';
  const [, label = ''] = /aria-label="([^"]*)"/.exec(tag) ?? [];
  return { href: linksOf(`<a ${tag}`)[0], label: unescapeHtml(label) };
}

const headingOf = (body: string) => textOf(/<h1>.*?<\/h1>/s.exec(body)?.[0] ?? '').trim();
const foundOn = (body: string) =>
  textOf(/<p class="found facts".*?<span>.*?<\/span>/s.exec(body)?.[0] ?? '').trim();

describe('a search with filters that exclude all titles', () => {
  it.each(['q=whale&title_format=DVD', 'q=whale&added=0&language=French', 'q=frankenstien&tag=x'])(
    'links to the titles without the filters, with their exact count: %s',
    (query) => {
      const { body } = get(`/search?${query}`);
      expect(countOn(body)).toBe(0);
      const [, count] = /(\d+) titles? without the filters/.exec(textOf(body)) ?? [];
      expect(Number(count)).toBeGreaterThan(0);
      const q = new URLSearchParams(query).get('q') ?? '';
      const link = `/search?${new URLSearchParams({ library: 'alderwick', q })}`;
      expect(linksOf(body)).toContain(link);
      expect(countOn(get(link).body)).toBe(Number(count));
      expect(textOf(body)).not.toContain('No results');
      const [, shown] = /<p class="show">(.*?)<\/p>/.exec(body) ?? [];
      expect(shown).toBe('No titles match all of these filters.');
    },
  );

  it('gives tips if no title matches without the filters either', () => {
    const { body } = get('/search?q=xyzzyq&search_type=author&title_format=DVD');
    const text = textOf(body);
    expect(text).toContain('No results for');
    expect(text).toContain('Check the spelling');
    expect(text).not.toContain('without the filters');
    expect(body).not.toContain('class="found facts"');
    const links = linksOf(body);
    expect(links).toContain('/search?library=alderwick&q=xyzzyq&search_type=keyword');
  });
});

describe('the filter for titles that were added recently', () => {
  const dates = ['2026-10-31', '2026-10-02', '2026-10-01', '2026-09-30', undefined];
  const catalog = catalogOf({
    library: { id: 'harbour', snapshot_date: '2026-10-31T00:00:00Z' },
    titles: dates.map((added, i) =>
      book(`${i}`, `Sea ${i}`, {
        ...(added && { added }),
        publication_date: `${1951 + i}`,
        genres: [i === 2 ? 'Tales' : 'Poems'],
      }),
    ),
  });
  const client = createPageClient([catalog]);

  it('finds the titles of the last 30 days before the date of the snapshot, with exact counts', () => {
    const { href, label } = linkOf(client('/search?q=sea').body, 'added:30');
    expect(label).toBe('Added in the last 30 days, 3 titles');
    expect(href).toBe('/search?library=harbour&q=sea&added=30');
    const { body } = client(href);
    expect(countOn(body)).toBe(3);
    expect(linkOf(body, 'genre:Tales').label).toBe('Tales, 1 title');
    expect(countOn(client(linkOf(body, 'genre:Tales').href).body)).toBe(1);
    expect(linkOf(body, 'added:30')).toEqual({
      href: '/search?library=harbour&q=sea',
      label: 'Added in the last 30 days, 3 titles, chosen, remove',
    });
    expect(linkOf(body, 'chip:added:30').label).toBe('Remove filter: Added in the last 30 days');
  });

  it.each([0, 1, 7, 30, 400])('equals the query new:[0 TO %s]', (days) => {
    const q = `new:[0 TO ${days}]`;
    const params = { q, search_type: 'custom', library: 'alderwick' } as const;
    const { count } = searchTitles([alderwick], params, { baseUrl: '' });
    expect(countOn(get(`/search?added=${days}`).body)).toBe(count);
  });

  it('is the heading of new titles, which are the newest first with their dates', () => {
    const { body } = client('/search?sort=newly_acquired');
    expect(headingOf(body)).toBe('New at the library');
    expect(Array.from(textOf(body).matchAll(/Added (\w+ \d+), 2026/g), ([, day]) => day)).toEqual([
      'October 31',
      'October 2',
      'October 1',
      'September 30',
    ]);
    const [, facts = ''] = /<p class="facts">(.*?)<\/p>/.exec(body) ?? [];
    expect(textOf(facts)).toMatch(/1951\s+Added October 31/);
    expect(textOf(client('/search?q=sea').body)).not.toMatch(/Added \w+ \d/);
    expect(headingOf(client('/search?added=30').body)).toBe('Added in the last 30 days');
  });

  it('is not offered without dates, and ignores a number that is none', () => {
    const titles = [book('1', 'Sea'), book('2', 'Sea')];
    expect(createPageClient([catalogOf({ titles })])('/search').body).not.toContain('added:30');
    expect(countOn(client('/search?added=soon').body)).toBe(5);
    expect(countOn(client('/search?added=soon&added=1').body)).toBe(1);
  });

  it('is kept by the links to titles and to the feed', () => {
    const { body } = client('/search?q=sea&added=30&sort=title');
    const links = linksOf(body).filter((href) => /^\/(item|feed)/.test(href));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toContain('added=30');
    expect(textOf(client(links[0]).body)).toContain('Result 1 of 3');
    expect(client('/feed?q=sea&added=0').body.match(/<entry>/g)).toHaveLength(1);
  });
});

describe('the filter for available titles', () => {
  const copies = (...branches: string[]) => ({
    holdings: branches.map((branch) => ({ branch, status: 'AVAILABLE' })),
  });
  const library = {
    id: 'harbour',
    branches: ['Z', 'A', 'M'].map((id) => ({ id, name: `Branch ${id}` })),
  };
  const titles = [
    book('1', 'Sea', copies('A', 'M')),
    book('2', 'Sea', copies('A')),
    book('3', 'Sea', copies('Z')),
    book('4', 'Sea', {
      format: { id: 'EBOOK' },
      links: [{ kind: 'resource', url: 'https://books.example.org/4' }],
    }),
    book('5', 'Sea'),
  ];
  const client = createPageClient([catalogOf({ library, titles })]);

  it('comes first, is called Available now, and is replaced by a branch', () => {
    const { body } = client('/search?q=sea');
    expect(/data-key="(\w+:[^"]*)" rel/.exec(body)?.[1]).toBe('available_at:_anywhere_');
    const { href, label } = linkOf(body, 'available_at:_anywhere_');
    expect(label).toBe('Available now, 4 titles');
    const { body: available } = client(href);
    expect(countOn(available)).toBe(4);
    expect(textOf(available)).not.toContain('Any branch');
    const atBranch = '/search?library=harbour&q=sea&available_at=A';
    expect(linkOf(available, 'available_at:A').href).toBe(atBranch);
    expect(linkOf(client(atBranch).body, 'available_at:_anywhere_').href).toBe(href);
  });

  it('lists the branches in the order of the library', () => {
    const { body } = client('/search?q=sea');
    const branches = Array.from(body.matchAll(/data-key="available_at:(\w)"/g), ([, id]) => id);
    expect(branches).toEqual(['Z', 'A', 'M']);
  });

  it('shows the status of an online title and its link together', () => {
    const { body } = client('/search?q=sea&title_format=EBOOK');
    const state = /<span class="state">.*?<\/a><\/span><\/span>/s.exec(body)?.[0] ?? '';
    expect(textOf(state).trim()).toBe('Online Read online');
  });
});

describe('the number of results', () => {
  const titles = Array.from({ length: 61 }, (_, i) =>
    book(
      `${100 + i}`,
      `Sea ${i}`,
      i === 60 ? {} : { publication_date: `${1900 + ((i * 7) % 50)}` },
    ),
  );
  const client = createPageClient([catalogOf({ titles })]);
  const yearsOn = (url: string) =>
    Array.from(client(url).body.matchAll(/<span><bdi>(\d{4})<\/bdi><\/span>/g), ([, year]) => year);

  it.each([
    ['', '1–10 of 61 titles', '10'],
    ['&page=7', '61–61 of 61 titles', '10'],
    ['&limit=25&page=2', '26–50 of 61 titles', '25'],
    ['&limit=50', '1–50 of 61 titles', '50'],
    ['&limit=99', '1–10 of 61 titles', '10'],
  ])('is a range of results: %s', (query, found, current) => {
    const { body } = client(`/search?q=sea${query}`);
    expect(foundOn(body)).toBe(found);
    const sizes = /<nav class="page-sizes".*?<\/nav>/s.exec(body)?.[0] ?? '';
    expect(/aria-current="true">(\d+)/.exec(sizes)?.[1]).toBe(current);
  });

  it('is the number of titles if there is one page', () => {
    expect(foundOn(client('/search?q=%22sea+7%22').body)).toBe('1 title');
    expect(client('/search?q=%22sea+7%22').body).not.toContain('page-sizes');
  });

  it('is kept by links, and leads back to the same page', () => {
    const { body } = client('/search?q=sea&limit=25&page=2');
    const link = linksOf(body).find((href) => href.startsWith('/item/')) ?? '';
    expect(link).toContain('limit=25');
    expect(linksOf(client(link).body)).toContain(
      '/search?limit=25&library=harbour&q=sea&page=2#result-26',
    );
  });

  it('can be in the order from the earliest year, with titles without a year last', () => {
    const years = yearsOn('/search?q=sea&sort=oldest&limit=50');
    expect(years).toHaveLength(50);
    expect(years).toEqual(years.toSorted());
    const { body } = client('/search?q=sea&sort=oldest&page=7');
    expect(body).toContain('<h2><a href="/item/show/160?q=sea&amp;sort=oldest&amp;result=61"');
    expect(body).toMatch(/data-key="sort:oldest" aria-current="true">Oldest first/);
    expect(textOf(body)).toContain('Relevance');
  });
});

describe('the page of all values of a facet', () => {
  const names = Array.from({ length: 130 }, (_, i) => `${'ABÉ'[i % 3]}uthor ${1000 + i}`);
  const titles = names.flatMap((name, i) =>
    Array.from({ length: i === 7 ? 3 : 1 }, (_, copy) =>
      book(`${i}-${copy}`, i < 100 ? 'Sea' : 'Land', { authors: [{ name }] }),
    ),
  );
  const client = createPageClient([catalogOf({ titles })]);
  const valuesOn = (body: string) =>
    Array.from(body.matchAll(/data-key="author:([^"]*)"/g), ([, name]) => name);

  it('is linked from a facet that does not list all values, and contains every value of the results', () => {
    const all = linksOf(client('/search?q=sea').body).find((href) => href.includes('/search/'));
    expect(all).toBe('/search/author?library=harbour&q=sea');
    const pages = [1, 2].map((page) => client(`${all}&page=${page}`).body);
    const listed = pages.flatMap(valuesOn);
    expect(listed[0]).toBe(names[7]);
    expect(listed.toSorted()).toEqual(names.slice(0, 100).toSorted());
    expect(pages[0]).toContain(`aria-label="${names[7]}, 3 titles"`);
    const whole = linksOf(client('/search?q=%22author+1003%22').body);
    expect(whole.some((href) => href.includes('/search/'))).toBe(false);
  });

  it('has the first letters of the results, and the values that begin with one', () => {
    const letters = (body: string) =>
      Array.from(body.matchAll(/prefix=([^"&]*)"[^>]*>\w</g), ([, letter]) => letter);
    const { body } = client('/search/author?q=sea');
    expect(letters(body)).toEqual(['a', 'b', 'e']);
    expect(letters(client('/search/author?q=sea&author=Author+1003').body)).toHaveLength(3);
    const withE = valuesOn(client('/search/author?q=sea&prefix=e').body);
    expect(withE).toEqual(names.slice(0, 100).filter((name) => name.startsWith('É')));
    expect(textOf(client('/search/author?q=sea&prefix=x').body)).toContain('Nothing begins with x');
  });

  it('links to the results with the value, and keeps the search and its filters', () => {
    const { body } = client('/search/author?q=sea&author=Author+1000&search_type=title');
    expect(linkOf(body, `author:${names[3]}`).href).toContain('search_type=title');
    const plain = client(`/search/author?q=sea&author=${names[0]}`).body;
    const { href } = linkOf(plain, `author:${names[3]}`);
    expect(href).toBe('/search?library=harbour&q=sea&author=Author+1000&author=Author+1003');
    expect(countOn(client(href).body)).toBe(2);
    expect(linkOf(plain, `author:${names[0]}`).label).toBe('Author 1000, 1 title, chosen, remove');
  });

  it.each([
    [24, false],
    [26, true],
  ])('is linked from a facet of %i values: %s', (size, isLinked) => {
    const genres = Array.from({ length: size }, (_, i) => `Genre ${i}`);
    const { body } = createPageClient([catalogOf({ titles: [book('1', 'Typee', { genres })] })])(
      '/search?q=typee',
    );
    expect(linksOf(body).some((href) => href.startsWith('/search/genre?'))).toBe(isLinked);
  });

  it('returns 404 for another facet', () => {
    expect(client('/search/color?q=sea').status).toBe(404);
    expect(client('/search/author?q=sea&page=0').status).toBe(400);
  });
});

describe('a search in several libraries', () => {
  const both = createPageClient([alderwick, openedCatalog('meridian')]);

  it.each(['/', '/search?q=whale', '/search?library=&q=whale', '/help'])(
    'is the first choice of the search form at %s',
    (url) => {
      const { body, status } = both(url);
      expect(status).toBe(200);
      const menu = /<select name="library">.*?<\/select>/s.exec(body)?.[0] ?? '';
      expect(menu).toMatch(/^<select name="library"><option value="">All libraries<\/option>/);
      expect(menu).not.toContain('selected');
    },
  );

  it('leaves the search field empty without a query', () => {
    expect(both('/search?q=').body).not.toContain('value="*"');
    expect(both('/search?q=whale').body).toMatch(/<input id="q"[^>]* value="whale"/);
  });

  it('keeps the library of a page', () => {
    expect(both('/search?library=meridian&q=sea').body).toContain('value="meridian" selected');
  });

  it('has the query in the title of the page, and says in each library how it was read', () => {
    const libraries = ['Frankenstein', 'Frankenstien'].map((title, i) =>
      catalogOf({ library: { id: `library-${i}` }, titles: [book(`${i}`, title)] }),
    );
    const noticesOf = (body: string) =>
      body
        .split('<section class="in-library">')
        .slice(1)
        .map((section) => textOf(/<p class="relaxed">.*?<\/p>/s.exec(section)?.[0] ?? '').trim());
    const { body } = createPageClient(libraries)('/search?q=frankenstien');
    expect(body).toContain('<title>Results for “frankenstien”');
    const [respelled, exact] = noticesOf(body);
    expect(respelled).toMatch(/frankenstien . Showing results for frankenstein instead/);
    expect(exact).toBe('');
    const [similar] = noticesOf(both('/search?q=books+like+moby+dick').body);
    expect(similar).toBe('Titles similar to Moby-Dick follow.');
  });

  it('suggests a title of two libraries once', () => {
    const libraries = ['east', 'west'].map((id) =>
      catalogOf({ library: { id }, titles: [book(id, 'Typee')] }),
    );
    const { suggestions } = JSON.parse(createPageClient(libraries)('/suggest?q=type').body);
    expect(suggestions.map(({ text }: Record<string, string>) => text)).toEqual(['Typee']);
  });

  it('has suggestions of all libraries, which lead to searches in all', () => {
    const { suggestions } = JSON.parse(both('/suggest?q=frank').body);
    expect(suggestions.length).toBeGreaterThan(2);
    for (const { href } of suggestions) expect(href).toMatch(/^\/search\?(?!.*library=)/);
    const texts = suggestions.map(({ kind, text }: Record<string, string>) => `${kind} ${text}`);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
