import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOpds, type OpdsOptions } from '../../src/protocols/opds/create-opds.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs, SEED } from '../random-seed.js';
import { openedCatalog } from '../shared-data.js';
import { randomTitles, searchesIn } from '../v1/random-searches.js';
import { BASE_URL, createClient, descendants, parseXml, textsOf } from './protocol-client.js';

const alderwick = openedCatalog('alderwick');
const meridian = openedCatalog('meridian');
const get = createClient(createOpds(), [alderwick]);

interface Link {
  readonly rel?: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly templated?: boolean;
  readonly properties?: {
    readonly numberOfItems?: number;
    readonly availability?: { readonly state: string };
    readonly copies?: { readonly total: number; readonly available: number };
  };
}

interface PublicationJson {
  readonly metadata: { readonly title: string } & Readonly<Record<string, unknown>>;
  readonly links: readonly Link[];
  readonly images: readonly Link[];
}

interface FeedJson {
  readonly metadata: { readonly title: string; readonly numberOfItems?: number };
  readonly links: readonly Link[];
  readonly navigation?: readonly Link[];
  readonly publications?: readonly PublicationJson[];
  readonly facets?: readonly {
    readonly metadata: { readonly title: string };
    readonly links: readonly Link[];
  }[];
}

/** The beginning of the relations of links with which readers get a title. */
const ACQUISITION = 'http://opds-spec.org/acquisition';

const LINKS = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: {
    type: 'object',
    required: ['href', 'type'],
    properties: {
      rel: { type: 'string' },
      href: { type: 'string', pattern: '^https?://' },
      title: { type: 'string', minLength: 1 },
      properties: { properties: { numberOfItems: { type: 'integer', minimum: 0 } } },
    },
  },
};

/** The rules of the published schemas of OPDS 2.0 for the fields that feeds have. */
const isFeed = new Ajv({ strict: false }).compile({
  type: 'object',
  required: ['metadata', 'links'],
  anyOf: [{ required: ['publications'] }, { required: ['navigation'] }],
  properties: {
    metadata: {
      required: ['title', 'modified'],
      properties: {
        numberOfItems: { type: 'integer', minimum: 0 },
        itemsPerPage: { type: 'integer', minimum: 1 },
        currentPage: { type: 'integer', minimum: 1 },
      },
    },
    links: { ...LINKS, contains: { properties: { rel: { const: 'self' } } } },
    navigation: { ...LINKS, items: { ...LINKS.items, required: ['href', 'type', 'title'] } },
    facets: {
      type: 'array',
      minItems: 1,
      items: { required: ['metadata', 'links'], properties: { links: LINKS } },
    },
    publications: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: {
        required: ['metadata', 'links'],
        properties: {
          metadata: {
            required: ['title'],
            properties: {
              identifier: { type: 'string', pattern: '^https?://' },
              published: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
              language: { items: { type: 'string', pattern: '^[a-z]{2,3}$' } },
              numberOfPages: { type: 'integer', minimum: 1 },
              belongsTo: {
                properties: { series: { items: { properties: { position: { type: 'number' } } } } },
              },
            },
          },
          links: {
            ...LINKS,
            contains: {
              properties: {
                rel: { enum: ['open-access', 'borrow'].map((rel) => `${ACQUISITION}/${rel}`) },
              },
            },
          },
          images: {
            minItems: 1,
            items: { properties: { type: { enum: ['image/jpeg', 'image/png', 'image/gif'] } } },
          },
        },
      },
    },
  },
});

/** Requests a feed in OPDS 2.0, which must be valid. */
function feedAt(url: string, request = get): FeedJson {
  const { status, type, body } = request(url);
  expect({ url, status, type }).toEqual({ url, status: 200, type: 'application/opds+json' });
  const feed = JSON.parse(body);
  if (!isFeed(feed)) throw new Error(`${url}: ${JSON.stringify(isFeed.errors)}`);
  return feed;
}

