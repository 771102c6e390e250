import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import type { Title } from '../../src/catalog/records/title.js';
import { stars } from '../../src/kiosk/components/lists-and-content.js';
import { languageOf } from '../../src/kiosk/language.js';
import { search } from '../../src/v1/search.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const alderwick = openedCatalog('alderwick');

/** Returns the ids of the titles that a section of the page of a title links to. */
function idsInSection(catalog: Catalog, id: string, heading: string): string[] {
  const { body } = createPageClient([catalog])(`/item/show/${id}`);
  const [, section = ''] = body.split(`<h2>${heading}</h2>`);
  return linksOf(section.split('</section>')[0]).map((href) => href.replace('/item/show/', ''));
}

describe('other editions', () => {
  it('are the titles of the same work', () => {
    const authors = [{ name: 'Melville, Herman' }];
    const catalog = catalogOf({
      titles: [
        book('1', 'Typee', { authors }),
        book('2', 'Omoo', { authors }),
        book('3', 'Typee: a peep', { authors, format: { id: 'EBOOK' } }),
        book('4', 'Typee', { authors: [{ name: 'Another' }] }),
      ],
    });
    const idsOf = (id: string) => idsInSection(catalog, id, 'Other editions and formats');
    expect(idsOf('1')).toEqual(['3']);
    expect(idsOf('3')).toEqual(['1']);
    expect(idsOf('2')).toEqual([]);
  });
});

describe('similar titles', () => {
  const filler = Array.from({ length: 40 }, (_, i) =>
    book(`f${i}`, `Filler ${i}`, { subjects: ['Fiction'], primary_language: { name: 'English' } }),
  );
  const whale = (id: string, title: string, more: Partial<Title> = {}) =>
    book(id, title, {
      subjects: ['Whales', 'Fiction'],
      primary_language: { name: 'English' },
      ...more,
    });
  const catalog = catalogOf({
    titles: [
      ...filler,
      whale('a', 'Moby-Dick', { authors: [{ name: 'Melville, Herman' }] }),
      whale('a2', 'Moby-Dick', { authors: [{ name: 'Melville, Herman' }] }),
      whale('b', 'Whales', { primary_language: { name: 'German' } }),
      whale('c', 'Whaling', { authors: [{ name: 'Melville, Herman' }] }),
      whale('d', 'The Whale Road'),
      whale('d2', 'The Whale Road', { popularity: 5 }),
    ],
    users: [{ id: 'u', name: 'u' }],
    lists: [
      {
        id: 'l',
        user: 'u',
        name: 'Seas',
        created: '2020-01-01T00:00:00Z',
        updated: '2020-01-01T00:00:00Z',
        list_items: ['a', 'f7', 'a'].map((title) => ({ list_item_type: 'title' as const, title })),
      },
    ],
  });
  it('are ordered by rare values in common, lists and language, with one edition of each work', () => {
    expect(idsInSection(catalog, 'a', 'More like this')).toEqual(['f7', 'c', 'd2']);
  });

  it('are not shown for a title that only has frequent values', () => {
    expect(idsInSection(catalog, 'f1', 'More like this')).toEqual([]);
  });

  it('are at most eight', () => {
    const authors = [{ name: 'Melville, Herman' }];
    const whales = Array.from({ length: 12 }, (_, i) => whale(`w${i}`, `Whale ${i}`, { authors }));
    const similar = catalogOf({ titles: [...filler, ...whales] });
    expect(idsInSection(similar, 'w1', 'More like this')).toHaveLength(8);
  });
});

