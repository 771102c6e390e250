import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { linksOf, shown, textOf } from './shown.js';

const alderwick = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const ask = shown([alderwick]);
const askBoth = shown([alderwick, meridian]);

describe('The pages', () => {
  it('begin with the only library, or with the choice of one', () => {
    expect(ask('/').body).toContain('<title>Alderwick Public Library</title>');
    const start = askBoth('/').body;
    expect(start).toContain('<title>Choose a library – Catalog</title>');
    expect(linksOf(start)).toContain('/?library=meridian');
    expect(askBoth('/?library=meridian').body).toContain('<title>Meridian World Library</title>');
  });

  it('show new titles, staff lists, popular titles and genres at home', () => {
    const text = textOf(ask('/').body);
    for (const heading of ['New in the library', 'Recommended by our staff', 'Browse by genre']) {
      expect(text).toContain(heading);
    }
    const { titles } = searchTitles(
      [alderwick],
      { q: '*', library: 'alderwick', sort: 'newly_acquired', limit: 8 },
      { baseUrl: '' },
    );
    const links = linksOf(ask('/').body);
    for (const { id } of titles) expect(links).toContain(`/item/show/${id}`);
  });

  it('leave out shelves that the catalog has nothing to put on', () => {
    const text = textOf(shown([catalogOf({ titles: [book('1', 'Typee')] })])('/').body);
    expect(text).not.toMatch(/New in the library|Recommended|Most popular|Browse by genre/);
  });

  it('ask in which library, where none is named, and say how much each has', () => {
    const text = textOf(askBoth('/search?q=whale').body);
    for (const { library } of [alderwick, meridian]) {
      const { count } = searchTitles(
        [alderwick, meridian],
        { q: 'whale', library: library.id },
        { baseUrl: '' },
      );
      expect(text).toContain(`${library.name} ${count} title`);
    }
  });

  it.each([
    'q=whale&title_format=DVD',
    'q=verne&search_type=author',
    'q=sea&page=2',
    'q=whale&search_type=',
    'title_format=DVD',
  ])('lead from the count of each library to as many titles: %s', (query) => {
    const { body } = askBoth(`/search?${query}`);
    const cards = [...body.matchAll(/<li class="card">.*?<\/li>/gs)].map(([card]) => card);
    expect(cards.length).toBe(2);
    for (const card of cards) {
      const [, found] = /<span>(\d+) titles? found<\/span>/.exec(card) ?? [];
      const { status, body: results } = askBoth(linksOf(card)[0]);
      expect(status).toBe(200);
      expect(results).toContain(`data-count="${found}"`);
      expect(linksOf(card)[0]).not.toContain('page=');
    }
  });

  it('number the rows of results from the first page on', () => {
    expect(ask('/search?q=*').body).toContain('<ol class="rows" start="1">');
    expect(ask('/search?q=*&page=3').body).toContain('<ol class="rows" start="41">');
  });

  it('show the lists of staff, the most recently updated first', () => {
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
    const links = linksOf(shown([catalog])('/').body).filter((href) => href.startsWith('/list/'));
    expect([...new Set(links)]).toEqual(['b', 'd', 'a'].map((id) => `/list/show/ahab/${id}`));
  });

  it('show every title where nothing was typed', () => {
    expect(ask('/search?q=').body).toContain('data-count="405"');
    expect(ask('/search').body).toContain('data-count="405"');
  });

  it('answer 404 for what is not there, and 400 for what cannot be read, as pages', () => {
    for (const address of [
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
      const { status, headers } = ask(address);
      expect([address, status, headers['Content-Type']]).toEqual([
        address,
        404,
        'text/html; charset=utf-8',
      ]);
    }
    for (const address of ['/search?page=0', '/search?sort=color', '/search?q=a&q=b']) {
      expect([address, ask(address).status]).toEqual([address, 400]);
    }
    const { status, body } = ask('/search?search_type=custom&q=title:(');
    expect(status).toBe(400);
    expect(textOf(body)).toContain("Parameter 'q', character 8: expected");
  });

  it('say where a title is, nearest first', () => {
    const text = textOf(shown([alderwick], { branch: 'HARB' })('/item/show/0000001101').body);
    const places = ['Harbour Branch', 'Main Library', 'East Side Branch', 'Hillside Branch'];
    const where = text.indexOf('Where to find it');
    const found = places.map((place) => text.indexOf(place, where));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(text).toContain('Harbour Branch This branch F MEL');
    expect(text).toContain('REF F MEL Collection: Reference In-library use only');
  });

  it('offer to search the library that they are of', () => {
    for (const [address, library] of [
      ['/item/show/0000103102', 'meridian'],
      ['/list/show/staff-galle/500201', 'meridian'],
      ['/collection/show/2001', 'meridian'],
      ['/search?library=meridian&q=film', 'meridian'],
      ['/item/show/0000001101', 'alderwick'],
    ]) {
      expect(askBoth(address).body).toContain(`<option value="${library}" selected>`);
    }
  });

  it('say kindly what was shown instead', () => {
    expect(textOf(ask('/search?q=frankenstien').body)).toMatch(
      /Nothing for frankenstien ?; showing frankenstein/,
    );
    expect(textOf(ask('/search?q=whale+xyzzyqq').body)).toContain('No title has all the words of');
    expect(textOf(ask('/search?q=frankenst').body)).toContain('showing words that begin with');
    expect(textOf(ask('/search?q=xyzzyqq').body)).toContain('Nothing found for');
  });

  it('keep the language in every link once it was chosen, and never before', () => {
    const chosen = linksOf(ask('/search?q=whale&locale=ru-RU').body).filter((href) =>
      /^\/(search|item|help)/.test(href),
    );
    expect(chosen.length).toBeGreaterThan(20);
    // The switch itself leads to the other languages.
    const others = chosen.filter((href) => !href.includes('locale=ru-RU'));
    expect(others.every((href) => /locale=(en|es|fr|zh|de)-/.test(href))).toBe(true);
    const found = ask('/search?q=whale', { 'accept-language': 'ru' });
    expect(found.headers['Content-Language']).toBe('ru-RU');
    expect(linksOf(found.body).filter((href) => href.includes('locale=')).length).toBe(6);
  });

  it('have one address in every language for covers, forms and the start of a kiosk', () => {
    const under = shown([alderwick], { idleMinutes: 2 }, 'https://example.org/carrel/');
    const { body } = under('/search?q=whale&locale=ru-RU');
    expect(body).toMatch(/src="\/carrel\/cover\/[^"?]+\.svg"/);
    expect(body).toContain('action="/carrel/search"');
    expect(body).toContain('data-suggestions="/carrel/suggest"');
    expect(body).toContain('data-home="/carrel/"');
  });

  it('stand under the path of the base URL', () => {
    const { body } = shown([alderwick], {}, 'https://example.org/carrel/')('/');
    for (const href of linksOf(body)) expect(href).toMatch(/^(\/carrel\/|#)/);
    expect(body).toMatch(/href="\/carrel\/assets\/[0-9a-f]{16}\/kiosk\.css"/);
    expect(body).toContain('action="/carrel/search"');
  });
});

describe('Counts on the pages', () => {
  it.each(['q=*', 'q=sea&title_format=BK', 'q=whale', 'q=fictoin', 'q=verne&search_type=author'])(
    'equal those of the API: %s',
    (query) => {
      const { body } = ask(`/search?${query}`);
      const params = new URLSearchParams(`${query}&library=alderwick&metadata=1`);
      const answer = searchTitles([alderwick], params, { baseUrl: '' });
      expect(body).toContain(`data-count="${answer.count}"`);
      const onPage = new Map(
        [
          ...body.matchAll(
            /<a href="[^"]*" data-keep="(\w+:[^"]*)"[^>]*><bdi>[^<]*<\/bdi> <span class="count">([\d,]+)</g,
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

describe('Headers of the site', () => {
  it('let a page fetch and run nothing but what the site serves', () => {
    const { headers } = ask('/');
    expect(headers['Content-Security-Policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Opener-Policy': 'same-origin',
      Vary: 'Accept-Language',
    });
    expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('set-cookie');
  });

  it('keep nothing of a reader in a cache where one screen serves many', () => {
    const kiosk = shown([alderwick], { idleMinutes: 2 });
    expect(kiosk('/search?q=whale').headers['Cache-Control']).toBe('no-store');
    expect(ask('/search?q=whale').headers['Cache-Control']).toBe('no-cache');
  });

  it('let files be kept for good under names that change with them', () => {
    const [, path] = /href="([^"]+kiosk\.css)"/.exec(ask('/').body) ?? [];
    const { status, headers } = ask(path);
    expect(status).toBe(200);
    expect(headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
    expect(headers['Content-Type']).toBe('text/css; charset=utf-8');
  });

  it('let covers be shown on other pages', () => {
    const { headers } = ask('/cover/PAPERBACK/0000001101.svg');
    expect(headers['Cross-Origin-Resource-Policy']).toBe('cross-origin');
    expect(headers['Content-Security-Policy']).toBe("default-src 'none'");
  });

  it('let covers come from elsewhere only where this is wanted', () => {
    const address = 'https://covers.openlibrary.org/b/isbn/9780142437247-L.jpg';
    expect(ask('/item/show/0000001101').body).not.toContain(address);
    const remote = shown([alderwick], { remoteCovers: true })('/item/show/0000001101');
    expect(remote.body).toContain(`<img class="own" src="${address}"`);
    expect(remote.headers['Content-Security-Policy']).toContain("img-src 'self' https: http:;");
  });
});

describe('Suggestions', () => {
  it('lead to pages, with their kinds in the language of the reader', () => {
    const { body } = ask('/suggest?q=xyzzy&library=alderwick&locale=fr-CA');
    expect(JSON.parse(body)).toEqual({
      announcement: '0 suggestion. Utilisez les flèches haut et bas.',
      suggestions: [],
    });
    const answer = JSON.parse(ask('/suggest?q=mob&locale=fr-CA').body);
    expect(answer.suggestions[0]).toMatchObject({ text: 'Moby-Dick', kind: 'Titre' });
    expect(answer.suggestions[0].href).toMatch(/^\/item\/show\/\d+\?locale=fr-CA$/);
    for (const { href } of answer.suggestions) expect(ask(href).status).toBe(200);
  });
});