function linkOf({ links }: Pick<FeedJson, 'links'>, rel: string): Link {
  const link = links.find((one) => one.rel === rel);
  if (link === undefined) throw new Error(`expected a link ${rel}, found none`);
  return link;
}

/** Returns the address of the search of a feed for words, as a reader fills in the template. */
function searchUrl(feed: FeedJson, words: string): string {
  const { href, templated } = linkOf(feed, 'search');
  expect(templated).toBe(true);
  return href.replace('{?query}', `?query=${encodeURIComponent(words)}`);
}

describe('An OPDS catalog', () => {
  it('leads from its root to every value, list and title with exact numbers', () => {
    const root = feedAt('/opds');
    expect(root.metadata.title).toBe('Alderwick Public Library');
    expect(root.navigation?.map(({ title }) => title)).toEqual([
      'All titles',
      'New at the library',
      'Format',
      'Language',
      'Subject',
      'Genre',
      'Author',
      'Series',
      'Recommended by our staff',
    ]);
    for (const { href, properties } of root.navigation ?? []) {
      const feed = feedAt(href);
      if (properties !== undefined) {
        expect(feed.metadata.numberOfItems).toBe(properties.numberOfItems);
      }
      for (const { href, title, properties } of feed.navigation?.slice(0, 12) ?? []) {
        const { metadata, publications = [] } = feedAt(href);
        expect(metadata.title).toBe(title);
        const count = properties?.numberOfItems ?? publications.length;
        expect(metadata.numberOfItems).toBe(count);
        expect(publications).toHaveLength(Math.min(50, count));
      }
    }
  });

  it('lists new titles first, and authors in the order of the alphabet', () => {
    const newest = feedAt('/opds/alderwick/titles?sort=newly_acquired');
    expect(newest.metadata.title).toBe('New at the library');
    const { titles } = searchTitles(
      [alderwick],
      { q: '*', library: 'alderwick', sort: 'newly_acquired', limit: 50 },
      { baseUrl: BASE_URL },
    );
    expect(newest.publications?.map(({ metadata }) => metadata.title)).toEqual(
      titles.map(({ title }) => title),
    );
    const authors = feedAt('/opds/alderwick/browse/author').navigation ?? [];
    expect(authors.slice(0, 2).map(({ title }) => title)).toEqual(['A. A. Milne', 'A. E. Housman']);
  });

  it('describes a title with its series, its cover and the state of its holdings', () => {
    const feed = feedAt(searchUrl(feedAt('/opds'), 'anne of avonlea'));
    expect(feed.metadata.title).toBe('Results for anne of avonlea');
    const paper = feed.publications?.find(({ links }) => linkOf({ links }, 'alternate'));
    expect(paper).toMatchObject({
      metadata: {
        '@type': 'http://schema.org/Book',
        title: 'Anne of Avonlea',
        author: [{ name: 'L. M. Montgomery' }],
        language: ['en'],
        belongsTo: { series: [{ name: 'Anne of Green Gables', position: 2 }] },
      },
      images: [{ href: `${BASE_URL}/cover/PAPERBACK/0000206101.svg` }],
    });
    expect(linkOf(paper as PublicationJson, `${ACQUISITION}/borrow`)).toEqual({
      rel: `${ACQUISITION}/borrow`,
      href: `${BASE_URL}/item/show/0000206101`,
      type: 'text/html',
      properties: { availability: { state: 'available' }, copies: { total: 4, available: 1 } },
    });
  });

  it('links to the file of a demo e-book, and to the page of an e-book without a file', () => {
    const found = feedAt(`${searchUrl(feedAt('/opds'), 'flatland')}&title_format=EBOOK`);
    const flatland = found.publications?.find(({ metadata }) => metadata.title === 'Flatland');
    expect(linkOf(flatland as PublicationJson, `${ACQUISITION}/open-access`)).toEqual({
      rel: `${ACQUISITION}/open-access`,
      href: 'https://www.gutenberg.org/ebooks/97.epub3.images',
      type: 'application/epub+zip',
      title: 'EPUB',
    });
    const frankenstein = feedAt(`${searchUrl(feedAt('/opds'), 'frankenstein')}&title_format=EBOOK`);
    expect(
      linkOf(frankenstein.publications?.[0] as PublicationJson, `${ACQUISITION}/borrow`),
    ).toEqual({
      rel: `${ACQUISITION}/borrow`,
      href: 'https://www.gutenberg.org/ebooks/84',
      type: 'text/html',
      properties: { availability: { state: 'available' } },
    });
  });

  it('leads a reader from the root to the bytes of an e-book', async () => {
    const epub = Buffer.from('PK\u0003\u0004mimetypeapplication/epub+zip');
    const files = createServer((_, response) => response.end(epub)).listen(0, '127.0.0.1');
    onTestFinished(() => void files.close());
    await once(files, 'listening');
    const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/books/typee.epub`;
    const links = [
      { url: 'http://127.0.0.1/about', kind: 'related' as const },
      { url, kind: 'resource' as const },
    ];
    const catalog = catalogOf({ titles: [book('1', 'Typee', { format: { id: 'EBOOK' }, links })] });
    for (const version of ['', '/v1.2']) {
      const request = createClient(createOpds(), [catalog]);
      const { body } = request(`/opds${version}/harbour/titles?query=typee`);
      const pattern = /"?href"?[=:]"([^"]*)"[ ,]"?type"?[=:]"application\/epub\+zip"/;
      const [, href = ''] = pattern.exec(body) ?? [];
      const reply = await fetch(href);
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(epub);
    }
  });

  it.each([
    ['https://a.example/1.pdf', 'application/pdf'],
    ['https://a.example/1.EPUB?download=1', 'application/epub+zip'],
    ['https://www.gutenberg.org/ebooks/84.kf8.images', 'application/x-mobi8-ebook'],
    ['https://a.example/1.html', 'text/html'],
    ['https://a.example/toString', 'text/html'],
  ])('knows the type of the file %s', (url, type) => {
    const links = [{ url, kind: 'resource' as const }];
    const catalog = catalogOf({ titles: [book('1', 'Typee', { format: { id: 'EBOOK' }, links })] });
    const { publications = [] } = feedAt(
      '/opds/harbour/titles',
      createClient(createOpds(), [catalog]),
    );
    expect(publications[0].links[1]).toMatchObject({ href: url, type });
  });

  it('has the pages of a feed, and returns links instead of no publications', () => {
    const first = feedAt('/opds/alderwick/titles?title_format=EBOOK');
    expect(first.links.map(({ rel }) => rel)).toEqual([
      'self',
      'start',
      'search',
      'first',
      'last',
      'next',
    ]);
    let count = first.publications?.length ?? 0;
    let feed = first;
    while (feed.links.some(({ rel }) => rel === 'next')) {
      const previous = linkOf(feed, 'self').href;
      feed = feedAt(linkOf(feed, 'next').href);
      expect(linkOf(feed, 'previous').href).toBe(previous);
      count += feed.publications?.length ?? 0;
    }
    expect(linkOf(feed, 'self').href).toBe(linkOf(first, 'last').href);
    expect(count).toBe(first.metadata.numberOfItems);
    const none = feedAt('/opds/alderwick/titles?title_format=NONE');
    expect(none.publications).toBeUndefined();
    expect(none.navigation?.map(({ title }) => title)).toEqual(['All titles']);
  });

  it('includes covers of other sites only if it may', () => {
    const url = 'https://covers.example.org/1.jpg';
    const catalog = catalogOf({ titles: [book('1', 'Typee', { jacket_cover: { url } })] });
    const imagesOf = (options: OpdsOptions) =>
      feedAt('/opds/harbour/titles', createClient(createOpds(options), [catalog])).publications?.[0]
        .images;
    const own = { href: `${BASE_URL}/cover/BK/1.svg` };
    expect(imagesOf({})).toEqual([own]);
    expect(imagesOf({ remoteCovers: true })).toEqual([{ href: url }, own]);
    const wrong = { remoteCovers: 'yes' } as unknown as OpdsOptions;
    expect(() => createOpds(wrong)).toThrow(
      'createOpds: remoteCovers: expected true or false, found the string "yes"',
    );
  });

  it('has a root for several libraries, in the language of the client', () => {
    const request = createClient(createOpds(), [alderwick, meridian]);
    const { body } = request('/opds', { 'accept-language': 'de' });
    const root: FeedJson = JSON.parse(body);
    expect(root.metadata.title).toBe('Alle Bibliotheken');
    expect(root.navigation?.map(({ href, properties }) => [href, properties])).toEqual([
      [`${BASE_URL}/opds/alderwick`, { numberOfItems: alderwick.titles.size }],
      [`${BASE_URL}/opds/meridian`, { numberOfItems: meridian.titles.size }],
    ]);
    expect(feedAt('/opds/meridian', request).metadata.title).toBe(meridian.library.name);
  });

  it('answers in Atom at /opds/v1.2, and if the client prefers Atom', () => {
    const isAtom = (accept: string) => get('/opds', { accept }).body.startsWith('<?xml');
    expect(isAtom('application/atom+xml')).toBe(true);
    expect(isAtom('application/atom+xml, application/opds+json;q=0.5')).toBe(true);
    expect(isAtom('application/opds+json, application/atom+xml;q=0.9')).toBe(false);
    expect(isAtom('*/*')).toBe(false);
    const { type, body } = get('/opds/v1.2');
    expect(type).toBe('application/atom+xml;profile=opds-catalog;kind=navigation');
    const root = parseXml(body);
    expect(root.name).toBe('{http://www.w3.org/2005/Atom}feed');
    expect(textsOf(root, 'title')).toEqual([
      'Alderwick Public Library',
      ...(feedAt('/opds').navigation ?? []).map(({ title }) => title),
    ]);
    for (const { attributes } of descendants(root, 'link')) {
      expect(attributes.href).toMatch(/^http:\/\/localhost:8080\/opds\/v1\.2/);
    }
  });

  it('has the same titles and facets in Atom, and a description of its search', () => {
    const root = parseXml(get('/opds/v1.2').body);
    const search = descendants(root, 'link').find(({ attributes }) => attributes.rel === 'search');
    const description = parseXml(get(search?.attributes.href ?? '').body);
    const [{ attributes }] = descendants(description, 'Url');
    const url = attributes.template.replace('{searchTerms}', 'anne+green+gables');
    const feed = parseXml(get(url).body);
    const json = feedAt(url.replace('/v1.2', ''));
    expect(textsOf(feed, 'totalResults')).toEqual([String(json.metadata.numberOfItems)]);
    const facets = descendants(feed, 'link').filter(({ attributes }) =>
      attributes.rel.endsWith('/facet'),
    );
    expect(
      facets.map(({ attributes }) => [
        attributes['opds:facetGroup'],
        attributes.title,
        Number(attributes['thr:count']),
      ]),
    ).toEqual(
      json.facets?.flatMap(({ metadata, links }) =>
        links.map(({ title, properties }) => [metadata.title, title, properties?.numberOfItems]),
      ),
    );
    const entries = descendants(feed, 'entry');
    expect(entries).toHaveLength(json.publications?.length ?? 0);
    for (const entry of entries) {
      const links = descendants(entry, 'link').map(({ attributes }) => attributes.rel);
      expect(links.filter((rel) => rel.startsWith(ACQUISITION))).toHaveLength(1);
      expect(links).toContain('http://opds-spec.org/image/thumbnail');
      for (const name of ['id', 'updated', 'title']) expect(textsOf(entry, name)).toHaveLength(1);
    }
  });

  it('has the position of the first title of a page and the year of each title in Atom', () => {
    const feed = parseXml(get('/opds/v1.2/alderwick/titles?page=2').body);
    expect(textsOf(feed, 'startIndex')).toEqual(['51']);
    for (const year of textsOf(feed, 'issued')) expect(year).toMatch(/^\d{4}$/);
  });

  it('leads from a page past the last page to the last page', () => {
    const feed = feedAt('/opds/alderwick/titles?page=500');
    expect(linkOf(feed, 'previous').href).toBe(linkOf(feed, 'last').href);
  });

  it('has no feed of new titles without dates, and no facets that divide subjects', () => {
    const catalog = catalogOf({
      titles: [book('1', 'Typee', { subjects: ['Sea'], topics: ['Sea'], pages: 0 })],
    });
    const request = createClient(createOpds(), [catalog]);
    const names = feedAt('/opds', request).navigation?.map(({ title }) => title);
    expect(names).toEqual(['All titles', 'Format', 'Subject']);
    const { facets = [] } = feedAt('/opds/harbour/titles', request);
    expect(facets.map(({ metadata }) => metadata.title)).toEqual(['Format', 'Subject']);
  });

  it('leads from a title on the shelf to its page, also if its record links to another page', () => {
    const links = [{ url: 'https://a.example/about', kind: 'resource' as const }];
    const holdings = [{ branch: 'EAST', status: 'AVAILABLE' as const }];
    const catalog = catalogOf({ titles: [book('1', 'Typee', { links, holdings })] });
    const feed = feedAt('/opds/harbour/titles', createClient(createOpds(), [catalog]));
    const [title] = feed.publications ?? [];
    expect(linkOf(title, `${ACQUISITION}/borrow`).href).toBe(`${BASE_URL}/item/show/1`);
  });

  it('varies by the headers of the client, and reports a query that costs too much', () => {
    const request = { method: 'GET', query: '', originalUrl: '', headers: {}, baseUrl: BASE_URL };
    const response = createOpds()({ ...request, path: '/opds' }, [alderwick], BASE_URL);
    expect(response?.headers.Vary).toBe('Accept, Accept-Language');
    const contents = [Array.from({ length: 5000 }, (_, n) => `a${n}`).join(' ')];
    const costly = createClient(createOpds(), [
      catalogOf({ titles: [book('1', 'W', { contents })] }),
    ]);
    const reply = costly('/opds/harbour/titles?query=a*&search_type=custom');
    expect([reply.status, reply.isTooCostly]).toEqual([400, true]);
  });

  it.each(['/opds', '/opds/v1.2', '/opds/alderwick', '/opds/alderwick/titles'])(
    'answers %s with the same feed if a slash is at the end',
    (path) => expect(get(`${path}/?page=1`)).toEqual(get(`${path}?page=1`)),
  );

  it('describes the search of OPDS 1.2 also at the path of OPDS 2.0', () => {
    const description = get('/opds/alderwick/search.xml');
    expect(description).toEqual(get('/opds/v1.2/alderwick/search.xml'));
    const [{ attributes }] = descendants(parseXml(description.body), 'Url');
    expect(attributes.template).toBe(`${BASE_URL}/opds/v1.2/alderwick/titles?query={searchTerms}`);
  });

  it.each([
    ['https://covers.example.org/1.jpg', 'image/jpeg'],
    ['https://covers.example.org/1.PNG', 'image/png'],
    ['https://covers.example.org/cover?id=1', 'image/jpeg'],
  ])('has the type of the cover %s in Atom', (url, type) => {
    const catalog = catalogOf({ titles: [book('1', 'Typee', { jacket_cover: { url } })] });
    const { body } = createClient(createOpds({ remoteCovers: true }), [catalog])(
      '/opds/v1.2/harbour/titles',
    );
    const links = descendants(parseXml(body), 'link').map(({ attributes }) => attributes);
    expect(links.filter(({ rel }) => rel === 'http://opds-spec.org/image')).toEqual([
      { rel: 'http://opds-spec.org/image', href: url, type },
      {
        rel: 'http://opds-spec.org/image',
        href: `${BASE_URL}/cover/BK/1.svg`,
        type: 'image/svg+xml',
      },
    ]);
  });

  it('answers an invalid request with a problem document', () => {
    for (const [url, status, detail] of [
      ['/opds/x', 404, "No library 'x' found."],
      ['/opds/alderwick/lists/9', 404, "No list '9' found."],
      ['/opds/alderwick/x', 404, "path '/opds/alderwick/x': expected a feed of the OPDS catalog"],
      ['/opds/v1.2/alderwick/lists/%ff', 404, 'expected a feed of the OPDS catalog'],
      ['/opds//titles', 404, "No library '' found."],
      ['/opds/alderwick/browse/x', 400, "parameter 'facet': expected one of title_format"],
      ['/opds/alderwick/titles?page=0', 400, "parameter 'page': expected a positive whole number"],
      ['/opds/alderwick/lists?page=x', 400, "parameter 'page': expected a positive whole number"],
      ['/opds/alderwick/titles?sort=x', 400, "parameter 'sort': expected one of relevancy"],
      ['/opds/alderwick/titles?query=(&search_type=custom', 400, "parameter 'q', character 2"],
    ] as const) {
      const reply = get(url);
      expect([url, reply.status, reply.type]).toEqual([url, status, 'application/problem+json']);
      const problem = JSON.parse(reply.body);
      expect(problem.detail).toContain(detail);
      expect(problem.status).toBe(status);
    }
    const site = createOpds();
    const request = { method: 'GET', query: '', originalUrl: '', headers: {}, baseUrl: BASE_URL };
    expect(site({ ...request, path: '/opdsx' }, [alderwick], BASE_URL)).toBeUndefined();
  });

  it('answers any request without an error of the server', () => {
    const part = fc.oneof(
      fc.constantFrom('opds', 'v1.2', 'alderwick', 'titles', 'browse', 'lists', 'author', '%', ''),
      fc.string({ unit: 'binary' }).map(encodeURIComponent),
    );
    const name = fc.constantFrom('query', 'page', 'sort', 'search_type', 'author', 'locale', 'q');
    const value = fc.oneof(
      fc.string({ unit: 'binary' }).map(encodeURIComponent),
      fc.constantFrom('custom', '-1', '1e9', '%00', '(', '*', '~', '\u0001'),
    );
    const query = fc.array(
      fc.tuple(name, value).map((pair) => pair.join('=')),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), query, (parts, pairs) => {
        const { status, body } = get(`/${['opds', ...parts].join('/')}?${pairs.join('&')}`);
        expect([200, 400, 404]).toContain(status);
        if (body.startsWith('<')) parseXml(body);
        else JSON.parse(body);
      }),
      { seed: SEED, numRuns: runs(700) },
    );
  });
});

it('The numbers of facets and titles of an OPDS catalog equal those of the API', () => {
  const library = { id: 'l', name: 'L', snapshot_date: '2026-11-01T00:00:00Z' };
  const context = { baseUrl: BASE_URL };
  fc.assert(
    fc.property(
      randomTitles.chain((titles) => fc.tuple(fc.constant(titles), searchesIn('l', titles))),
      ([titles, { q, limit: _, page: __, metadata: ___, ...search }]) => {
        const catalog = createCatalog({ library, titles });
        const request = createClient(createOpds(), [catalog]);
        const params = new URLSearchParams({ ...(search as Record<string, string>), query: q });
        const feed = feedAt(`/opds/l/titles?${params}`, request);
        const asked = { ...search, q, library: 'l', metadata: 1, facet_limit: 10 } as const;
        const { count, metadata } = searchTitles([catalog], asked as never, context);
        expect(feed.metadata.numberOfItems).toBe(count);
        const counts = (name: string) =>
          metadata?.narrow_bys.find((one) => one.name === name)?.narrow_tos.map((to) => to.count);
        for (const { metadata: group, links } of feed.facets ?? []) {
          const counted = links.flatMap(({ properties }) => properties?.numberOfItems ?? []);
          const expected = counts(group.title) ?? [];
          expect(counted.slice(0, expected.length)).toEqual(expected);
          const { href, properties } = links[links.length - 1];
          const narrowed = feedAt(href, request);
          expect(narrowed.metadata.numberOfItems).toBe(properties?.numberOfItems);
        }
      },
    ),
    { seed: SEED, numRuns: runs(30) },
  );
});
