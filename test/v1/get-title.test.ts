import { describe, expect, it } from 'vitest';
import type { Holding, Link } from '../../src/catalog/records/title.js';
import { getTitles, iterateTitles } from '../../src/v1/get-title.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { getTitle, searchTitles } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

describe('getTitle', () => {
  const harbour = catalogOf({ titles: [book('1', 'Moby-Dick')] });
  const hill = catalogOf({ library: { id: 'hill' }, titles: [book('2', 'Typee')] });

  it('finds a title in any of the open catalogs', () => {
    expect(getTitle([harbour, hill], '1', {}, context).title.title).toBe('Moby-Dick');
    expect(getTitle([harbour, hill], '2', {}, context).title.title).toBe('Typee');
  });

  it.each(['3', '', '01', ' 1', '__proto__', 'constructor', '\u0000', '\ud800', '../1'])(
    "throws 404 for the unknown id '%s'",
    (id) => {
      expect(refused(() => getTitle([harbour, hill], id, {}, context))).toEqual({
        status: 404,
        message: `No title '${id}' found.`,
      });
    },
  );

  it('throws 404 without open catalogs', () => {
    expect(refused(() => getTitle([], '1', {}, context)).status).toBe(404);
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
  ])("finds a title by the id '%s'", (id) => {
    const catalogs = [catalogOf({ titles: [book('1', 'Emma'), book(id, 'Moby-Dick')] })];
    expect(getTitle(catalogs, id, {}, context).title).toMatchObject({ id, title: 'Moby-Dick' });
  });

  it('leaves out fields of the record that the response does not have, such as subjects and holdings', () => {
    const complete = catalogOf({
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
          publication_places: ['New York'],
          links: [{ url: 'https://books.example.org/1', kind: 'version' }],
          holdings_statements: [{ branch: 'M', text: 'v.1-2' }],
          related: [{ relation: 'contains', title: 'Loomings' }],
        }),
      ],
    });
    const plain = catalogOf({
      titles: [book('1', 'Moby-Dick', { availability: { id: 'ON_ORDER' } })],
    });
    expect(getTitle([complete], '1', {}, context)).toEqual(getTitle([plain], '1', {}, context));
  });
});

describe('The availability of a title', () => {
  const holdings = (...statuses: string[]): { holdings: Holding[] } => ({
    holdings: statuses.map((status) => ({ branch: 'M', status })),
  });
  const availabilityOf = (more: Parameters<typeof book>[2]) => {
    const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick', more)] })];
    const params = { q: '*', library: 'harbour' };
    const summary = searchTitles(catalogs, params, context).titles[0].availability;
    const detail = getTitle(catalogs, '1', {}, context).title.availability;
    expect(detail).toEqual(summary ?? null);
    return detail;
  };

  it.each([
    [['ON_ORDER', 'UNAVAILABLE', 'LIBRARY_USE_ONLY', 'AVAILABLE'], 'AVAILABLE', 'Available'],
    [['ON_ORDER', 'UNAVAILABLE', 'LIBRARY_USE_ONLY'], 'LIBRARY_USE_ONLY', 'In-library use only'],
    [['ON_ORDER', 'UNAVAILABLE'], 'UNAVAILABLE', 'All copies in use'],
    [['ON_ORDER'], 'ON_ORDER', 'On order'],
    [['LOST', 'ON_ORDER'], 'ON_ORDER', 'On order'],
    [['DAMAGED', 'ON_ORDER'], 'UNAVAILABLE', 'All copies in use'],
  ])('for holdings with the statuses %j is %s', (statuses, id, name) => {
    expect(availabilityOf(holdings(...statuses))).toEqual({ id, name });
  });

  it('is null if all holdings are lost', () => {
    expect(availabilityOf(holdings('LOST', 'LOST'))).toBeNull();
  });

  it('is the availability in the record, even if the holdings have a different status', () => {
    expect(availabilityOf({ ...holdings('AVAILABLE'), availability: { id: 'ON_ORDER' } })).toEqual({
      id: 'ON_ORDER',
      name: 'On order',
    });
  });

  it('is the status of the holdings if the availability in the record is null', () => {
    expect(availabilityOf({ ...holdings('AVAILABLE'), availability: null })?.id).toBe('AVAILABLE');
  });

  it('is AVAILABLE for a title in an online format with a link to the title itself, and only then', () => {
    const online = (id: string, kind: Link['kind']) => ({
      format: { id },
      links: [{ url: 'https://books.example.org/1', kind }],
      ...holdings('ON_ORDER'),
    });
    expect(availabilityOf(online('EBOOK', 'resource'))?.id).toBe('AVAILABLE');
    expect(availabilityOf(online('EBOOK', 'version'))?.id).toBe('ON_ORDER');
    expect(availabilityOf(online('EBOOK', 'related'))?.id).toBe('ON_ORDER');
    expect(availabilityOf(online('BK', 'resource'))?.id).toBe('ON_ORDER');
    const stored = { ...online('EBOOK', 'resource'), availability: { id: 'UNAVAILABLE' } };
    expect(availabilityOf(stored)?.id).toBe('UNAVAILABLE');
  });

  it('is null if the record has neither holdings nor an availability', () => {
    expect(availabilityOf({})).toBeNull();
    expect(availabilityOf(holdings())).toBeNull();
    expect(availabilityOf({ availability: null })).toBeNull();
  });

  it('has the id as its name if the id has no built-in name', () => {
    expect(availabilityOf({ availability: { id: 'constructor' } })).toEqual({
      id: 'constructor',
      name: 'constructor',
    });
  });
});

