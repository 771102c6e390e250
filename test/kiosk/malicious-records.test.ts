import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const UPDATED = '2018-01-15T16:23:09Z';
const EVIL = `"><script>alert('1')</script><img src=x onerror=alert(2)>`;
const EVIL_ENCODED = encodeURIComponent(EVIL);
const JAVASCRIPT = 'javascript:alert(1)';

const catalog = catalogOf({
  library: { name: EVIL, branches: [{ id: EVIL, name: EVIL }] },
  titles: [
    book('1', EVIL, {
      sub_title: EVIL,
      format: { id: EVIL, name: EVIL },
      authors: [{ name: EVIL }],
      description: EVIL,
      genres: [EVIL],
      subjects: [EVIL],
      notes: [EVIL],
      contents: [EVIL],
      languages: [{ name: EVIL }],
      series: [{ name: EVIL, number: EVIL }],
      alternate_titles: [EVIL],
      alternate_authors: [EVIL],
      publication_places: [EVIL],
      links: (['resource', 'version', 'related'] as const).map((kind) => ({
        url: `https://a.example.org/${EVIL_ENCODED}`,
        kind,
        text: EVIL,
        note: EVIL,
        part: EVIL,
      })),
      holdings_statements: [{ branch: EVIL, text: EVIL, note: EVIL }],
      related: [{ relation: EVIL, title: EVIL, id: '1' }],
      marc: {
        leader: EVIL,
        fields: [
          { tag: EVIL, value: EVIL },
          { tag: EVIL, indicator1: EVIL, subfields: [{ code: EVIL, value: EVIL }] },
        ],
      },
      publication_date: EVIL,
      added: '2020-01-01T00:00:00Z',
      popularity: 1,
      jacket_cover: { url: JAVASCRIPT },
      holdings: [{ branch: EVIL, status: EVIL, call_number: EVIL, collection: EVIL, volume: EVIL }],
    }),
  ],
  users: [{ id: EVIL, name: EVIL }],
  userContent: [
    {
      user: EVIL,
      title: '1',
      content: [
        ...['comment', 'tag', 'quotation', EVIL].map((id) => ({
          content_type: { id },
          content_data: EVIL,
          updated: UPDATED,
        })),
        { content_type: { id: 'video' }, content_data: { url: JAVASCRIPT }, updated: UPDATED },
        { content_type: { id: 'similar_title' }, content_data: { title: EVIL }, updated: UPDATED },
        { content_type: { id: 'odd' }, content_data: { stars: EVIL, no: {} }, updated: UPDATED },
        { content_type: { id: 'rating' }, content_data: -1e9, updated: UPDATED },
      ],
    },
  ],
  lists: [
    {
      id: EVIL,
      name: EVIL,
      user: EVIL,
      created: UPDATED,
      updated: UPDATED,
      staff_list: true,
      list_type: { id: EVIL, name: EVIL },
      list_items: [{ list_item_type: 'title', title: '1', annotation: EVIL }],
    },
  ],
});
describe('a page of a catalog with malicious texts', () => {
  const get = createPageClient([catalog], { remoteCovers: true, branch: EVIL });
  it.each([
    '/',
    '/search?q=*',
    `/search?q=${EVIL_ENCODED}&genre=${EVIL_ENCODED}&title_format=${EVIL_ENCODED}`,
    `/search?q=${EVIL_ENCODED}&search_type=custom`,
    `/search?sort=${EVIL_ENCODED}`,
    '/item/show/1',
    '/item/marc/1',
    '/browse/author',
    `/browse/subject?prefix=${EVIL_ENCODED}`,
    `/browse/call_number?prefix=${EVIL_ENCODED}`,
    `/list/show/${EVIL_ENCODED}/${EVIL_ENCODED}`,
    `/collection/show/${EVIL_ENCODED}`,
    `/help?library=${EVIL_ENCODED}`,
    `/${EVIL_ENCODED}`,
    `/cover/${EVIL_ENCODED}/1.svg`,
  ])('contains no script from the texts: %s', (url) => {
    const { body } = get(url);
    expect(body).not.toMatch(/<script>|<img src=x|onerror=alert\(2\)>|javascript:/);
    for (const href of linksOf(body)) expect(href).toMatch(/^(?:[/#]|https?:)/);
  });

  it('shows the texts unchanged', () => {
    expect(textOf(get('/item/show/1').body)).toContain(EVIL);
    expect(textOf(get(`/search?q=${EVIL_ENCODED}`).body)).toContain(EVIL);
  });

  it('has working links for authors, series and other values', () => {
    const links = linksOf(get('/item/show/1').body).filter((href) => href.startsWith('/'));
    expect(links.filter((href) => get(href).status !== 200)).toEqual([]);
  });
});

describe('createKiosk', () => {
  it('returns status 200, 400 or 404 for any path and query', () => {
    const get = createPageClient([catalog]);
    const segment = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => {
      return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
    });
    const path = fc.oneof(
      fc.constantFrom('/', '/search', '/help', '/suggest', '/feed', '/browse/author'),
      segment.map((id) => `/item/cite/${id}.ris`),
      segment.map((id) => `/item/show/${id}`),
      segment.map((id) => `/item/marc/${id}`),
      fc.tuple(segment, segment).map(([user, id]) => `/list/show/${user}/${id}`),
      fc.webPath(),
    );
    const name = fc.constantFrom(
      'q',
      'library',
      'search_type',
      'sort',
      'page',
      'genre',
      'locale',
      'prefix',
    );
    const query = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 20 })));
    fc.assert(
      fc.property(path, query, (path, parameters) => {
        const { status } = get(`${path}?${new URLSearchParams(parameters)}`);
        expect([200, 400, 404]).toContain(status);
      }),
    );
  });
});
