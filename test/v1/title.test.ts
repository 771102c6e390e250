import { describe, expect, it } from 'vitest';
import type { Holding } from '../../src/catalog/title.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './refused.js';
import { getTitle, searchTitles } from './validated.js';

const context = { baseUrl: 'https://api.example.org' };

describe('a title', () => {
  const harbour = catalogOf({ titles: [book('1', 'Moby-Dick')] });
  const hill = catalogOf({ library: { id: 'hill' }, titles: [book('2', 'Typee')] });

  it('comes from whichever open catalog holds it', () => {
    expect(getTitle([harbour, hill], '1', context).title.title).toBe('Moby-Dick');
    expect(getTitle([harbour, hill], '2', context).title.title).toBe('Typee');
  });

  it.each(['3', '', '01', ' 1', '__proto__', 'constructor', '\u0000', '\ud800', '../1'])(
    "is not found by '%s', the id of none",
    (id) => {
      expect(refused(() => getTitle([harbour, hill], id, context))).toEqual({
        status: 404,
        message: `No title '${id}' found.`,
      });
    },
  );

  it('is not found where nothing is open', () => {
    expect(refused(() => getTitle([], '1', context)).status).toBe(404);
  });

  it.each([
    '__proto__',
    'constructor',
    'a/b',
    'a b?c#d',
    '\u6c34\u6ef8',
    '\u{1f40b}',
    '\u0000',
    '\ufeff1',
  ])("is found under the id '%s'", (id) => {
    const catalogs = [catalogOf({ titles: [book('1', 'Emma'), book(id, 'Moby-Dick')] })];
    expect(getTitle(catalogs, id, context).title).toMatchObject({ id, title: 'Moby-Dick' });
  });

  it('never shows what is only searched, narrowed or sorted by', () => {
    const told = catalogOf({
      titles: [
        book('1', 'Moby-Dick', {
          subjects: ['Whaling'],
          genres: ['Novels'],
          tags: ['sea'],
          holdings: [{ branch: 'M', status: 'ON_ORDER', call_number: 'F', collection: 'Adult' }],
          added: '2020-01-01',
          popularity: 3,
          rating: 4.5,
          fiction: true,
          sort_title: 'Moby Dick',
          alternate_titles: ['The Whale'],
          alternate_authors: ['Melvill'],
        }),
      ],
    });
    const plain = catalogOf({
      titles: [book('1', 'Moby-Dick', { availability: { id: 'ON_ORDER' } })],
    });
    expect(getTitle([told], '1', context)).toEqual(getTitle([plain], '1', context));
  });
});

describe("a title's availability", () => {
  const copies = (...statuses: string[]): { holdings: Holding[] } => ({
    holdings: statuses.map((status) => ({ branch: 'M', status })),
  });
  const of = (more: Parameters<typeof book>[2]) => {
    const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick', more)] })];
    const params = { q: '*', library: 'harbour' };
    const summary = searchTitles(catalogs, params, context).titles[0].availability;
    const detail = getTitle(catalogs, '1', context).title.availability;
    expect(detail).toEqual(summary ?? null);
    return detail;
  };

  it.each([
    [['ON_ORDER', 'UNAVAILABLE', 'LIBRARY_USE_ONLY', 'AVAILABLE'], 'AVAILABLE', 'Available'],
    [['ON_ORDER', 'UNAVAILABLE', 'LIBRARY_USE_ONLY'], 'LIBRARY_USE_ONLY', 'In-library use only'],
    [['ON_ORDER', 'UNAVAILABLE'], 'UNAVAILABLE', 'All copies in use'],
    [['ON_ORDER'], 'ON_ORDER', 'On order'],
    [['LOST', 'ON_ORDER'], 'UNAVAILABLE', 'All copies in use'],
  ])('of copies %j is %s', (statuses, id, name) => {
    expect(of(copies(...statuses))).toEqual({ id, name });
  });

  it('is its own before that of its copies', () => {
    expect(of({ ...copies('AVAILABLE'), availability: { id: 'ON_ORDER' } })).toEqual({
      id: 'ON_ORDER',
      name: 'On order',
    });
  });

  it('is that of its copies when its own is null', () => {
    expect(of({ ...copies('AVAILABLE'), availability: null })?.id).toBe('AVAILABLE');
  });

  it('is unknown without copies', () => {
    expect(of({})).toBeNull();
    expect(of(copies())).toBeNull();
    expect(of({ availability: null })).toBeNull();
  });

  it('is named by its id when nothing else names it', () => {
    expect(of({ availability: { id: 'constructor' } })).toEqual({
      id: 'constructor',
      name: 'constructor',
    });
  });
});

describe("a title's format", () => {
  const of = (format: { id: string; name?: string }) => {
    const formats = [{ id: 'MN', name: 'Sheet Music' }];
    const catalog = catalogOf({ library: { formats }, titles: [{ id: '1', title: 'T', format }] });
    return getTitle([catalog], '1', context).title.format;
  };

  it('is named by the title, else the library, else the table of known names, else its id', () => {
    expect(of({ id: 'MN', name: 'Vocal Score' }).name).toBe('Vocal Score');
    expect(of({ id: 'MN' }).name).toBe('Sheet Music');
    expect(of({ id: 'MN', name: '' }).name).toBe('Sheet Music');
    expect(of({ id: 'GRAPHIC_NOVEL' }).name).toBe('Graphic Novel');
    expect(of({ id: 'SCROLL' }).name).toBe('SCROLL');
    expect(of({ id: '__proto__' }).name).toBe('__proto__');
  });
});