describe('the page of a title', () => {
  it('shows other editions, similar titles, and the shelf with the title', () => {
    const { body } = createPageClient([alderwick])('/item/show/0000001101');
    const section = (heading: string) =>
      body.slice(body.indexOf(`<h2>${heading}`)).split('</section>')[0];
    const editions = linksOf(section('Other editions and formats'));
    expect(editions).toContain('/item/show/0000002101');
    expect(editions).not.toContain('/item/show/0000001101');
    for (const href of linksOf(section('More like this'))) expect(editions).not.toContain(href);
    expect(section('Nearby on the shelf')).toContain('/item/show/0000001101" aria-current="page"');
    expect(section('Nearby on the shelf')).toContain('prefix=F+MEL#sought"');
  });

  it('shows only titles near it on the shelf that can be on a shelf', () => {
    const formats = ['BK', 'EBOOK', 'EBOOK', 'BK', 'EBOOK', 'BK'];
    const titles = formats.map((id, i) =>
      book(`${i}`, `Title ${i}`, {
        format: { id },
        call_number: `QA ${i}`,
        holdings: i === 2 ? [{ branch: 'M', status: 'AVAILABLE' }] : [],
      }),
    );
    const get = createPageClient([catalogOf({ titles })]);
    const shelfOf = (id: string) => {
      const [, shelf = ''] = get(`/item/show/${id}`).body.split('<h2>Nearby on the shelf');
      return linksOf(shelf.split('</ul>')[0]);
    };
    expect(shelfOf('3')).toEqual(['0', '2', '3', '5'].map((id) => `/item/show/${id}`));
    expect(shelfOf('1')).toEqual([]);
  });
});

it('names the languages of other editions in the language of the page', () => {
  const { body } = createPageClient([alderwick])('/item/show/0000001101?locale=zh-CN');
  const editions = textOf(/<section class="editions".*?<\/section>/s.exec(body)?.[0] ?? '');
  expect(editions).toContain('英语');
  expect(editions).not.toContain('English');
});

const get = createPageClient([alderwick]);
const getFromBoth = createPageClient([alderwick, openedCatalog('meridian')]);

/** Returns the first 100 results: works, or all editions with `editions=all`. */
function resultsOf({ editions, ...params }: Record<string, string>) {
  const all = { q: '*', library: 'alderwick', limit: '100', ...params };
  const collapse = editions === 'all' ? undefined : 'work';
  return search([alderwick], new URLSearchParams(all), { collapse }).hits;
}

/** Returns the links of the navigation among the results, by their `rel`. */
function navigationOn(body: string): { back?: string; prev?: string; next?: string } {
  const [nav = ''] = /<nav class="way-back".*?<\/nav>/s.exec(body) ?? [];
  const hrefOf = (rel: string) =>
    linksOf(
      [...nav.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(rel)) ?? '',
    )[0];
  return { back: linksOf(nav)[0], prev: hrefOf('rel="prev"'), next: hrefOf('rel="next"') };
}

