import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, unescapeHtml } from './create-page-client.js';

const BASE_URL = 'https://library.example.org/catalog';
const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick], {}, BASE_URL);

/** Parses XML, and returns the texts of all elements with this name. Throws an error for XML that is not well-formed. */
function textsOf(xml: string, name: string): string[] {
  const texts: string[] = [];
  const open: { name: string; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => open.push({ name: tag.name, text: '' }));
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element?.name === name) texts.push(element.text);
  });
  parser.write(xml).close();
  return texts;
}

/** Returns the structured data of a page. */
function dataOf(body: string): Record<string, unknown> {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  return JSON.parse(json ?? '{}');
}

describe('pages beside an OPDS catalog', () => {
  /** Returns the addresses of the OPDS catalog that a page announces, by their media types. */
  const announced = (body: string) =>
    Object.fromEntries(
      [
        ...body.matchAll(
          /<link rel="alternate" type="(application\/[^"]*opds[^"]*)" title="[^"]*" href="([^"]*)">/g,
        ),
      ].map(([, type, href]) => [type, href]),
    );
  const feeds = (path: string) => ({
    'application/opds+json': `/catalog/opds${path}`,
    'application/atom+xml;profile=opds-catalog;kind=navigation': `/catalog/opds/v1.2${path}`,
  });

  it('announce it, and the catalog of the library on pages of one of several libraries', () => {
    const meridian = openedCatalog('meridian');
    const one = createPageClient([alderwick], { opds: true }, BASE_URL);
    for (const path of ['/', '/search?q=whale', '/item/show/0000001101', '/help']) {
      expect(announced(one(path).body)).toEqual(feeds(''));
      expect(announced(get(path).body)).toEqual({});
    }
    const both = createPageClient([alderwick, meridian], { opds: true }, BASE_URL);
    expect(announced(both('/').body)).toEqual(feeds(''));
    expect(announced(both('/?library=meridian').body)).toEqual(feeds('/meridian'));
  });
});

describe('a public site', () => {
  it('describes a title as JSON-LD, and lets search engines list only home pages and titles', () => {
    const { body, headers } = get('/item/show/0000001101');
    expect(dataOf(body)).toMatchObject({
      '@type': 'Book',
      url: `${BASE_URL}/item/show/0000001101`,
      name: 'Moby-Dick: or, The Whale',
      author: [{ '@type': 'Person', name: 'Herman Melville' }],
      isbn: ['9780142437247', '0142437247'],
    });
    expect(body).toContain(`<link rel="canonical" href="${BASE_URL}/item/show/0000001101">`);
    expect(headers['Content-Security-Policy']).toContain("script-src 'self';");
    expect(body).not.toContain('noindex');
    expect(get('/').body).not.toContain('noindex');
    for (const path of ['/search?q=whale', '/help', '/nowhere']) {
      expect(get(path).body).toContain('<meta name="robots" content="noindex">');
    }
  });

  /** Returns the contents of the meta elements of a page whose names or properties begin with a text. */
  const metaOf = (body: string, start: string) =>
    Object.fromEntries(
      [...body.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)]
        .filter(([, name]) => name.startsWith(start))
        .map(([, name, content]) => [name, unescapeHtml(content)]),
    );

  it('describes a title in Open Graph, with its cover, and in the title of the page', () => {
    const { body } = get('/item/show/0000001101?q=whale&result=1');
    expect(body).toContain('<title>Moby-Dick (Paperback, 2003) – Alderwick Public Library</title>');
    const { description } = metaOf(body, 'description');
    expect(description).toMatch(/^Ishmael signs on /);
    expect(metaOf(body, 'og:')).toEqual({
      'og:type': 'book',
      'og:title': 'Moby-Dick (Paperback, 2003)',
      'og:site_name': 'Alderwick Public Library',
      'og:url': `${BASE_URL}/item/show/0000001101`,
      'og:description': description,
      'og:image': `${BASE_URL}/cover/PAPERBACK/0000001101.svg`,
    });
    expect(get('/cover/PAPERBACK/0000001101.svg').status).toBe(200);
  });

  it('describes a title without a description by its facts, and shortens a long description', () => {
    const words = 'whale '.repeat(100);
    const titles = [
      book('1', 'Typee', { authors: [{ name: 'Melville' }], publication_date: '1846' }),
      book('2', 'Omoo', { description: words, jacket_cover: { url: 'https://covers.org/2.jpg' } }),
    ];
    const page = createPageClient([catalogOf({ titles })], { remoteCovers: true }, BASE_URL);
    expect(metaOf(page('/item/show/1').body, 'description')).toEqual({
      description: 'Melville · Book · 1846',
    });
    const { body } = page('/item/show/2');
    const { description } = metaOf(body, 'description');
    expect([description.length <= 301, description.endsWith(' whale…')]).toEqual([true, true]);
    expect(metaOf(body, 'og:image')).toEqual({ 'og:image': 'https://covers.org/2.jpg' });
  });

  it('describes the cover, the rating and the availability of a title in JSON-LD', () => {
    expect(dataOf(get('/item/show/0000001101').body)).toMatchObject({
      image: `${BASE_URL}/cover/PAPERBACK/0000001101.svg`,
      aggregateRating: { ratingValue: 4.3, bestRating: 5, ratingCount: 2 },
      offers: { '@type': 'Offer', availability: 'https://schema.org/InStock' },
    });
    const title = book('1', 'Typee', { holdings: [{ branch: 'A', status: 'UNAVAILABLE' }] });
    const lent = createPageClient(
      [catalogOf({ titles: [title, book('2', 'Omoo')] })],
      {},
      BASE_URL,
    );
    const data = dataOf(lent('/item/show/1').body);
    expect(data).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
    expect(data).not.toHaveProperty('aggregateRating');
    expect(dataOf(lent('/item/show/2').body)).not.toHaveProperty('offers');
  });

  it('names the address of a page in each language once, and its canonical address', () => {
    const addressesOf = (path: string) => {
      const { body } = get(path);
      const links = [
        ...body.matchAll(
          /<link rel="(canonical|alternate)"(?: hreflang="([^"]*)")? href="([^"]*)"/g,
        ),
      ];
      return links.map(([, rel, language = rel, href]) => [language, unescapeHtml(href)]);
    };
    const url = `${BASE_URL}/item/show/0000001101`;
    const alternates = [
      ['x-default', url],
      ['en', `${url}?locale=en-CA`],
      ['es', `${url}?locale=es-ES`],
      ['fr', `${url}?locale=fr-CA`],
      ['ru', `${url}?locale=ru-RU`],
      ['zh', `${url}?locale=zh-CN`],
      ['de', `${url}?locale=de-DE`],
    ];
    expect(addressesOf('/item/show/0000001101?q=whale&result=1')).toEqual([
      ['canonical', url],
      ...alternates,
    ]);
    expect(addressesOf('/item/show/0000001101?locale=de-DE')).toEqual([
      ['canonical', `${url}?locale=de-DE`],
      ...alternates,
    ]);
    expect(addressesOf('/search?q=whale')).toEqual([]);
  });

  it('lets search engines list the home page of each library, and each page of a list', () => {
    const both = createPageClient([alderwick, openedCatalog('meridian')], {}, BASE_URL);
    const canonicalOf = (path: string) =>
      /rel="canonical" href="([^"]*)"/.exec(both(path).body)?.[1];
    expect(canonicalOf('/?library=meridian')).toBe(`${BASE_URL}/?library=meridian`);
    expect(canonicalOf('/item/show/0000001101?library=meridian')).toBe(
      `${BASE_URL}/item/show/0000001101`,
    );
    expect(canonicalOf('/list/show/1008/500101')).toBe(`${BASE_URL}/list/show/1008/500101`);
    expect(both('/list/show/1008/500101').body).not.toContain('noindex');
    expect(both('/collection/show/1001').body).toContain('noindex');
  });

  it('keeps any text of a title inside of the data block', () => {
    const subjects = ['</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028'];
    const title = book("it's", 'Typee', { subjects });
    const page = createPageClient([catalogOf({ titles: [title] })], {}, BASE_URL);
    const { body } = page("/item/show/it's");
    expect(dataOf(body)).toMatchObject({ keywords: subjects });
    expect(body.match(/<script(?! type="module")/g)).toHaveLength(1);
    expect(body).toContain(`rel="canonical" href="${BASE_URL}/item/show/it&#39;s"`);
  });

  it('has a sitemap with each title and each list once, in files of limited size', () => {
    const size = 5010;
    const many = {
      library: { id: 'many' },
      titles: { size, id: (number: number) => `t${number}` },
      lists: { size: 1, header: () => ({ user: 7, id: 'l' }) },
    };
    const both = [many as unknown as Catalog, alderwick];
    const getFromBoth = createPageClient(both, {}, BASE_URL);
    expect(getFromBoth('/robots.txt').body).toContain(`\nSitemap: ${BASE_URL}/sitemap.xml\n`);
    const disallowed = getFromBoth('/robots.txt').body.match(/(?<=^Disallow: ).*/gm) ?? [];
    for (const [path, isAllowed] of [
      ['list?ids=1', false],
      ['list.csv?ids=1', false],
      ['search?q=sea', false],
      ['list/show/1/1', true],
      ['lists', true],
    ] as const) {
      const url = new URL(`${BASE_URL}/${path}`);
      const isMatch = disallowed.some((it) => (url.pathname + url.search).startsWith(it));
      expect([path, !isMatch]).toEqual([path, isAllowed]);
    }
    const files = textsOf(getFromBoth('/sitemap.xml').body, 'loc');
    expect(files).toEqual([1, 2].map((file) => `${BASE_URL}/sitemap-${file}.xml`));
    const addresses = files.map((url) =>
      textsOf(getFromBoth(url.slice(BASE_URL.length)).body, 'loc'),
    );
    expect(addresses[0]).toHaveLength(5000);
    const pathsOf = ({ titles, lists }: Catalog) => [
      ...Array.from({ length: titles.size }, (_, i) => `/item/show/${titles.id(i)}`),
      ...Array.from({ length: lists.size }, (_, i) => lists.header(i)).map(
        ({ user, id }) => `/list/show/${user}/${id}`,
      ),
    ];
    expect(addresses.flat()).toEqual(
      ['/', '/?library=many', '/?library=alderwick', ...both.flatMap(pathsOf)].map(
        (path) => BASE_URL + path,
      ),
    );
    expect(getFromBoth('/sitemap-3.xml').status).toBe(404);
    expect(getFromBoth('/sitemap-0.xml').status).toBe(404);
  });
});

