import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/texts/page-texts.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf, unescapeHtml } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const get = createPageClient([alderwick]);
const getKiosk = createPageClient([alderwick], { idleMinutes: 2 });

/** Returns the part of a page between a heading and the end of its section. */
function section(body: string, heading: string): string {
  return body.split(`<h2>${heading}</h2>`)[1]?.split('</section>')[0] ?? '';
}

describe('the face of a library', () => {
  it('has its logo in the header, at a path that browsers cache, without scripts', () => {
    const { body } = get('/search?q=whale');
    const [, path] =
      /<p class="brand">.*?<img src="(\/library\/alderwick\/[0-9a-f]{16}\.svg)"/.exec(body)!;
    const { status, headers, body: logo } = get(path);
    expect([status, headers['Content-Type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['Cache-Control']).toContain('immutable');
    expect(headers['Content-Security-Policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(logo).toMatch(/^<svg /);
    expect(get(path.replace('alderwick', 'other')).status).toBe(404);
    const plain = createPageClient([catalogOf({ titles: [book('1', 'Typee')] })])('/').body;
    expect(plain).toMatch(/<p class="brand">.*?<img src="\/assets\/[^"]+icon\.svg"/);
  });

  it('has its colors in a style sheet, with other colors in dark mode', () => {
    const { body } = createPageClient([meridian])('/');
    const [, path] = /<link rel="stylesheet" href="(\/library\/meridian\/[0-9a-f]{16}\.css)">/.exec(
      body,
    )!;
    const { headers, body: css } = createPageClient([meridian])(path);
    expect(headers['Content-Type']).toBe('text/css; charset=utf-8');
    expect(css).toMatch(/^:root\{--header:#28306b;.*--accent:#3a47a8;/);
    expect(css).toMatch(/@media \(prefers-color-scheme:dark\)\{:root\{--accent:#(?!3a47a8)/);
    expect(get('/').body).not.toContain('.css"><link rel="stylesheet" href="/library');
    const both = createPageClient([alderwick, meridian]);
    expect(both('/').body).not.toContain('href="/library/');
    expect(both('/?library=meridian').body).toContain(path);
  });

  it('has its website and the account page in the footer, but not on a kiosk', () => {
    const footer = (body: string) => body.split('<footer')[1];
    const links = linksOf(footer(get('/help').body));
    expect(links).toContain('https://www.alderwick.example/');
    expect(links).toContain('https://account.alderwick.example/');
    expect(footer(getKiosk('/help').body)).not.toContain('alderwick.example');
  });

  it('has the hours, addresses and maps of its branches on the home page and with the copies of a title', () => {
    const branches = section(get('/').body, 'Branches and opening hours');
    expect(textOf(branches)).toContain(
      'Main Library Mon–Thu 9–20 Fri–Sat 9–18 Sun 13–17 12 Market',
    );
    expect(linksOf(branches).filter((href) => href.includes('openstreetmap'))).toHaveLength(4);
    const holdings = section(get('/item/show/0000001101').body, 'Where to find it');
    expect(textOf(holdings)).toMatch(
      /Main Library: Hours and address Mon–Thu 9–20 .* Map : Main Library F MEL/,
    );
    const onKiosk = section(getKiosk('/').body, 'Branches and opening hours');
    expect(textOf(onKiosk)).toContain('12 Market Square Alderwick');
    expect(linksOf(onKiosk)).toEqual([]);
    const onlyMap = { branches: [{ id: 'A', name: 'A', map_url: 'https://map.example.org/' }] };
    const titles = [book('1', 'Typee', { holdings: [{ branch: 'A', status: 'AVAILABLE' }] })];
    const kiosk = createPageClient([catalogOf({ library: onlyMap, titles })], { idleMinutes: 2 });
    expect(kiosk('/').body + kiosk('/item/show/1').body).not.toMatch(/id="branches"|branch-info/);
    const plain = createPageClient([
      catalogOf({ library: { branches: [{ id: 'A', name: 'A' }] } }),
    ]);
    expect(plain('/').body).not.toContain('Branches and opening hours');
  });

  it('escapes the texts of a library record', () => {
    const text = '<script>alert(1)</script>';
    const library = { branches: [{ id: 'A', name: text, hours: text, address: text }] };
    const { body } = createPageClient([catalogOf({ library })])('/');
    expect(body).not.toContain(text);
    expect(unescapeHtml(body)).toContain(text);
  });
});

describe('the menu of the header', () => {
  it.each(['en-CA', 'de-DE', 'fr-CA', 'es-ES', 'ru-RU', 'zh-CN'] as const)(
    'leads to new titles, lists and lists to browse in %s',
    (locale) => {
      const { face } = textsOf(locale);
      const { body } = get(`/help?locale=${locale}`);
      const menu = /<nav class="menu".*?<\/nav>/s.exec(body)?.[0] ?? '';
      expect(textOf(menu).trim()).toBe([face.new, face.lists, face.browse].join(' '));
      for (const href of linksOf(menu)) expect([href, get(href).status]).toEqual([href, 200]);
    },
  );

  it('has no link to lists or new titles that the catalog does not have', () => {
    const { body } = createPageClient([catalogOf({ titles: [book('1', 'Typee')] })])('/');
    expect(body).not.toContain('class="menu"');
  });
});

describe('the home page', () => {
  it('has tiles of formats and audiences with the numbers of titles that they find', () => {
    for (const heading of ['Browse by format', 'Browse by audience']) {
      const tiles = [...section(get('/').body, heading).matchAll(/<li>.*?<\/li>/g)].map(
        ([tile]) => tile,
      );
      expect(tiles.length).toBeGreaterThan(3);
      for (const tile of tiles) {
        const [, count] = /class="count">([\d,]+)</.exec(tile) ?? [];
        expect(get(linksOf(tile)[0]).body).toContain(`data-count="${count}"`);
      }
    }
  });

  it('shows each popular work once', () => {
    const titles = Array.from({ length: 6 }, (_, i) =>
      book(`${i}`, i < 4 ? 'Typee' : `Omoo ${i}`, {
        authors: [{ name: 'Melville, Herman' }],
        popularity: 10 - i,
        format: { id: ['BK', 'EBOOK', 'LPRINT', 'BOOK_CD', 'BK', 'BK'][i] },
      }),
    );
    const popular = section(createPageClient([catalogOf({ titles })])('/').body, 'Most popular');
    expect(linksOf(popular).filter((href) => href.startsWith('/item'))).toEqual(
      ['0', '4', '5'].map((id) => `/item/show/${id}`),
    );
  });

  it('shows lists with up to four covers of their titles', () => {
    const lists = section(get('/').body, 'Recommended by our staff');
    const cards = [...lists.matchAll(/<li class="card">.*?<\/li>/gs)].map(([card]) => card);
    expect(cards).toHaveLength(6);
    for (const card of cards) {
      const covers = [...card.matchAll(/<img src="(\/cover\/[^"]+)"/g)].map(([, src]) => src);
      expect(covers.length).toBeLessThanOrEqual(4);
      expect(new Set(covers).size).toBe(covers.length);
      for (const src of covers) expect(get(src).status).toBe(200);
    }
    expect(lists).toContain('<img src="/cover/');
  });
});

describe('the page of all lists', () => {
  it('shows the lists by staff first, and then the lists by readers, 30 at a time', () => {
    const { body } = get('/lists');
    const links = [...new Set(linksOf(body).filter((href) => href.startsWith('/list/')))];
    expect(links).toHaveLength(alderwick.lists.size);
    const isStaff = links.map((href) => {
      const id = href.split('/').at(-1)!;
      return alderwick.lists.header(alderwick.lists.numberOf(id)).staff_list === true;
    });
    expect(isStaff).toEqual(isStaff.toSorted((a, b) => Number(b) - Number(a)));
    expect(get('/lists?page=0').status).toBe(400);
  });

  it('shows a text for a catalog without lists', () => {
    const { status, body } = createPageClient([catalogOf({})])('/lists');
    expect([status, textOf(body).includes('No lists yet.')]).toEqual([200, true]);
  });
});

describe('the option coverUrl', () => {
  const coverUrl = 'https://covers.example.org/{isbn}.jpg';
  const titles = [book('1', 'Typee', { isbns: ['978-0-14-243724-7'] }), book('2', 'Omoo')];

  it('shows covers by ISBN over generated covers, and allows images of this site only', () => {
    const { body, headers } = createPageClient([catalogOf({ titles })], { coverUrl })(
      '/search?q=*',
    );
    const remote = [...body.matchAll(/<img class="remote" src="([^"]*)"/g)].map(([, src]) => src);
    expect(remote).toEqual(['https://covers.example.org/9780142437247.jpg']);
    expect(headers['Content-Security-Policy']).toContain(
      "img-src 'self' https://covers.example.org;",
    );
    expect(createPageClient([catalogOf({ titles })])('/search?q=*').body).not.toContain(
      'covers.example',
    );
  });

  it('is refused on a kiosk, and without {isbn}', () => {
    expect(() => createPageClient([], { coverUrl, idleMinutes: 2 })).toThrow(
      'createKiosk: coverUrl: expected no address together with idleMinutes, found one',
    );
    expect(() => createPageClient([], { coverUrl: 'https://covers.example.org/' })).toThrow(
      'coverUrl: expected an address with {isbn}',
    );
  });
});

describe('a kiosk', () => {
  it('has a link to start over on every page, also on error pages', () => {
    for (const url of ['/', '/search?q=whale', '/item/show/0000001101', '/nowhere', '/help']) {
      expect(getKiosk(url).body).toMatch(/<a class="start-over" href="\/" data-leave>/);
      expect(get(url).body).not.toContain('data-leave');
    }
  });

  it('has no staff view', () => {
    const marc = { leader: '0'.repeat(24), fields: [{ tag: '001', value: '1' }] };
    const catalogs = [catalogOf({ titles: [book('1', 'Typee', { marc })] })];
    expect(createPageClient(catalogs)('/item/marc/1').status).toBe(200);
    const kiosk = createPageClient(catalogs, { idleMinutes: 2 });
    expect(kiosk('/item/marc/1').status).toBe(404);
    expect(kiosk('/item/show/1').body).not.toContain('/item/marc/');
  });

  it('prints only with the option printing', () => {
    const url = '/item/show/0000001101';
    expect(getKiosk(url).body).not.toMatch(/data-print|print\.js/);
    const printing = createPageClient([alderwick], { idleMinutes: 2, printing: true })(url).body;
    for (const body of [printing, get(url).body]) expect(body).toMatch(/data-print/);
  });

  it('shows the web address of an e-book beside its code, with the purpose of the code', () => {
    const { body } = getKiosk('/item/show/0000002101');
    const shown = /<span class="to-phone">(<svg class="qr".*?<\/svg>)(.*?)<\/p>/s.exec(body)!;
    expect(textOf(shown[2])).toContain(
      'Open online Scan to open on your phone https://www.gutenberg.org/',
    );
    expect(linksOf(shown[2])).toEqual([]);
  });
});