describe('the page of a title that was opened from results', () => {
  it('leads to the previous and the next title in the order of the results, and back to the row', () => {
    const sorts = ['relevancy', 'title', 'newly_acquired'];
    fc.assert(
      fc.property(
        fc.constantFrom('*', 'sea', 'frankenstien', 'love story'),
        fc.constantFrom(...sorts),
        fc.constantFrom({}, { title_format: 'BK' }, { editions: 'all' }),
        // The last of the first 100 results has a next one.
        fc.nat(98),
        (q, sort, more, at) => {
          const params = { q, sort, ...more };
          const ids = resultsOf(params).map(({ id }) => id);
          const i = at % ids.length;
          const query = new URLSearchParams({ ...params, page: String(Math.floor(i / 10) + 1) });
          const results = get(`/search?${query}`).body;
          const href = linksOf(results).find((link) => link.startsWith(`/item/show/${ids[i]}?`));
          const nav = navigationOn(get(href ?? '').body);
          const idOf = (link = '') => /show\/([^?]+)\?/.exec(link)?.[1];
          expect([idOf(nav.prev), idOf(nav.next)]).toEqual([ids[i - 1], ids[i + 1]]);
          const [back, row] = (nav.back ?? '').split('#');
          const [, rowHref] =
            new RegExp(`<li class="row" id="${row}">.*?<h2><a href="([^"]*)"`, 's').exec(
              get(back).body,
            ) ?? [];
          expect(rowHref?.replaceAll('&amp;', '&')).toBe(href);
        },
      ),
      { numRuns: runs(20) },
    );
  });

  it('leads from an edition that is folded under a result to the neighbors of the result', () => {
    const works = resultsOf({ q: 'sea' });
    const at = works.findIndex(({ otherEditions }, i) => i > 0 && otherEditions !== undefined);
    const edition = works[at].otherEditions?.[0];
    const results = get(`/search?q=sea&page=${Math.floor(at / 10) + 1}`).body;
    const href = linksOf(results).find((link) => link.startsWith(`/item/show/${edition}?`)) ?? '';
    expect(href).toContain(`&result=${at + 1}`);
    const { prev, next, back } = navigationOn(get(href).body);
    expect(prev).toContain(`/item/show/${works[at - 1].id}?`);
    expect(next).toContain(`/item/show/${works[at + 1].id}?`);
    expect(back).toMatch(new RegExp(`#result-${at + 1}$`));
    expect(textOf(get(href).body)).toContain(`Result ${at + 1} of ${works.length}`);
  });

  it('keeps the query, the filters and the sort order in its address and in the search box', () => {
    const results = get(
      '/search?q=sea&search_type=subject&title_format=BK&title_format=EBOOK&sort=title',
    );
    const href = linksOf(results.body).filter((link) => link.startsWith('/item/show/'))[2];
    expect(href.split('?')[1]).toBe(
      'q=sea&search_type=subject&title_format=BK&title_format=EBOOK&sort=title&result=3',
    );
    const { body } = get(href);
    expect(body).toContain('<option value="subject" selected>');
    expect(body).toMatch(/<input id="q"[^>]* value="sea"/);
    expect(textOf(body)).toMatch(/Back to results Result 3 of \d+ Previous title Next title/);
    expect(navigationOn(body).back).toBe(
      '/search?library=alderwick&q=sea&search_type=subject&title_format=BK&title_format=EBOOK&sort=title#result-3',
    );
  });

  it('leads back on a kiosk, and in the language of the page', () => {
    const kiosk = createPageClient([alderwick], { idleMinutes: 2, branch: 'HILL' });
    const results = kiosk('/search?q=sea&locale=de-DE').body;
    const { body } = kiosk(linksOf(results).filter((link) => link.startsWith('/item/show/'))[0]);
    expect(textOf(body)).toMatch(/Zurück zu den Treffern Treffer 1 von \d+ Nächster Titel/);
    expect(navigationOn(body)).toMatchObject({ prev: undefined });
    expect(navigationOn(body).back).toMatch(/&locale=de-DE#result-1$/);
  });

  it('leads back to the row of a title that has moved by one', () => {
    const [first] = resultsOf({ q: 'whale' });
    const { body } = get(`/item/show/${first.id}?q=whale&result=2`);
    expect(navigationOn(body).back).toBe('/search?library=alderwick&q=whale#result-1');
    expect(textOf(body)).toContain('Result 1 of');
  });

  it('leads only back to the results if the title is no longer near its position', () => {
    const { body } = get('/item/show/0000001101?q=frankenstein&result=3');
    expect(navigationOn(body)).toEqual({
      back: '/search?library=alderwick&q=frankenstein#result-3',
      prev: undefined,
      next: undefined,
    });
    expect(textOf(body)).not.toContain('Result 3');
  });

  it.each(['', '?q=sea', '?q=sea&result=0', '?q=sea&result=x'])(
    'has no links to results without a position: %s',
    (query) => {
      const { status, body } = get(`/item/show/0000001101${query}`);
      expect([status, body.includes('way-back')]).toEqual([200, false]);
    },
  );
});

describe('a new search', () => {
  const valueOfKeep = (body: string) =>
    /<input type="checkbox" form="search" name="filters" value="([^"]*)" autocomplete="off">/
      .exec(body)?.[1]
      .replaceAll('&amp;', '&');

  it('keeps the filters if the box is checked', () => {
    const { body } = get(
      '/search?q=whale&title_format=BK&title_format=EBOOK&publication_date=1850-',
    );
    const filters = valueOfKeep(body) ?? '';
    expect(filters).toBe(
      'library=alderwick&title_format=BK&title_format=EBOOK&publication_date=1850-',
    );
    const query = new URLSearchParams({ library: 'alderwick', q: 'sea', filters });
    const kept = get(`/search?${query}`).body;
    expect(linksOf(kept)).toContain(
      '/search?library=alderwick&q=sea&title_format=BK&title_format=EBOOK',
    );
    expect(valueOfKeep(kept)).toBe(filters);
    expect(linksOf(kept).some((href) => href.includes('filters='))).toBe(false);
  });

  it('offers the filters on the page of a title that was opened from results, and only there', () => {
    const filters = valueOfKeep(
      get('/item/show/0000001101?q=whale&language=English&result=1').body,
    );
    expect(filters).toBe('library=alderwick&language=English');
    expect(valueOfKeep(get('/item/show/0000001101').body)).toBeUndefined();
    expect(valueOfKeep(get('/search?q=whale').body)).toBeUndefined();
  });

  it('does not keep the branch of another library', () => {
    const filters = 'library=alderwick&available_at=HILL&language=English';
    const query = new URLSearchParams({ library: 'meridian', q: '*', filters });
    const { body } = getFromBoth(`/search?${query}`);
    expect(valueOfKeep(body)).toBe('library=meridian&language=English');
  });

  it('ignores parameters of the kept filters that are not filters', () => {
    const query = new URLSearchParams({ q: 'sea', filters: 'q=whale&page=9&sort=color&tag=a' });
    const { status, body } = get(`/search?${query}`);
    expect([status, valueOfKeep(body)]).toEqual([200, 'library=alderwick&tag=a']);
  });
});

