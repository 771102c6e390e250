import { describe, expect, it } from 'vitest';
import { shelfKey } from '../../src/catalog/shelf.js';
import { shelfOrder } from '../../src/kiosk/browse-lists.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');

describe('shelfKey', () => {
  it.each([
    ['qa8 .b4', 'qa76.73 .a2', 'qa76.9 .a2 v.2', 'qa76.9 .a2 v.11', 'qa76.9 .a25', 'qa760'],
    ['f123.5 b52 1987', 'f123.5 b52 2003', 'f123.5 b6 1987', 'f1234'],
    ['637.35 abc', 'j 637.4', 'j 637.41', 'j 1000'],
    ['z5 v2', 'z5 v11'],
    ['q9', 'q76', 'qa1'],
    ['qa76.73.a2', 'qa76.9 .a2 v.2', 'qa76.9.a2 v.11', 'qa76.9 a25', 'qa76.9.b1'],
    ['813.5 mel', '813.54 m45', '813.54m46', '813.54 n1'],
    ['c 13.2:1', 'c 13.10:9', 'c 13.10/2:3', 'c 14.1:1', 'c13 .b4'],
    ['ep 1.23:998', 'ep 1.23:2004', 'ep 1.23:a 62', 'ep 1.23:91-44', 'ep 1.23:600/998-103'],
    ['ep 1.23:1', 'ep 1.23/a:2', 'ep 1.23/3:998', 'ep 1.23/3-2:1', 'ep 1.24:'],
    ['l 2.3:', 'l 2.3:1', 'lc 4.7:', 'n 11.5:', 'nas 1.21:', 'ns 1.2:'],
    ['y4.ed 8/1:117-48', 'y 4.ed 8/1:117-49', 'y 4.ed8/1:117-50', 'y4.ed8/1:117-153'],
    ['y 4.ag 8/1:c 68', 'y 4.ag 8/1:c 68/2', 'y 4.j 89/1:ad 65', 'y 4.j 89/1:104/23'],
    ['y 4.j 89/2:98/52', 'y 4.w 36:106-10', 'y 10.1:'],
  ])('sorts as on a shelf: %s', (...callNumbers) => {
    const keys = callNumbers.map(shelfKey);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['hb179.t84', 'hb179 .t84', 'hb179 t84'],
    ['pq7797.b635 a2', 'pq7797 .b635a2', 'pq7797.b635 .a2'],
    ['c 13.10:a 62', 'c13.10:a62', 'c 13.10 : a 62'],
    ['c 13.10/2:3', 'c 13.10 / 2: 3'],
    ['pr ex 3.10:', 'prex 3.10:'],
  ])('ignores the spaces in %s', (...callNumbers) => {
    expect(new Set(callNumbers.map(shelfKey)).size).toBe(1);
  });

  it('takes no other call number for one of the Superintendent of Documents', () => {
    const keys = ['qa76.9 .a2 v.1:no.2', 'qa76.9 .a2 v.1:no.10', 'qa76.10 .a2'].map(shelfKey);
    expect(keys.toSorted()).toEqual([keys[2], keys[0], keys[1]]);
  });
});

describe('shelfOrder', () => {
  const titles = Array.from({ length: 300 }, (_, i) =>
    book(`${i}`, `Title ${i}`, {
      call_number: `QA${(i * 37) % 101}.5`,
      authors: [{ name: `Author ${(i * 53) % 300}` }],
      holdings: i % 3 === 0 ? [{ branch: 'M', status: 'AVAILABLE', call_number: 'QA 1' }] : [],
    }),
  );
  const catalog = catalogOf({ titles });

  it('has each title at each of its call numbers, and finds it', () => {
    const order = shelfOrder(catalog);
    expect(order.size).toBe(400);
    const places = Array.from({ length: order.size }, (_, i) => order.place(i));
    const keys = places.map(({ callNumber, title }) => {
      const author = String(catalog.titles.ranks.author[title]).padStart(4, '0');
      return `${shelfKey(callNumber)} ${author}`;
    });
    expect(keys).toEqual(keys.toSorted());
    expect(places.map(({ callNumber, title }) => order.positionOf(callNumber, title))).toEqual([
      ...places.keys(),
    ]);
    expect(order.positionOf('QA 1')).toBe(0);
    expect(order.positionOf('ZZ')).toBe(400);
  });
});

