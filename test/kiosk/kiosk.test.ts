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

  it('shows new titles, staff lists and genres on the home page', () => {
    const text = textOf(get('/').body);
    for (const heading of ['New at the library', 'Recommended by our staff', 'Browse by genre']) {
      expect(text).toContain(heading);
    }
    const { titles } = searchTitles(
      [alderwick],
      { q: '*', library: 'alderwick', sort: 'newly_acquired', limit: 8 },
      { baseUrl: '' },
    );
    const links = linksOf(get('/').body);
    for (const { id } of titles) expect(links).toContain(`/item/show/${id}`);
  });

  it('omits empty sections of the home page', () => {
    const text = textOf(createPageClient([catalogOf({ titles: [book('1', 'Typee')] })])('/').body);
    expect(text).not.toMatch(/New at the library|Recommended|Most popular|Browse by genre/);
  });

  it('shows the number of results in each library for a search without a library', () => {
    const text = textOf(getFromBoth('/search?q=whale').body);
    for (const { library } of [alderwick, meridian]) {
      const { count } = searchTitles(
        [alderwick, meridian],
        { q: 'whale', library: library.id },
        { baseUrl: '' },
      );
      expect(text).toContain(`${library.name} ${count} title`);
    }
  });

  it('narrows the results to any of several values of a facet, and links to the search without each', () => {
    const query = 'library=alderwick&q=whale&title_format=BK&title_format=EBOOK';
    const params = new URLSearchParams(query);
    const { count } = searchTitles([alderwick], params, { baseUrl: '' });
    const { body } = get(`/search?${query}`);
    expect(body).toContain(`data-count="${count}"`);
    const current = /data-key="title_format:(\w+)" rel="nofollow" aria-current="true"/g;
    expect(Array.from(body.matchAll(current), ([, id]) => id).sort()).toEqual(['BK', 'EBOOK']);
    const chips = body.slice(body.indexOf('<div class="chosen">'));
    expect(linksOf(chips).slice(0, 3)).toEqual([
      '/search?library=alderwick&q=whale&title_format=EBOOK',
      '/search?library=alderwick&q=whale&title_format=BK',
      '/search?library=alderwick&q=whale',
    ]);
  });

  it('adds a value to the chosen values of a facet, or removes it, with the link of the value', () => {
    const hrefOf = (url: string, key: string) => {
      const link = get(url)
        .body.split('<a ')
        .find((tag) => tag.includes(`data-key="${key}"`));
      return linksOf(`<a ${link}`)[0];
    };
    const both = hrefOf('/search?q=*&title_format=BK', 'title_format:EBOOK');
    expect(both).toBe('/search?library=alderwick&q=*&title_format=BK&title_format=EBOOK');
    const two = new URLSearchParams(both.split('?')[1]);
    const { count } = searchTitles([alderwick], two, { baseUrl: '' });
    expect(get(both).body).toContain(`data-count="${count}"`);
    expect(hrefOf(both, 'title_format:BK')).toBe(
      '/search?library=alderwick&q=*&title_format=EBOOK',
    );
  });

  it('lists decades in the order of time, the latest first', () => {
    const { body } = get('/search?q=*');
    const decades = [...body.matchAll(/data-key="publication_date:(\d+)/g)].map(([, id]) => id);
    expect(decades.length).toBeGreaterThan(6);
    expect(decades).toEqual(decades.toSorted().toReversed());
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
    expect(order('')).toEqual(['B', 'BACBACB']);
    expect(order('&available_at=_anywhere_')).toEqual(['B', 'BACBACB']);
    expect(order('&available_at=C')).toEqual(['C', 'CBACBAC']);
    expect(order('&available_at=C&available_at=A')).toEqual(['C', 'CABCABC']);
  });

  it('keeps the last ten values of a facet', () => {
    const values = Array.from({ length: 12 }, (_, i) => `&tag=t${i}`).join('');
    const { body } = get(`/search?q=whale${values}`);
    expect([...body.matchAll(/data-key="chip:tag:(t\d+)"/g)].map(([, value]) => value)).toEqual(
      Array.from({ length: 10 }, (_, i) => `t${i + 2}`),
    );
  });

  it.each([
    'q=whale&title_format=DVD',
    'q=verne&search_type=author',
    'q=sea&page=2',
    'q=whale&search_type=',
    'title_format=DVD',
  ])('shows the same count in the card of a library as on the linked page: %s', (query) => {
    const { body } = getFromBoth(`/search?${query}`);
    const cards = [...body.matchAll(/<li class="card">.*?<\/li>/gs)].map(([card]) => card);
    expect(cards.length).toBe(2);
    for (const card of cards) {
      const [, found] = /<span>(\d+) titles? found<\/span>/.exec(card) ?? [];
      const { status, body: results } = getFromBoth(linksOf(card)[0]);
      expect(status).toBe(200);
      expect(results).toContain(`data-count="${found}"`);
      expect(linksOf(card)[0]).not.toContain('page=');
    }
  });

  it('numbers the results continuously from page to page', () => {
    expect(get('/search?q=*').body).toContain('<ol class="rows" start="1">');
    expect(get('/search?q=*&page=3').body).toContain('<ol class="rows" start="21">');
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

  it('shows all titles for an empty search', () => {
    expect(get('/search?q=').body).toContain('data-count="405"');
    expect(get('/search').body).toContain('data-count="405"');
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

  it('lists the holdings of a title, starting with the branch of the kiosk', () => {
    const text = textOf(
      createPageClient([alderwick], { branch: 'HARB' })('/item/show/0000001101').body,
    );
    const branches = ['Harbour Branch', 'Main Library', 'East Side Branch', 'Hillside Branch'];
    const where = text.indexOf('Where to find it');
    const positions = branches.map((branch) => text.indexOf(branch, where));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(text).toContain('Harbour Branch This branch F MEL');
    expect(text).toContain('REF F MEL Collection: Reference In-library use only');
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

  it('explains how a query was relaxed, or that no titles were found', () => {
    expect(textOf(get('/search?q=frankenstien').body)).toMatch(
      /No results for frankenstien ?\. Showing results for frankenstein/,
    );
    expect(textOf(get('/search?q=whale+xyzzyqq').body)).toContain('No title has all the words in');
    expect(textOf(get('/search?q=frankenst').body)).toContain(
      'Showing titles with words that begin with',
    );
    expect(textOf(get('/search?q=xyzzyqq').body)).toContain('No results for');
  });

  it('quotes the incomplete word of a query, without punctuation after it', () => {
    expect(textOf(get('/search?q=mary+frankenst+!').body)).toMatch(
      /words that begin with frankenst/,
    );
  });

  it('omits words that ask for a title from the words that were searched', () => {
    expect(textOf(get('/search?q=do+you+have+frankenstien').body)).toMatch(
      /No results for do you have frankenstien ?\. Showing results for frankenstein instead/,
    );
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
    for (const href of linksOf(body)) expect(href).toMatch(/^(\/carrel\/|#)/);
    expect(body).toMatch(/href="\/carrel\/assets\/[0-9a-f]{16}\/kiosk\.css"/);
    expect(body).toContain('action="/carrel/search"');
  });
});

describe('a search by title', () => {
  const getSea = createPageClient([
    catalogOf({
      titles: [
        book('1', 'Frankenstein'),
        book('2', 'Typee', { subjects: ['Frankenstein'], notes: ['Typees and whales'] }),
        book('3', 'A Peep at Typee', { popularity: 100 }),
      ],
    }),
  ]);
  const titlesOn = (url: string) =>
    [...getSea(url).body.matchAll(/<h2><a [^>]*><bdi[^>]*>([^<]*)/g)].map(([, title]) => title);

  it('finds words only in titles, the title itself first', () => {
    expect(titlesOn('/search?q=frankenstein')).toHaveLength(2);
    expect(titlesOn('/search?q=frankenstein&search_type=title')).toEqual(['Frankenstein']);
    expect(titlesOn('/search?q=typee&search_type=title')).toEqual(['Typee', 'A Peep at Typee']);
    expect(titlesOn('/search?q=whales&search_type=title')).toEqual([]);
  });

  it('is in the menu, corrects misspelled words, and is kept in links', () => {
    const { body } = getSea('/search?q=frankenstien&search_type=title');
    expect(body).toContain('<option value="title" selected>Titles</option>');
    expect(textOf(body)).toContain('Showing results for frankenstein');
    expect(linksOf(body)).toContain('/item/show/1?q=frankenstien&search_type=title&result=1');
    expect(textOf(getSea('/item/show/1?q=frankenstien&search_type=title&result=1').body)).toContain(
      'Result 1 of 1',
    );
  });

  it('is not a search type of the API', () => {
    const search = () =>
      searchTitles([alderwick], new URLSearchParams('q=sea&library=alderwick&search_type=title'), {
        baseUrl: '',
      });
    expect(search).toThrow('search_type');
  });
});

describe('a results page with titles that match all words, and further titles', () => {
  const titles = [
    ...['One', 'Two', 'Three'].map((name) => book(name, name, { notes: ['Zorbal'] })),
    ...Array.from({ length: 30 }, (_, i) => book(`n${i}`, `Zorbul ${i}`)),
    book('dvd', 'Zorbol', { format: { id: 'DVD' } }),
  ];
  const getZorbal = createPageClient([catalogOf({ titles })]);
  const page = (more = '') => getZorbal(`/search?q=zorbal${more}`).body;
  const SENTENCE = 'The titles above have all the words in zorbal . The titles below match less';
  const NOTICE = 'Some of the titles match zorbal less exactly.';

  it('separates the two groups with a sentence', () => {
    const body = page();
    const lists = body.split('<ol class="rows"').slice(1);
    expect(lists.map((list) => list.match(/<li class="row"/g)?.length)).toEqual([3, 7]);
    expect(lists.map((list) => /^ start="(\d+)"/.exec(list)?.[1])).toEqual(['1', '4']);
    expect(textOf(lists[0])).toContain(SENTENCE);
    expect(textOf(body)).not.toMatch(/No results|Some of the titles/);
  });

  it('has a notice above the titles in another sort order, and on the following pages', () => {
    for (const more of ['&sort=title', '&page=2']) {
      const text = textOf(page(more));
      expect(text).toContain(NOTICE);
      expect(text).not.toMatch(/No results|The titles above/);
    }
  });

  it('has no sentence if a filter leaves only one of the groups', () => {
    expect(textOf(page('&title_format=DVD'))).toContain(NOTICE);
    expect(textOf(page('&title_format=DVD'))).not.toMatch(/No results|The titles above/);
    const onlyStrict = [...titles.slice(0, 3), book('dvd', 'Zorbol', { format: { id: 'DVD' } })];
    const { body } = createPageClient([catalogOf({ titles: onlyStrict })])(
      '/search?q=zorbal&title_format=BK',
    );
    expect(textOf(body)).not.toMatch(/No results|The titles above|Some of the titles/);
  });
});

describe('the counts on a results page', () => {
  it.each(['q=*', 'q=sea&title_format=BK', 'q=whale', 'q=fictoin', 'q=verne&search_type=author'])(
    'equal the counts in the API response: %s',
    (query) => {
      const { body } = get(`/search?${query}`);
      const params = new URLSearchParams(`${query}&library=alderwick&metadata=1`);
      const answer = searchTitles([alderwick], params, { baseUrl: '' });
      expect(body).toContain(`data-count="${answer.count}"`);
      const onPage = new Map(
        [
          ...body.matchAll(
            /<a href="[^"]*" data-key="(\w+:[^"]*)"[^>]*><bdi>.*?<\/bdi> <span class="count">([\d,]+)</g,
          ),
        ].map(([, key, count]) => [key, Number(count.replaceAll(',', ''))]),
      );
      const inAnswer = new Map(
        (answer.metadata?.narrow_bys ?? []).flatMap(({ id, narrow_tos }) =>
          narrow_tos.map((value) => [
            `${id}:${value.id}`
              .replaceAll('&', '&amp;')
              .replaceAll("'", '&#39;')
              .replaceAll('"', '&quot;'),
            value.count,
          ]),
        ),
      );
      expect(onPage).toEqual(inAnswer);
    },
  );
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

  it.each([
    ['en-US', 'Series'],
    ['es-ES', 'Serie'],
    ['fr-CA', 'Collection'],
    ['ru-RU', 'Серия'],
    ['zh-CN', '丛书'],
    ['de-DE', 'Reihe'],
  ])('names the kind of a series in %s, and links it to a search of series', (locale, kind) => {
    const { suggestions } = JSON.parse(get(`/suggest?q=folger&locale=${locale}`).body);
    const series = suggestions.find((suggestion: { kind: string }) => suggestion.kind === kind);
    expect(series).toMatchObject({ text: 'Folger Shakespeare Library' });
    const params = new URL(series.href, 'http://x').searchParams;
    expect(params.get('search_type')).toBe('series');
    expect(params.get('q')).toBe('Folger Shakespeare Library');
    expect(get(series.href).status).toBe(200);
  });
});