it.each([
  [4.8, 48, ' 4.8 out of 5 '],
  [4.5, 45, ' 4.5 out of 5 '],
  [5, 50, ' 5 out of 5 '],
  [0, 0, ' 0 out of 5 '],
  [7, 50, ' 7 out of 5 '],
  [-1, 0, ' -1 out of 5 '],
])('A rating of %s fills %s of 50 units of five stars', (rating, width, text) => {
  const { markup } = stars(rating, languageOf('en-CA'));
  expect(markup).toContain('viewBox="0 0 50 10" aria-hidden="true"');
  expect(/<svg width="(\d+)">/.exec(markup)?.[1]).toBe(String(width));
  expect(markup.match(/z/g)).toHaveLength(10);
  expect(textOf(markup)).toBe(text);
});

const marc = {
  leader: '00000nam a2200000 i 4500',
  fields: [
    { tag: '008', value: '840507s1984    nyu           000 0 eng d' },
    {
      tag: '245',
      indicator1: '1',
      indicator2: ' ',
      subfields: [
        { code: 'a', value: 'The <b>sea</b> /' },
        { code: 'c', value: 'by A & B.' },
      ],
    },
  ],
};

const getMarc = createPageClient([
  catalogOf({ titles: [book('a/1', 'The sea', { marc }), book('2', 'Typee')] }),
]);