describe('the lists to browse', () => {
  const get = createPageClient([alderwick]);
  const itemsOf = (body: string) =>
    linksOf(body.slice(body.indexOf('<ol class="headings">'), body.indexOf('</ol>')));

  it('lists all values in pages, each with a link to exactly its titles', () => {
    for (const kind of ['author', 'subject', 'series'] as const) {
      const { size } = alderwick.titles.columns[kind].dictionary;
      const pages = Array.from(
        { length: Math.ceil(size / 50) },
        (_, i) => get(`/browse/${kind}?page=${i + 1}`).body,
      );
      expect(new Set(pages.flatMap(itemsOf)).size).toBe(size);
    }
    const { body } = get('/browse/subject?prefix=wha');
    const [, count] =
      /Whaling<[^<]*<\/span> Fiction<\/bdi><\/a> <span class="count">(\d+)</.exec(body) ?? [];
    const href = itemsOf(body).find((it) => it.includes('Whaling')) ?? '';
    expect(get(href).body).toContain(`data-count="${count}"`);
  });

  it('are linked from the footer of every page of a library that has them', () => {
    const footerOf = (body: string) => body.slice(body.indexOf('<footer'));
    for (const url of ['/', '/search?q=sea', '/item/show/0000001101', '/help']) {
      const footer = footerOf(get(`${url}${url.includes('?') ? '&' : '?'}locale=de-DE`).body);
      expect(linksOf(footer).filter((href) => href.startsWith('/browse/'))).toEqual(
        ['author', 'subject', 'series', 'call_number'].map(
          (kind) => `/browse/${kind}?library=alderwick&locale=de-DE`,
        ),
      );
      expect(textOf(footer)).toContain('Signaturen');
    }
    const empty = createPageClient([catalogOf({ titles: [book('1', 'T')] })]);
    expect(footerOf(empty('/help').body)).not.toContain('Browse');
    const both = createPageClient([alderwick, openedCatalog('meridian')]);
    expect(footerOf(both('/').body)).not.toContain('/browse/');
  });

  it('finds the values that begin with a text, without regard to case and accents', () => {
    const { body } = get('/browse/author?prefix=%C3%89D');
    expect(itemsOf(body).length).toBeGreaterThan(0);
    for (const href of itemsOf(body)) expect(href).toMatch(/author=([^&]*\+)?[eé%C389]+d/i);
    expect(body).toContain('aria-label="First letters"');
    const { body: nothing } = get('/browse/author?prefix=qqq');
    expect(nothing).toContain('<p>Nothing begins with <q><bdi>qqq</bdi></q>.</p>');
  });

  it('lists authors by family name, and finds them by both names', () => {
    const names = [
      'Charles Dickens',
      'Dickens, Monica, 1915-1992',
      'Ray Charles',
      'David Hume',
      'Plato',
    ];
    const titles = names.map((name, i) => book(`${i}`, 'T', { authors: [{ name }] }));
    const client = createPageClient([catalogOf({ titles })]);
    const namesOn = (query: string) =>
      Array.from(
        client(`/browse/author?${query}`).body.matchAll(
          /<li><a[^>]*><bdi[^>]*>([^<]*)<\/bdi><\/a> <span/g,
        ),
        ([, name]) => name,
      );
    const [charles, hume] = ['Dickens, Charles', 'Hume, David'];
    expect(namesOn('')).toEqual(['Charles, Ray', charles, names[1], hume, 'Plato']);
    expect(namesOn('prefix=dickens')).toEqual([charles, names[1]]);
    expect(namesOn('prefix=charles')).toEqual(['Charles, Ray', charles]);
    expect(namesOn('prefix=charles+dick')).toEqual([charles]);
    expect(namesOn('prefix=Monica')).toEqual([names[1]]);
    expect(namesOn('prefix=dickens,+monica,+1915')).toEqual([names[1]]);
    // A letter lists family names only.
    expect(namesOn('prefix=d')).toEqual([charles, names[1]]);
    expect(linksOf(client('/browse/author').body)).toContain(
      '/search?library=harbour&author=Charles+Dickens',
    );
  });

  it('links to the initials of all alphabets, one list for each', () => {
    const authors = ['Ábel', 'Zoë', 'Лев', '夏目', '3 Sisters', '"Quoted"'].map((name) => ({
      name,
    }));
    const { body } = createPageClient([catalogOf({ titles: [book('1', 'T', { authors })] })])(
      '/browse/author',
    );
    const lists = [...body.matchAll(/<ul class="initials">(.*?)<\/ul>/gs)];
    expect(lists.map(([, list]) => linksOf(list))).toEqual(
      [['3', 'a', 'z'], ['%D0%BB']].map((initials) =>
        initials.map((initial) => `/browse/author?library=harbour&prefix=${initial}`),
      ),
    );
  });

  it('shows the page of the shelf with a call number, and the pages before and after it', () => {
    const { body } = get('/browse/call_number?prefix=F+MEL');
    expect(textOf(body.split('class="here" id="sought"')[1]?.split('</li>')[0] ?? '')).toContain(
      'F MEL',
    );
    expect(body).toContain('action="/browse/call_number#sought"');
    expect(get('/browse/author').body).toContain('action="/browse/author"');
    expect(get('/browse/call_number?prefix=F+MEL&page=1').body).not.toContain('class="here"');
    expect(itemsOf(get('/browse/call_number?page=999').body).length).toBeGreaterThan(0);
    expect(get('/browse/nothing').status).toBe(404);
  });
});
