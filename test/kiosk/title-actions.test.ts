import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const library = {
  request_url: 'https://ils.example.org/request?id={id}&from={id}',
  branches: ['A', 'B', 'C'].map((id) => ({ id, name: `Branch ${id}` })),
};
const holdings = [
  { branch: 'A', status: 'UNAVAILABLE', call_number: 'F 1' },
  { branch: 'B', status: 'AVAILABLE', call_number: 'F 2', collection: 'Sea' },
  { branch: 'B', status: 'UNAVAILABLE', call_number: 'F 3' },
];
const links = [{ kind: 'resource' as const, url: 'https://books.example.org/1' }];

/** Returns the page of a title, and the part with its holdings and actions. */
function pageOf(more: Partial<Title>, idleMinutes?: number) {
  const catalog = catalogOf({ library, titles: [book('a/1', 'Typee', more)] });
  const { body } = createPageClient([catalog], { idleMinutes })('/item/show/a%2F1');
  const [, panel = ''] = body.split('<div class="panel">');
  return { body, panel: panel.split('<section class="slip">')[0].split('<div class="body">')[0] };
}

describe('the actions of a title', () => {
  it('are under its holdings: open online, request, save, share, cite and print', () => {
    const { panel } = pageOf({ holdings, links });
    expect(textOf(panel)).toMatch(
      /^ Where to find it .* In use Read online Request Save Saved Share Cite Print $/,
    );
    expect(linksOf(panel)).toEqual([
      'https://books.example.org/1',
      'https://ils.example.org/request?id=a%2F1&from=a%2F1',
      '#cite',
    ]);
    expect(panel).toContain('data-save="a/1"');
    expect(panel).toContain('data-share="/item/show/a%2F1"');
  });

  it.each<[string, Partial<Title>]>([
    ['is only online', { format: { id: 'EBOOK' }, links }],
    ['has no copies', {}],
  ])('do not request a title that %s', (_name, more) => {
    expect(textOf(pageOf(more).panel)).not.toContain('Request');
  });

  it('do not request titles of a library without an address for requests', () => {
    const catalog = catalogOf({ titles: [book('1', 'Typee', { holdings })] });
    expect(textOf(createPageClient([catalog])('/item/show/1').body)).not.toContain('Request');
  });

  it('show addresses as text with a code on a shared screen, which saves, shares and copies nothing', () => {
    const { panel, body } = pageOf({ holdings, links }, 2);
    expect(linksOf(panel)).toEqual(['#cite']);
    expect(textOf(panel)).toContain('https://ils.example.org/request?id=a%2F1&from=a%2F1');
    expect(body).not.toMatch(/data-(?:save|share|copy)|"my-list"/);
  });

  it('lead to the citations, each of which can be copied', () => {
    const [, cite = ''] = pageOf({}).body.split('<dl id="cite">');
    expect(cite.split('</dl>')[0].match(/<\/p><button [^>]*data-copy/g)).toHaveLength(3);
  });
});

it('An address for requests without {id} is refused', () => {
  const refused = () => catalogOf({ library: { request_url: 'https://ils.example.org/' } });
  expect(refused).toThrow(
    'request_url: expected an address with {id} such as https://www.example.org/request?title={id}, found the string "https://ils.example.org/"',
  );
});

it('The slip of a title prints the library, the format, and each branch once with its best copy', () => {
  const { body } = pageOf({ holdings, publication_date: '1846', authors: [{ name: 'Melville' }] });
  const [, slip = ''] = body.split('<section class="slip">');
  expect(textOf(slip.split('</section>')[0]).trim()).toBe(
    'Take it along Harbour Library Typee Melville Book, 1846 Branch B Sea F 2 ' +
      'Branch B Sea F 2 Available Branch A F 1 In use',
  );
});

it('Names and titles in other forms are among the details, not in the heading', () => {
  const { body } = pageOf({ alternate_titles: ['A Peep'], alternate_authors: ['Мелвилл'] });
  const [heading, details] = body.split('<h2>Details</h2>');
  expect(textOf(heading)).not.toMatch(/A Peep|Мелвилл/);
  expect(textOf(details)).toContain('Names in other forms Мелвилл Also known as A Peep');
});

describe('the tabs of formats', () => {
  const authors = [{ name: 'Melville' }];
  const edition = (id: string, format: string, publication_date: string, status = 'UNAVAILABLE') =>
    book(id, 'Typee', {
      authors,
      publication_date,
      format: { id: format },
      holdings: [{ branch: 'A', status }],
    });
  const titles = [
    edition('old', 'BK', '1990', 'AVAILABLE'),
    edition('new', 'BK', '2010'),
    edition('disc', 'BOOK_CD', '2000'),
    edition('only', 'DVD', '2001'),
  ].map((title) => (title.id === 'only' ? { ...title, title: 'Another' } : title));
  const get = createPageClient([catalogOf({ library, titles })]);
  const tabsOf = (id: string) => {
    const [nav = ''] = /<nav class="formats".*?<\/nav>/s.exec(get(`/item/show/${id}`).body) ?? [];
    const current = /href="([^"]*)" aria-current="page"/.exec(nav)?.[1];
    return { links: linksOf(nav), current, text: textOf(nav).trim() };
  };

  it('lead to an available edition of each format, or else the latest, in the same order on all pages', () => {
    expect(tabsOf('disc')).toEqual({
      links: ['/item/show/old', '/item/show/disc', '#editions'],
      current: '/item/show/disc',
      text: 'Book , Available 1990 Audiobook CD 2000 All editions (3)',
    });
    expect(tabsOf('old').links).toEqual(tabsOf('disc').links);
  });

  it('show the edition of the page in the tab of its format', () => {
    expect(tabsOf('new')).toMatchObject({
      links: ['/item/show/new', '/item/show/disc', '#editions'],
      current: '/item/show/new',
    });
  });

  it('are absent for a work with one edition', () => {
    expect(tabsOf('only').links).toEqual([]);
  });
});