describe('The staff view', () => {
  it('shows the leader, tags, indicators and subfields of the MARC record', () => {
    const { status, body } = getMarc('/item/marc/a%2F1');
    expect(status).toBe(200);
    const rows = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => textOf(row).trim());
    expect(rows).toEqual([
      'Tag Indicators Content',
      'LDR 00000nam a2200000 i 4500',
      '008 840507s1984 nyu 000 0 eng d',
      '245 1# $a The <b>sea</b> / $c by A & B.',
    ]);
    expect(body).toContain('840507s1984    nyu');
    expect(linksOf(body)).toContain('/item/show/a%2F1');
  });

  it('shows 100 fields of a long record at a time', () => {
    const fields = Array.from({ length: 250 }, (_, i) => ({ tag: '999', value: `copy ${i}` }));
    const getLong = createPageClient([
      catalogOf({ titles: [book('1', 'The sea', { marc: { ...marc, fields } })] }),
    ]);
    const { body } = getLong('/item/marc/1');
    expect(textOf(body)).toContain('copy 99 ');
    expect(textOf(body)).not.toContain('copy 100 ');
    expect(linksOf(body)).toContain('/item/marc/1?page=3');
    expect(textOf(getLong('/item/marc/1?page=3').body)).toContain('999 copy 200 ');
  });

  it('is linked from the page of a title with a MARC record, in the language of the page', () => {
    const { body } = getMarc('/item/show/a%2F1?locale=de-DE');
    expect(linksOf(body)).toContain('/item/marc/a%2F1?locale=de-DE');
    expect(textOf(body)).toContain('Dienstansicht (MARC)');
    expect(linksOf(getMarc('/item/show/2').body).join()).not.toContain('/item/marc/');
  });

  it('does not exist for a title without a MARC record, and for an unknown title', () => {
    expect(getMarc('/item/marc/2').status).toBe(404);
    expect(getMarc('/item/marc/3').status).toBe(404);
  });
});

const typee = book('1', 'Typee :', {
  sub_title: 'a peep at Polynesian life.',
  authors: [{ name: 'Melville, Herman, 1819-1891' }],
  publishers: [{ name: 'Wiley & Putnam' }],
  publication_date: 'c1846',
  edition: '2nd edition.',
});

describe('the volumes of a series', () => {
  const volume = (id: string, title: string, ...numbers: (string | undefined)[]) =>
    book(id, title, {
      series: numbers.flatMap((number, i) =>
        number ? [{ name: ['Discworld', 'Witches'][i], number }] : [],
      ),
    });
  const get = createPageClient([
    catalogOf({
      titles: [
        volume('3', 'Equal Rites', '3', '1'),
        volume('4', 'Mort', '4'),
        volume('5', 'Sourcery', '5'),
        volume('6', 'Wyrd <Sisters>', '6', '2'),
        volume('x', 'Another', undefined),
      ],
    }),
  ]);
  const linesOf = (id: string, query = '') =>
    Array.from(
      get(`/item/show/${id}${query}`).body.matchAll(/<p class="facts volumes">(.*?)<\/p>/gs),
      ([, line]) => line,
    );

  it('are linked before and after a title', () => {
    const [line] = linesOf('4');
    expect(textOf(line).trim()).toBe('Previous: 3, Equal Rites Next: 5, Sourcery');
    expect(linksOf(line)).toEqual(['/item/show/3', '/item/show/5']);
    expect(line).toContain('5, <cite><bdi>Sourcery</bdi></cite>');
    expect(textOf(linesOf('4', '?locale=de-DE')[0])).toContain('Nächster Band: 5, Sourcery');
  });

  it('are linked in every series of a title', () => {
    expect(linesOf('3').map((line) => textOf(line).trim())).toEqual([
      'Discworld Next: 4, Mort',
      'Witches Next: 2, Wyrd <Sisters>',
    ]);
    expect(linesOf('6').map(linksOf)).toEqual([['/item/show/5'], ['/item/show/3']]);
  });

  it('are not linked from a title without a number or without neighbors', () => {
    expect(linesOf('x')).toEqual([]);
    const alone = createPageClient([catalogOf({ titles: [volume('1', 'Alone', '1')] })]);
    expect(alone('/item/show/1').body).not.toContain('facts volumes');
  });
});

/** Returns the citations on the page of a title in all styles, as text. */
function cite(title: Title): string[] {
  const { body } = createPageClient([catalogOf({ titles: [title] })])(`/item/show/${title.id}`);
  return Array.from(body.matchAll(/<dd><p dir="auto">(.*?)<\/p>/gs), ([, citation]) =>
    textOf(citation.replace(/<\/?cite>/g, '')),
  );
}

