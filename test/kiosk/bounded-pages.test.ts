import { describe, expect, it } from 'vitest';
import type { Catalog, Titles } from '../../src/catalog/catalog.js';
import type { Holding } from '../../src/catalog/records/title.js';
import { listListsOfUser } from '../../src/v1/list-lists-of-user.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const created = '2020-01-01T00:00:00Z';
const users = [{ id: 1, name: 'ishmael' }];
const list = (id: string, titles: readonly string[]) => ({
  ...{ id, name: `List ${id}`, user: 1, created, updated: created },
  list_items: titles.map((title) => ({ list_item_type: 'title' as const, title })),
});

/** Returns a catalog with another object in place of its titles or its lists. */
function withPart<Name extends 'titles' | 'lists'>(
  catalog: Catalog,
  name: Name,
  properties: { readonly [Property in keyof Catalog[Name]]?: unknown },
): Catalog {
  const descriptors = Object.entries(properties).map(([key, value]) => [key, { value }]);
  return { ...catalog, [name]: Object.create(catalog[name], Object.fromEntries(descriptors)) };
}

describe('the page of a list', () => {
  const ids = Array.from({ length: 120 }, (_, i) => String(i));
  const catalog = catalogOf({
    titles: ids.map((id) => book(id, `Title ${id}`)),
    users,
    lists: [list('long', ids), list('short', ids.slice(0, 50))],
  });

  it('shows 50 items, and reads no title of another page', () => {
    const read = new Set<number>();
    const { titles } = catalog;
    const counted = withPart(catalog, 'titles', {
      summary: (number: number) => {
        read.add(number);
        return titles.summary(number);
      },
    } satisfies Partial<Titles>);
    const { body } = createPageClient([counted])('/list/show/1/long?page=3');
    expect(body).toContain('<ol class="rows" start="101">');
    expect(textOf(body)).toContain('120 items');
    expect(linksOf(body).filter((href) => href.startsWith('/item/'))).toHaveLength(20);
    expect(linksOf(body)).toContain('/list/show/1/long?page=2');
    expect(read.size).toBe(20);
  });

  it('links to no other page if the list has one page, and refuses an invalid page', () => {
    const get = createPageClient([catalog]);
    expect(get('/list/show/1/short').body).not.toContain('page=');
    expect(get('/list/show/1/long?page=x').status).toBe(400);
  });
});

describe('a title with many holdings', () => {
  const copies = Array.from(
    { length: 1500 },
    (_, i): Holding => ({ branch: 'MAIN', status: 'AVAILABLE', call_number: `F ${i}` }),
  );
  const catalog = catalogOf({
    titles: [book('1', 'Typee', { holdings: copies, call_number: 'PS 2384' })],
    users,
    lists: [list('a', ['1', '1'])],
  });

  it('is in a row with its availability and call number, without reading the holdings', () => {
    const unread = withPart(catalog, 'titles', {
      get() {
        throw new Error('expected a row without holdings');
      },
    });
    const text = textOf(createPageClient([unread])('/list/show/1/a').body);
    expect(text).toContain('Available PS 2384');
  });

  it('has a page with 1,000 of its holdings, and the number of the other holdings', () => {
    const text = textOf(createPageClient([catalog])('/item/show/1').body);
    expect(text).toContain('F 999');
    expect(text).toContain('… 500 copies');
    expect(text).not.toContain('F 1000');
  });
});

it('A title with many holdings statements has a page with 1,000 of them', () => {
  const holdings_statements = Array.from({ length: 1500 }, (_, i) => ({ text: `v.${i};` }));
  const catalog = catalogOf({ titles: [book('1', 'Typee', { holdings_statements })] });
  const text = textOf(createPageClient([catalog])('/item/show/1').body);
  expect(text).toContain('v.999;');
  expect(text).not.toContain('v.1000;');
});

describe('lists', () => {
  const numbers = Array.from({ length: 25 }, (_, i) => String(10 + i));
  const catalog = catalogOf({
    titles: [book('1', 'Typee')],
    users,
    lists: numbers.map((id) => list(id, ['1'])),
  });

  it('are on the page of a title up to 20', () => {
    const links = linksOf(createPageClient([catalog])('/item/show/1').body);
    expect(new Set(links.filter((href) => href.startsWith('/list/'))).size).toBe(20);
  });

  it('of a user are returned without reading their items', () => {
    const unread = withPart(catalog, 'lists', {
      items() {
        throw new Error('expected lists without items');
      },
    });
    const { count, lists } = listListsOfUser([unread], '1', {}, { baseUrl: '' });
    expect([count, lists[0].item_count]).toEqual([25, 1]);
  });
});

describe('the pages over many libraries', () => {
  const empty = catalogOf({});
  const libraries = (count: number, catalog = empty) =>
    Array.from({ length: count }, (_, i) => ({
      ...catalog,
      library: { ...catalog.library, id: `library-${i}`, name: `Library ${i}` },
    }));
  const cardsOf = (body: string) =>
    body.match(/<(?:section class="in-library"|li class="library")>/g)?.length;

  it.each(['/', '/search?q=whale'])('list 30 libraries at a time at %s', (path) => {
    const get = createPageClient(libraries(65));
    expect(cardsOf(get(path).body)).toBe(30);
    const page = `${path}${path === '/' ? '?' : '&'}page=`;
    expect(linksOf(get(path).body)).toContain(`${page}3`);
    expect(cardsOf(get(`${page}3`).body)).toBe(5);
    expect(get(`${page}0`).status).toBe(400);
  });

  it('list the libraries after costly searches without their results', () => {
    const { index } = empty.titles;
    const costly = {
      ...index,
      match: (...parameters: Parameters<typeof index.match>) => {
        const matches = index.match(...parameters);
        return { ...matches, documents: matches.documents, cost: 5_000_000 };
      },
    };
    const catalog = withPart(empty, 'titles', { index: costly });
    const { body } = createPageClient(libraries(10, catalog))('/search?q=*');
    expect(cardsOf(body)).toBe(10);
    expect(body.match(/<span class="count">0 titles</g)).toHaveLength(2);
  });

  it('list the libraries after several relaxed searches without their results', () => {
    const { body } = createPageClient(libraries(30))('/search?q=whale');
    expect(cardsOf(body)).toBe(30);
    expect(body.match(/<span class="count">0 titles</g)).toHaveLength(10);
  });
});
