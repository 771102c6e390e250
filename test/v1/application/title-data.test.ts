import { describe, expect, it } from 'vitest';
import { getTitle, getTitles, iterateTitles } from '../../../src/v1/get-title.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { refused } from '../thrown-api-error.js';

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