/** Returns the file of a title for reference managers. */
function fileOf(title: Title, extension: 'ris' | 'bib'): string {
  const get = createPageClient([catalogOf({ titles: [title] })]);
  return get(`/item/cite/${title.id}.${extension}`).body;
}

const names = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Family${i}, Given` }));

describe('citations', () => {
  it('cites a book in each style', () => {
    expect(cite(typee)).toEqual([
      'Melville, H. (1846). Typee: a peep at Polynesian life (2nd ed.). Wiley & Putnam.',
      'Melville, Herman. Typee: a peep at Polynesian life. 2nd ed., Wiley & Putnam, 1846.',
      'Melville, Herman. Typee: a peep at Polynesian life. 2nd ed. Wiley & Putnam, 1846.',
    ]);
  });

  it('cites an online title that has neither an author nor a date', () => {
    const details_url = 'https://a.example.org/';
    expect(cite(book('1', 'Who?', { format: { id: 'WEBSITE' }, details_url }))).toEqual([
      'Who? [Website]. (n.d.). https://a.example.org/',
      'Who? Website. https://a.example.org/.',
      'Who? n.d. Website. https://a.example.org/.',
    ]);
  });

  it.each([
    [2, 'Family0, G., & Family1, G.', 'Given, and Given Family1.', 'Given, and Given Family1.'],
    [3, 'Family1, G., & Family2, G.', 'Family0, Given, et al.', 'Family1, and Given Family2.'],
    [7, '& Family6, G.', 'Family0, Given, et al.', 'Given Family1, Given Family2, et al.'],
    [21, 'Family18, G., . . . Family20, G.', 'Family0, Given, et al.', 'Given Family2, et al.'],
  ])('lists as many of %i authors as the style does', (count, ...expected) => {
    const citations = cite(book('1', 'T', { authors: names(count) }));
    for (const [i, citation] of citations.entries()) expect(citation).toContain(expected[i]);
  });

  it.each([
    ['Melville, Herman, 1819-1891', 'Melville', 'Herman'],
    ['Press, Frank, 1924-2020', 'Press', 'Frank'],
    ['Plato, 428-348 B.C.', 'Plato', undefined],
    ['夏目, 漱石, 1867-1916', '夏目, 漱石', undefined],
    ['Maroon 5', 'Maroon 5', undefined],
    ['Wells, H. G. (Herbert George), 1866-1946', 'Wells', 'H. G.'],
    ['King, Martin Luther, Jr., 1929-1968', 'King', 'Martin Luther, Jr.'],
    ['Herman Melville', 'Melville', 'Herman'],
    ['Ludwig van Beethoven', 'Beethoven', 'Ludwig van'],
    ['W. E. B. Du Bois', 'Du Bois', 'W. E. B.'],
    ['Лев Толстой', 'Толстой', 'Лев'],
    ['夏目漱石', '夏目漱石', undefined],
    ['Homer', 'Homer', undefined],
    ['United States. Congress', 'United States. Congress', undefined],
    ['World Health Organization', 'World Health Organization', undefined],
    ['Smith, Elder & Co.', 'Smith, Elder & Co.', undefined],
  ])('reads the name %s', (name, family, given) => {
    const author = given === undefined ? family : `${family}, ${given}`;
    expect(fileOf(book('1', 'T', { authors: [{ name }] }), 'ris')).toContain(
      `\nAU  - ${author}\r\n`,
    );
  });

  it('shows citations on the page of a title, and links to files except on a kiosk', () => {
    const catalog = catalogOf({ titles: [typee] });
    const get = createPageClient([catalog]);
    const { body } = get('/item/show/1');
    for (const citation of cite(typee))
      expect(textOf(body.replace(/<\/?cite>/g, ''))).toContain(citation);
    const files = linksOf(body).filter((href) => href.startsWith('/item/cite/'));
    expect(files).toEqual(['/item/cite/1.ris', '/item/cite/1.bib']);
    expect(files.map((href) => get(href).headers['Content-Disposition'])).toEqual([
      'attachment; filename="1.ris"',
      'attachment; filename="1.bib"',
    ]);
    expect(get('/item/cite/2.ris').status).toBe(404);
    const kiosk = createPageClient([catalog], { idleMinutes: 2 })('/item/show/1').body;
    expect(linksOf(kiosk).join()).not.toContain('/item/cite/');
  });
});

describe('files for reference managers', () => {
  it('contain the place of publication, but no year for a date with unknown digits', () => {
    const undated = book('1', 'Typee', {
      publication_places: ['New York'],
      publication_date: '18--',
    });
    expect(fileOf(undated, 'ris')).toContain('CY  - New York\r\nID');
    expect(fileOf(undated, 'bib')).toContain('  address = {New York},\n}');
  });

  it('contain the fields of a title', () => {
    expect(fileOf(typee, 'ris')).toBe(
      [
        'TY  - BOOK',
        'TI  - Typee: a peep at Polynesian life',
        'AU  - Melville, Herman',
        'ET  - 2nd ed',
        'PB  - Wiley & Putnam',
        'PY  - 1846',
        'ID  - 1',
        'ER  - ',
        '',
      ].join('\r\n'),
    );
    const details_url = 'https://a.example.org/?a={%7D_';
    expect(fileOf({ ...typee, details_url }, 'bib')).toBe(`@book{melville1846typee,
  author = {Melville, Herman},
  title = {Typee: a peep at Polynesian life},
  year = {1846},
  publisher = {Wiley \\& Putnam},
  edition = {2nd ed},
  url = {https://a.example.org/?a=%7B%7D_},
}
`);
  });

  it('have a short key for a title by a body of an organization', () => {
    const authors = [{ name: 'United States. Congress. House. Committee on Oversight and Reform' }];
    const hearing = book('1', 'The hearing', { authors, publication_date: '2020' });
    expect(fileOf(hearing, 'bib')).toMatch(/^@book\{unitedstates2020hearing,$/m);
  });

  it('escape the special characters of TeX', () => {
    const odd = book('1', '100% {C#} \\o/ ~^_$', { authors: [{ name: 'Rag and Bone' }] });
    expect(fileOf(odd, 'bib')).toContain(
      'title = {100\\% {\\textbraceleft}C\\#{\\textbraceright} {\\textbackslash}o/ {\\textasciitilde}{\\textasciicircum}\\_\\$},',
    );
    expect(fileOf(odd, 'bib')).toContain('author = {{Rag and Bone}}');
  });

  it('have one field per line and balanced braces for any text', () => {
    const pieces = [
      '{',
      '}',
      '\\',
      '%',
      '\r',
      '\n',
      '\u2028',
      '\u0000',
      '\ud800',
      'ER  - ',
      ' ',
      'a',
    ];
    const texts = fc.string({ unit: fc.constantFrom(...pieces), minLength: 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts), { minLength: 10, maxLength: 10 }), (pairs) => {
        const titles = pairs.map(([title, name], i) =>
          book(`${i}`, `${title}x`, { authors: [{ name }], subjects: [name, title] }),
        );
        const get = createPageClient([catalogOf({ titles })]);
        for (const { id } of titles) {
          const ris = get(`/item/cite/${id}.ris`).body.replaceAll('\r\n', '|');
          expect(ris).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
          const tags = ris.split('|').filter((line) => /^[A-Z][A-Z0-9] {2}- /.test(line));
          expect(tags.filter((line) => line.startsWith('ER'))).toEqual(['ER  - ']);
          let depth = 0;
          const bibtex = get(`/item/cite/${id}.bib`).body.trimEnd();
          const depths = Array.from(bibtex, (character) => {
            depth += character === '{' ? 1 : character === '}' ? -1 : 0;
            return depth;
          });
          expect(depths.indexOf(0, depths.indexOf(1))).toBe(depths.length - 1);
        }
      }),
      { numRuns: runs(20) },
    );
  });
});
