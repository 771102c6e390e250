import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { linksOf, shown, textOf } from './shown.js';

const written = '2018-01-15T16:23:09Z';
const EVIL = `"><script>alert('1')</script><img src=x onerror=alert(2)>`;
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
      publication_date: EVIL,
      added: '2020-01-01T00:00:00Z',
      popularity: 1,
      jacket_cover: { url: JAVASCRIPT },
      holdings: [{ branch: EVIL, status: EVIL, call_number: EVIL, collection: EVIL }],
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
          updated: written,
        })),
        { content_type: { id: 'video' }, content_data: { url: JAVASCRIPT }, updated: written },
        { content_type: { id: 'similar_title' }, content_data: { title: EVIL }, updated: written },
        { content_type: { id: 'odd' }, content_data: { stars: EVIL, no: {} }, updated: written },
        { content_type: { id: 'rating' }, content_data: -1e9, updated: written },
      ],
    },
  ],
  lists: [
    {
      id: EVIL,
      name: EVIL,
      user: EVIL,
      created: written,
      updated: written,
      staff_list: true,
      list_type: { id: EVIL, name: EVIL },
      list_items: [{ list_item_type: 'title', title: '1', annotation: EVIL }],
    },
  ],
});
const evil = encodeURIComponent(EVIL);

describe('What means harm is shown as text', () => {
  const ask = shown([catalog], { remoteCovers: true, branch: EVIL });
  it.each([
    '/',
    '/search?q=*',
    `/search?q=${evil}&genre=${evil}&title_format=${evil}`,
    `/search?q=${evil}&search_type=custom`,
    `/search?sort=${evil}`,
    '/item/show/1',
    `/list/show/${evil}/${evil}`,
    `/collection/show/${evil}`,
    `/help?library=${evil}`,
    `/${evil}`,
    `/cover/${evil}/1.svg`,
  ])('on %s', (address) => {
    const { body } = ask(address);
    expect(body).not.toMatch(/<script>|<img src=x|onerror=alert\(2\)>|javascript:/);
    for (const href of linksOf(body)) expect(href).toMatch(/^(?:[/#]|https?:)/);
  });

  it('and it is there, character by character', () => {
    expect(textOf(ask('/item/show/1').body)).toContain(EVIL);
    expect(textOf(ask(`/search?q=${evil}`).body)).toContain(EVIL);
  });

  it('and links to what it names lead there', () => {
    const links = linksOf(ask('/item/show/1').body).filter((href) => href.startsWith('/'));
    expect(links.filter((href) => ask(href).status !== 200)).toEqual([]);
  });
});

describe('Whatever is asked', () => {
  it('is answered with a page, never with a failure', () => {
    const ask = shown([catalog]);
    const segment = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => {
      return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''));
    });
    const path = fc.oneof(
      fc.constantFrom('/', '/search', '/help', '/suggest'),
      segment.map((id) => `/item/show/${id}`),
      fc.tuple(segment, segment).map(([user, id]) => `/list/show/${user}/${id}`),
      fc.webPath(),
    );
    const name = fc.constantFrom('q', 'library', 'search_type', 'sort', 'page', 'genre', 'locale');
    const query = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 20 })));
    fc.assert(
      fc.property(path, query, (path, parameters) => {
        const { status } = ask(`${path}?${new URLSearchParams(parameters)}`);
        expect([200, 400, 404]).toContain(status);
      }),
    );
  });
});