describe('a site that is not public', () => {
  it.each([
    ['http://localhost:8080', undefined],
    ['http://127.0.0.1', undefined],
    ['http://[::1]:8080', undefined],
    [BASE_URL, 2],
  ])('is not for search engines: %s', (baseUrl, idleMinutes) => {
    const page = createPageClient([alderwick], { idleMinutes }, baseUrl);
    for (const path of ['/robots.txt', '/sitemap.xml', '/sitemap-1.xml']) {
      expect(page(path).status).toBe(404);
    }
    const { body } = page('/item/show/0000001101');
    expect(body).toContain('noindex');
    expect(body).not.toMatch(/ld\+json|og:|name="description"|canonical|hreflang="x-default"/);
  });
});

describe('an Atom feed', () => {
  /** Returns the address of the feed that a page announces. */
  function feedOf(path: string): string | undefined {
    const { body } = get(path);
    const [, href] =
      /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]*)"/.exec(body) ?? [];
    const feed = href?.replaceAll('&amp;', '&');
    if (feed !== undefined) expect(linksOf(body)).toContain(feed);
    return feed?.replace('/catalog', '');
  }

  it('contains the titles that were added last, or those of a search', () => {
    const home = get(feedOf('/') ?? '');
    expect(home.headers['Content-Type']).toBe('application/atom+xml; charset=utf-8');
    const updated = textsOf(home.body, 'updated').slice(1);
    expect(updated).toHaveLength(20);
    expect(updated).toEqual(updated.toSorted().reverse());

    const feed = feedOf('/search?q=whale&title_format=EBOOK&sort=title&page=2');
    expect(feed).toBe('/feed?q=whale&title_format=EBOOK&library=alderwick');
    const ids = textsOf(get(feed ?? '').body, 'id').slice(1);
    const links = linksOf(get('/search?q=whale&title_format=EBOOK').body);
    const results = links.map((href) => href.split('?')[0]);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect(results).toContain(new URL(id).pathname);
  });

  it('returns 400 for an invalid search', () => {
    expect(get('/feed?q=(&search_type=custom').status).toBe(400);
  });

  it('is well-formed for any text, and leaves out titles without a date of addition', () => {
    const text = '\u0000\ufffe]]><&"\'\r\n</entry>';
    const added = '2020-01-01T00:00:00Z';
    const title = book('1', text, { added, description: text, authors: [{ name: text }] });
    const catalog = catalogOf({ library: { name: text }, titles: [title, book('2', 'Omoo')] });
    const feed = createPageClient([catalog])('/feed').body;
    expect(textsOf(feed, 'id')).toHaveLength(2);
    expect(textsOf(feed, 'summary')).toEqual([']]><&"\' </entry>']);
  });

  it('is not announced if no title has a date of addition', () => {
    const page = createPageClient([catalogOf({ titles: [book('1', 'Typee')] })]);
    expect(page('/').body + page('/search').body).not.toContain('atom');
  });
});