describe('The format of a title', () => {
  const formatOf = (format: { id: string; name?: string }) => {
    const formats = [{ id: 'MN', name: 'Sheet Music' }];
    const catalog = catalogOf({ library: { formats }, titles: [{ id: '1', title: 'T', format }] });
    return getTitle([catalog], '1', {}, context).title.format;
  };

  it('has the name from the title, otherwise from the library, otherwise the built-in name or the id', () => {
    expect(formatOf({ id: 'MN', name: 'Vocal Score' }).name).toBe('Vocal Score');
    expect(formatOf({ id: 'MN' }).name).toBe('Sheet Music');
    expect(formatOf({ id: 'MN', name: '' }).name).toBe('Sheet Music');
    expect(formatOf({ id: 'GRAPHIC_NOVEL' }).name).toBe('Graphic Novel');
    expect(formatOf({ id: 'SCROLL' }).name).toBe('SCROLL');
    expect(formatOf({ id: '__proto__' }).name).toBe('__proto__');
  });
});

const harbour = catalogOf({
  library: {
    branches: [{ id: 'MAIN', name: 'Main Street' }],
    collections: [{ id: 'SEA', name: 'The Sea' }],
  },
  titles: [
    book('2', 'Typee', {
      holdings: [
        { branch: 'MAIN', status: 'AVAILABLE', collection: 'SEA' },
        { branch: 'EAST', status: 'UNAVAILABLE', collection: 'Attic' },
      ],
      notes: [],
    }),
    book('1', 'Moby-Dick', { subjects: ['Whales'], pages: 720 }),
  ],
});
const hill = catalogOf({ library: { id: 'hill' }, titles: [book('3', 'Emma')] });
const catalogs = [harbour, hill];
const library = { id: 'harbour', name: 'Harbour Library' };

describe('getTitles', () => {
  it.each(['xx', '__proto__'])('throws 400 for the locale %s', (locale) => {
    expect(refused(() => getTitles(catalogs, ['1'], { locale: locale as never }))).toEqual({
      status: 400,
      message: `parameter 'locale': expected one of en-CA, en-US, es-ES, fr-CA, ru-RU, zh-CN, de-DE, found '${locale}'`,
    });
  });

  it('returns titles of all catalogs in the order of the ids, and undefined for an unknown id', () => {
    const titles = getTitles(catalogs, ['3', 'x', '1', '3']);
    expect(titles.map((title) => title?.title)).toEqual(['Emma', undefined, 'Moby-Dick', 'Emma']);
  });

  it('has the fields of the record, with names, and without empty fields', () => {
    expect(getTitles(catalogs, ['1', '2'], { locale: 'de-DE' })).toEqual([
      {
        id: '1',
        library,
        title: 'Moby-Dick',
        format: { id: 'BK', name: 'Buch' },
        subjects: ['Whales'],
        pages: 720,
      },
      {
        id: '2',
        library,
        title: 'Typee',
        format: { id: 'BK', name: 'Buch' },
        availability: { id: 'AVAILABLE', name: 'Verfügbar' },
        holdings: [
          {
            branch: 'MAIN',
            branchName: 'Main Street',
            status: 'AVAILABLE',
            statusName: 'Verfügbar',
            collection: 'SEA',
            collectionName: 'The Sea',
          },
          {
            branch: 'EAST',
            branchName: 'EAST',
            status: 'UNAVAILABLE',
            statusName: 'Ausgeliehen',
            collection: 'Attic',
            collectionName: 'Attic',
          },
        ],
      },
    ]);
  });

  it('throws for an unknown locale', () => {
    const locale = 'de' as 'de-DE';
    const message = "parameter 'locale': expected one of en-CA, en-US, es-ES";
    expect(refused(() => getTitles(catalogs, ['1'], { locale })).message).toContain(message);
    expect(refused(() => iterateTitles(catalogs, 'harbour', { locale })).status).toBe(400);
  });

  it('has the values that getTitle returns', () => {
    const name = [{ name: 'A name' }];
    const full = catalogOf({
      titles: [
        book('f', 'Full', {
          sub_title: 'of fields',
          authors: name,
          series: [{ name: 'S', number: '' }],
          jacket_cover: { url: 'https://covers.example.org/f.jpg' },
          contents: ['One', ''],
          languages: [],
          publishers: name,
          publication_date: 'c1851',
        }),
      ],
    });
    const { details_url, jacket_cover, availability, ...fields } = getTitle(
      [full],
      'f',
      {},
      { baseUrl: '/' },
    ).title;
    expect(getTitles([full], ['f'])).toEqual([
      { ...fields, library, jacket_cover: { url: jacket_cover.url } },
    ]);
  });
});

describe('iterateTitles', () => {
  it('returns all titles of a library in the order of their ids', () => {
    expect(Array.from(iterateTitles(catalogs, 'harbour'), ({ id }) => id)).toEqual(['1', '2']);
  });

  it('throws at once for an unknown library', () => {
    expect(refused(() => iterateTitles(catalogs, 'x'))).toEqual({
      status: 404,
      message: "No library 'x' found.",
    });
  });
});
