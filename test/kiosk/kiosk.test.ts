import { describe, expect, it } from 'vitest';
import { applyChanges, type Change } from '../../src/index.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const get = createPageClient([alderwick]);
const getFromBoth = createPageClient([alderwick, meridian]);

describe('createKiosk', () => {
  it('shows the home page of a single library, or a list of several libraries, at the path /', () => {
    expect(get('/').body).toContain('<title>Alderwick Public Library</title>');
    const choice = getFromBoth('/').body;
    expect(choice).toContain('<title>Choose a library – Catalog</title>');
    expect(linksOf(choice)).toContain('/?library=meridian');
    expect(getFromBoth('/?library=meridian').body).toContain(
      '<title>Meridian World Library</title>',
    );
  });

  it('omits empty sections of the home page', () => {
    const text = textOf(createPageClient([catalogOf({ titles: [book('1', 'Typee')] })])('/').body);
    expect(text).not.toMatch(/New at the library|Recommended|Most popular|Browse by genre/);
  });

  it('shows the copies of a chosen branch first, in rows and on the pages of titles', () => {
    const branches = ['A', 'B', 'C'].map((id) => ({ id, name: `Branch ${id}` }));
    const holdings = branches.map(({ id }) => ({ branch: id, status: 'AVAILABLE' }));
    const holdings_statements = branches.map(({ id }) => ({ branch: id, text: 'v.1' }));
    const catalog = catalogOf({
      library: { id: 'hill', branches },
      titles: [book('1', 'Typee', { holdings, holdings_statements })],
    });
    const kiosk = createPageClient([catalog], { branch: 'B' });
    const branchesOn = (body: string) =>
      [...body.matchAll(/<bdi>(Branch .)<\/bdi>/g)].map(([, name]) => name.at(-1)).join('');
    const order = (query: string) => {
      const row =
        /<li class="row".*?<\/li>/s.exec(kiosk(`/search?q=typee${query}`).body)?.[0] ?? '';
      const page = kiosk(linksOf(row)[0]).body;
      return [branchesOn(row), branchesOn(page)];
    };
    expect(order('')).toEqual(['B', 'BACBACBBAC']);
    expect(order('&available_at=_anywhere_')).toEqual(['B', 'BACBACBBAC']);
    expect(order('&available_at=C')).toEqual(['C', 'CBACBACCBA']);
    expect(order('&available_at=C&available_at=A')).toEqual(['C', 'CABCABCCAB']);
  });

  it.each([
    'q=whale&title_format=DVD',
    'q=verne&search_type=author',
    'q=sea&page=2',
    'q=whale&search_type=',
    'title_format=DVD',
  ])('shows the same count in the section of a library as on the linked page: %s', (query) => {
    const { body } = getFromBoth(`/search?${query}`);
    const sections = body.match(/<section class="in-library">.*?<\/section>/gs) ?? [];
    expect(sections.length).toBe(2);
    for (const section of sections) {
      const [, found] = /<span class="count">(\d+) titles?<\/span>/.exec(section) ?? [];
      const { status, body: results } = getFromBoth(linksOf(section)[0]);
      expect(status).toBe(200);
      expect(results).toContain(`data-count="${found}"`);
      expect(linksOf(section)[0]).not.toContain('page=');
      const namesIn = (markup: string, heading: string) =>
        Array.from(
          markup.matchAll(new RegExp(`<${heading}><a [^>]*><bdi[^>]*>([^<]*)`, 'g')),
          ([, name]) => name,
        ).slice(0, 3);
      expect(namesIn(section, 'h3')).toEqual(namesIn(results, 'h2'));
    }
  });

  it('shows only staff lists on the home page, the most recently updated first', () => {
    const list = (id: string, month: number, staff_list = true) => ({
      id,
      user: 'ahab',
      name: `List ${id}`,
      staff_list,
      created: '2020-01-01T00:00:00Z',
      updated: `2020-0${month}-01T00:00:00Z`,
      list_items: [],
    });
    const catalog = catalogOf({
      titles: [book('1', 'Typee')],
      users: [{ id: 'ahab', name: 'ahab' }],
      lists: [list('a', 2), list('b', 4), list('c', 5, false), list('d', 3)],
    });
    const links = linksOf(createPageClient([catalog])('/').body).filter((href) =>
      href.startsWith('/list/'),
    );
    expect([...new Set(links)]).toEqual(['b', 'd', 'a'].map((id) => `/list/show/ahab/${id}`));
  });

  it('returns 404 for an unknown path or id, and 400 for an invalid search parameter', () => {
    for (const url of [
      '/nowhere',
      '/item/show/nothing',
      '/item/show/%ff',
      '/list/show/1008/nothing',
      '/list/show/1001/500101',
      '/collection/show/nobody',
      '/cover/DVD/0000001101.svg',
      '/assets/0/kiosk.css',
      '/?library=nowhere',
    ]) {
      const { status, headers } = get(url);
      expect([url, status, headers['Content-Type']]).toEqual([
        url,
        404,
        'text/html; charset=utf-8',
      ]);
    }
    for (const url of ['/search?page=0', '/search?sort=color', '/search?q=a&q=b']) {
      expect([url, get(url).status]).toEqual([url, 400]);
    }
    const { status, body } = get('/search?search_type=custom&q=title:(');
    expect(status).toBe(400);
    expect(textOf(body)).toContain('Expected a word, a phrase, a group or a field');
  });

  it('shows the time of the latest change with the holdings, as it is written in the change', () => {
    const change: Change = {
      op: 'holdings',
      title: '0000001101',
      holdings: [{ branch: 'MAIN', status: 'ON_ORDER' }],
    };
    const at = '2026-11-01T10:30:00-08:00';
    const earlier = '2026-11-01T18:29:00Z';
    const changed = applyChanges(alderwick, [
      { ...change, at },
      { ...change, at: earlier },
      change,
    ]);
    const textIn = (locale: string, catalog = changed) =>
      textOf(createPageClient([catalog])(`/item/show/0000001101?locale=${locale}`).body);
    expect(textIn('en-CA')).toMatch(/ On order As of November 1, 2026 at 10:30\sa.m. /);
    expect(textIn('de-DE')).toContain('Stand: 1. November 2026 um 10:30');
    expect(textIn('en-CA', alderwick)).not.toContain('As of');
    expect(textIn('en-CA', applyChanges(alderwick, [change]))).not.toContain('As of');
  });

  it('selects the library of the page in the search form', () => {
    for (const [url, library] of [
      ['/item/show/0000103102', 'meridian'],
      ['/list/show/staff-galle/500201', 'meridian'],
      ['/collection/show/2001', 'meridian'],
      ['/search?library=meridian&q=film', 'meridian'],
      ['/item/show/0000001101', 'alderwick'],
    ]) {
      expect(getFromBoth(url).body).toContain(`<option value="${library}" selected>`);
    }
  });

  it('adds the requested locale to links, but not a locale from Accept-Language', () => {
    const links = linksOf(get('/search?q=whale&locale=ru-RU').body).filter((href) =>
      /^\/(search|item|help)/.test(href),
    );
    expect(links.length).toBeGreaterThan(20);
    // Only the language menu has links to other locales.
    const others = links.filter((href) => !href.includes('locale=ru-RU'));
    expect(others.every((href) => /locale=(en|es|fr|zh|de)-/.test(href))).toBe(true);
    const response = get('/search?q=whale', { 'accept-language': 'ru' });
    expect(response.headers['Content-Language']).toBe('ru-RU');
    expect(linksOf(response.body).filter((href) => href.includes('locale=')).length).toBe(6);
  });

  it('omits the locale from the URLs of covers, form actions and suggestions, and from the URL of an idle page', () => {
    const getKiosk = createPageClient(
      [alderwick],
      { idleMinutes: 2 },
      'https://example.org/carrel/',
    );
    const { body } = getKiosk('/search?q=whale&locale=ru-RU');
    expect(body).toMatch(/src="\/carrel\/cover\/[^"?]+\.svg"/);
    expect(body).toContain('action="/carrel/search"');
    expect(body).toContain('data-suggestions="/carrel/suggest"');
    expect(body).toContain('data-home="/carrel/"');
  });

  it('begins the URLs of pages, style sheets and forms on the home page with the path of the base URL', () => {
    const { body } = createPageClient([alderwick], {}, 'https://example.org/carrel/')('/');
    const own = linksOf(body).filter((href) => !href.startsWith('https://www.'));
    for (const href of own) expect(href).toMatch(/^(\/carrel\/|#|https:\/\/account\.)/);
    expect(body).toMatch(/src="\/carrel\/library\/alderwick\/[0-9a-f]{16}\.svg"/);
    expect(body).toMatch(/href="\/carrel\/assets\/[0-9a-f]{16}\/kiosk\.css"/);
    expect(body).toContain('action="/carrel/search"');
  });
});

describe('response headers', () => {
  it('allow a page to load and run only files of the site', () => {
    const { headers } = get('/');
    expect(headers['Content-Security-Policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      Vary: 'Accept-Language',
    });
    expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('set-cookie');
  });

  it('forbid browsers to store pages with the option idleMinutes', () => {
    const kiosk = createPageClient([alderwick], { idleMinutes: 2 });
    expect(kiosk('/search?q=whale').headers['Cache-Control']).toBe('no-store');
    expect(get('/search?q=whale').headers['Cache-Control']).toBe('no-cache');
  });

  it('allow browsers to cache style sheets for a year', () => {
    const [, path] = /href="([^"]+kiosk\.css)"/.exec(get('/').body) ?? [];
    const { status, headers } = get(path);
    expect(status).toBe(200);
    expect(headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
    expect(headers['Content-Type']).toBe('text/css; charset=utf-8');
  });

  it('allow pages of other sites to show generated covers', () => {
    const { headers } = get('/cover/PAPERBACK/0000001101.svg');
    expect(headers['Cross-Origin-Resource-Policy']).toBe('cross-origin');
    expect(headers['Content-Security-Policy']).toBe("default-src 'none'");
  });

  it('allow images from other sites only with the option remoteCovers', () => {
    const url = 'https://covers.openlibrary.org/b/isbn/9780142437247-L.jpg';
    expect(get('/item/show/0000001101').body).not.toContain(url);
    const remote = createPageClient([alderwick], { remoteCovers: true })('/item/show/0000001101');
    expect(remote.body).toContain(`<img class="remote" src="${url}"`);
    expect(remote.headers['Content-Security-Policy']).toContain("img-src 'self' https: http:;");
  });
});

describe('GET /suggest', () => {
  it('returns kinds in the requested locale, and URLs with the locale', () => {
    const { body } = get('/suggest?q=xyzzy&library=alderwick&locale=fr-CA');
    expect(JSON.parse(body)).toEqual({
      announcement: '0 suggestion. Utilisez les flèches haut et bas.',
      suggestions: [],
    });
    const answer = JSON.parse(get('/suggest?q=mob&locale=fr-CA').body);
    expect(answer.suggestions[0]).toMatchObject({ text: 'Moby-Dick', kind: 'Titre' });
    expect(answer.suggestions[0].href).toMatch(/^\/item\/show\/\d+\?locale=fr-CA$/);
    for (const { href } of answer.suggestions) expect(get(href).status).toBe(200);
  });

  it.each([
    ['en-CA', 'Series: '],
    ['fr-CA', 'Collection\u00a0: '],
    ['zh-CN', '丛书：'],
  ])('separates a label from its value in %s', (locale, label) => {
    const { body } = get(`/item/show/0000001101?locale=${locale}`);
    expect(body).toContain(`<p class="series">${label}<a `);
  });

  it('names the kind of a series in the language of the page, and links it to a search of series', () => {
    const { suggestions } = JSON.parse(get('/suggest?q=folger&locale=ru-RU').body);
    const series = suggestions.find(({ kind }: { kind: string }) => kind === 'Серия');
    expect(series).toMatchObject({ text: 'Folger Shakespeare Library' });
    const params = new URL(series.href, 'http://x').searchParams;
    expect(params.get('search_type')).toBe('series');
    expect(params.get('q')).toBe('Folger Shakespeare Library');
    expect(get(series.href).status).toBe(200);
  });
});

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
    const popular = titleLinks(section('Most popular'));
    expect(popular).toHaveLength(8);
    const found = hrefsOf({ sort: 'popularity', limit: '40' });
    const positions = popular.map((href) => found.indexOf(href));
    expect(positions[0]).toBe(0);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions).not.toContain(-1);
    const { metadata } = search({ metadata: '1' });
    const values = metadata?.narrow_bys.find(({ id }) => id === 'genre')?.narrow_tos;
    const genres = section('Browse by genre').matchAll(/<bdi>(.*?)<.*?class="count">(.*?)</g);
    expect(Array.from(genres, ([, name, count]) => ({ name, count }))).toEqual(
      values?.map(({ id, count }) => ({ name: id.replaceAll("'", '&#39;'), count: `${count}` })),
    );
  },
);
