import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { createCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { callNumberQuery } from '../../../src/v1/query-language/word-queries.js';
import { idsFor } from './small-library.js';

const format = { id: 'BK' };

function catalogOf(titles: Title[], library: Partial<Catalog['library']> = {}): Catalog {
  return createCatalog({
    library: { id: 'grammar', name: 'G', snapshot_date: '2026-11-01T00:00:00Z', ...library },
    titles,
  });
}

/** Creates a catalog with one title per text. The ids are `t0`, `t1` and so on. */
const catalogOfTexts = (...texts: string[]) =>
  catalogOf(texts.map((title, i) => ({ id: `t${i}`, title, format })));

describe('Stop words', () => {
  const texts = ['Sea of Ice', 'The Sea', 'Ice', 'The Of', 'Mail and Sea'];
  const catalog = catalogOfTexts(...texts);
  const found = (query: string) =>
    idsFor(query, catalog)
      .map((id) => texts[Number(id.slice(1))])
      .sort();

  it.for([
    ['the sea', 'sea'],
    ['the AND sea', 'sea'],
    ['sea OR the', 'sea'],
    ['sea -the', 'sea'],
    ['sea NOT (the OR of)', 'sea'],
    ['sea -title:(of the)', 'sea'],
    ['sea -(the -of)', 'sea'],
    ['title:(the sea) anywhere:of', 'title:sea'],
    ['(the of) sea', 'sea'],
    ['the -sea', '-sea'],
    ['of-se*', 'se*'],
    ['the format:BK', 'format:BK'],
  ])('never decide outside quotation marks: %s finds the same titles as %s', ([some, same]) => {
    expect(found(some)).toEqual(found(same));
    expect(found(some)).not.toEqual([]);
  });

  it('are searched as words in a query of nothing else', () => {
    expect(found('the')).toEqual(['The Of', 'The Sea']);
    expect(found('the of')).toEqual(['The Of']);
    expect(found('title:(of OR and)')).toEqual(['Mail and Sea', 'Sea of Ice', 'The Of']);
    expect(found('-the')).toEqual(['Ice', 'Mail and Sea', 'Sea of Ice']);
  });

  it('count between quotation marks', () => {
    expect(found('"the"')).toEqual(['The Of', 'The Sea']);
    expect(found('sea "the"')).toEqual(['The Sea']);
    expect(found('sea -"the"')).toEqual(['Mail and Sea', 'Sea of Ice']);
    expect(found('"sea of"')).toEqual(['Sea of Ice']);
    expect(found('"sea of"~1')).toEqual(['Sea of Ice']);
  });
});

describe('A phrase in a field of names', () => {
  const catalog = catalogOf([
    { id: 'k1', title: 'It', format, authors: [{ name: 'Stephen King' }] },
    { id: 'k2', title: 'Carrie', format, authors: [{ name: 'King, Stephen' }] },
    { id: 'k3', title: 'King, Stephen', format, authors: [{ name: 'Stephen Edwin King' }] },
    {
      id: 'k4',
      title: 'Stephen King',
      format,
      authors: [{ name: 'Martin King' }, { name: 'Stephen Fry' }],
      publishers: [{ name: 'Norton & Company' }],
    },
    { id: 'k5', title: '村', format, performers: [{ name: '春樹 村上' }] },
  ]);
  const found = (query: string) => idsFor(query, catalog).sort();

  it.for(['author', 'contributor', 'artist', 'au', 'co', 'ar'])(
    'with one comma also matches with its parts swapped in %s',
    (field) => {
      expect(found(`${field}:"king, stephen"`)).toEqual(['k1', 'k2']);
      expect(found(`${field}:"Stephen, King"`)).toEqual(['k1', 'k2']);
      expect(found(`${field}:("king, stephen")`)).toEqual(['k1', 'k2']);
    },
  );

  it('matches with its parts swapped in publisher, and in Chinese', () => {
    expect(found('publisher:"company, norton and"')).toEqual(['k4']);
    expect(found('pu:"norton, company"')).toEqual([]);
    expect(found('author:"村上, 春樹"')).toEqual(['k5']);
    expect(found('author:"村上，春樹"')).toEqual(['k5']);
  });

  it('is not swapped without a comma, with two commas, or in another field', () => {
    expect(found('author:"king stephen"')).toEqual(['k2']);
    expect(found('author:"king, stephen, x"')).toEqual([]);
    expect(found('author:"king, edwin, stephen"')).toEqual([]);
    expect(found('title:"king, stephen"')).toEqual(['k3']);
    expect(found('anywhere:"king, stephen"')).toEqual(['k2', 'k3']);
  });

  it('with an empty part is the phrase of the other part', () => {
    expect(found('author:"king,"')).toEqual(['k1', 'k2', 'k3', 'k4']);
    expect(found('author:",stephen king"')).toEqual(['k1']);
  });
});

describe('A phrase of Chinese characters', () => {
  const runs = [
    '東',
    '東京',
    '京東',
    '東京都',
    '京都東',
    '都京東京',
    '東東京都',
    '京都',
    '都',
    '京京都東',
  ];
  const catalog = catalogOfTexts(...runs);
  const characters = ['東', '京', '都'];
  const longer = (phrases: readonly string[]) =>
    phrases.flatMap((phrase) => characters.map((character) => phrase + character));
  const two = longer(characters);
  const three = longer(two);
  const phrases = [...characters, ...two, ...three, ...longer(three)];

  it(`requires its characters side by side and in order (${phrases.length} phrases)`, () => {
    for (const phrase of phrases) {
      const expected = runs.flatMap((run, i) => (run.includes(phrase) ? [`t${i}`] : []));
      expect(idsFor(`"${phrase}"`, catalog).sort(), phrase).toEqual(expected);
    }
  });

  it('is stricter than the same characters outside quotation marks', () => {
    const bigrams = catalogOfTexts('京都は東京');
    expect(idsFor('title:(東京 京都)', bigrams)).toEqual(['t0']);
    expect(idsFor('title:"東京都"', bigrams)).toEqual([]);
    expect(idsFor('title:東京都', bigrams)).toEqual(['t0']);
  });
});

describe('The value *', () => {
  it('finds no title in a field of numbers in which no title has a number', () => {
    const catalog = catalogOf([
      { id: 'n1', title: 'One', format, publication_date: '1990' },
      { id: 'n2', title: 'Two', format },
    ]);
    expect(idsFor('py:*', catalog)).toEqual(['n1', 'n2']);
    for (const value of ['*', '5', '[* TO *]', '>=0', '<9']) {
      expect(idsFor(`starrating:${value}`, catalog), value).toEqual([]);
    }
    expect(idsFor('-sr:*', catalog)).toEqual(['n1', 'n2']);
  });
});

describe('Identifiers', () => {
  const catalog = catalogOf([
    { id: 'alma-991', title: 'A', format, isbns: ['01424-37239'], call_number: 'F CER' },
    { id: 'alma-992', title: 'B', format, isbns: ['0-8044-2957-X'], upcs: ['0-12345-67890-5'] },
    { id: '991', title: 'C', format, isbns: ['9791234567896'] },
    { id: 'd-991', title: 'D', format },
  ]);
  const found = (query: string) => idsFor(query, catalog).sort();
  const fields = ['identifier', 'isbn', 'id', 'localid', 'li'];

  it.for(fields)('in %s: an ISBN finds its other form, with or without hyphens', (field) => {
    for (const isbn of ['0142437239', '0-14-243723-9', '9780142437230', '978-0142437230']) {
      expect(found(`${field}:${isbn}`), isbn).toEqual(['alma-991']);
      expect(found(`${field}:"${isbn}"`), isbn).toEqual(['alma-991']);
      expect(found(`${field}:(${isbn})`), isbn).toEqual(['alma-991']);
    }
    for (const isbn of ['080442957X', '080442957x', '0-8044-2957-x', '9780804429573']) {
      expect(found(`${field}:${isbn}`), isbn).toEqual(['alma-992']);
    }
  });

  it('find a title by its UPC, and by its whole id only', () => {
    expect(found('identifier:012345678905')).toEqual(['alma-992']);
    expect(found('identifier:alma-991')).toEqual(['alma-991']);
    expect(found('identifier:ALMA-991')).toEqual(['alma-991']);
    expect(found('identifier:d-991')).toEqual(['d-991']);
    expect(found('identifier:x-991')).toEqual([]);
  });

  it('find many call numbers by a query that does not list them', () => {
    const { titles } = catalogOf(
      Array.from({ length: 300 }, (_, i) => ({
        id: `c${i}`,
        title: 'C',
        format,
        call_number: `${i < 200 ? 'F' : 'G'} ${i}`,
      })),
    );
    const query = callNumberQuery(titles, 'f');
    expect(query).toEqual({ kind: 'value_range', column: 'call_number', start: 0, end: 200 });
    expect(titles.index.match(query).documents).toHaveLength(200);
    expect(titles.index.match(callNumberQuery(titles, ' ')).documents).toHaveLength(0);
    expect(() => titles.index.match(query, { maxCost: 499 })).toThrow('a cost of at most 499');
  });

  it('match a wildcard with or without hyphens', () => {
    expect(found('isbn:97801424*')).toEqual(['alma-991']);
    expect(found('isbn:978-0-1424*')).toEqual(['alma-991']);
    expect(found('isbn:978-0-9*')).toEqual([]);
  });

  it('find a call number only as `id`', () => {
    expect(found('id:"f cer"')).toEqual(['alma-991']);
    expect(found('id:F*')).toEqual(['alma-991']);
    for (const field of ['identifier', 'isbn', 'localid', 'li']) {
      expect(found(`${field}:"F CER"`), field).toEqual([]);
    }
  });
});

describe('Names of values', () => {
  const decomposed = 'Cafe\u0301';
  const composed = 'Caf\u00e9';
  const catalog = catalogOf(
    [
      { id: 'f1', title: 'A', format: { id: 'BK' } },
      { id: 'f2', title: 'B', format: { id: 'LPRINT' } },
      { id: 'f3', title: 'C', format: { id: decomposed } },
      { id: 'f4', title: 'D', format: { id: 'Zu\u0308', name: 'Z\u00fcricher Karte' } },
      {
        id: 'f5',
        title: 'E',
        format: { id: 'DVD' },
        holdings: [{ branch: decomposed, status: 'AVAILABLE' }],
      },
      {
        id: 'f6',
        title: 'F',
        format: { id: 'DVD' },
        holdings: [
          { branch: composed, status: 'UNAVAILABLE' },
          { branch: 'MAIN', status: 'AVAILABLE' },
        ],
      },
    ],
    {
      formats: [
        { id: composed, name: 'Coffee table' },
        { id: 'DVD', name: 'Film' },
      ],
      branches: [
        { id: composed, name: 'Re\u0301union' },
        { id: 'MAIN', name: 'Main Library' },
      ],
    },
  );
  const found = (query: string) => idsFor(query, catalog).sort();

  it.for(['format', 'formatcode', 'fo'])('in %s: a format has its id and its names', (field) => {
    for (const name of ['bk', 'BK', 'book', 'Livre', 'Libro', 'Книга', '图书', 'buch']) {
      expect(found(`${field}:${name}`), name).toEqual(['f1']);
    }
    for (const name of ['lprint', '"Large Print"', '(large print)', '"LARGE  PRINT"']) {
      expect(found(`${field}:${name}`), name).toEqual(['f2']);
    }
    expect(found(`${field}:(book OR film)`)).toEqual(['f1', 'f5', 'f6']);
    expect(found(`${field}:(large)`)).toEqual([]);
  });

  it('are the names in the library record, in any Unicode normalization', () => {
    expect(found('format:"coffee table"')).toEqual(['f3']);
    expect(found('format:Film')).toEqual(['f5', 'f6']);
    for (const id of [composed, decomposed]) expect(found(`format:${id}`)).toEqual(['f3']);
    expect(found('format:"Zu\u0308richer karte"')).toEqual(['f4']);
    expect(found('format:Z\u00fc')).toEqual(['f4']);
  });

  it('find a branch by its id or name, in any Unicode normalization', () => {
    for (const name of [composed, decomposed, 'R\u00e9union', 're\u0301union']) {
      expect(found(`available:${name}`), name).toEqual(['f5']);
      expect(found(`branch:${name}`), name).toEqual(['f5', 'f6']);
    }
    expect(found('av:(main library)')).toEqual(['f6']);
    expect(found('available:true')).toEqual(['f5', 'f6']);
    expect(found('available:library')).toEqual([]);
  });
});
