import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { tokenize } from '../../../src/search/index.js';
import { readNamedValues } from '../../../src/v1/search/named-values.js';
import { search } from '../../../src/v1/search.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const context = { baseUrl: 'http://x' };

function inFormat(id: string): Partial<Title> {
  return { format: { id } };
}

function inLanguage(name: string, more: Partial<Title> = {}): Partial<Title> {
  return { primary_language: { name }, ...more };
}

function forReaders(name: string, more: Partial<Title> = {}): Partial<Title> {
  return { suitabilities: [{ name }], ...more };
}

const available = { holdings: [{ branch: 'M', status: 'AVAILABLE' }] };
const english = Array.from({ length: 30 }, (_, i) =>
  book(`english${i}`, `Harbour Report ${i}`, inLanguage('English')),
);

const catalog = catalogOf({
  library: {
    formats: [
      { id: 'PLAYAWAY', name: 'Audiobook on Playaway' },
      { id: 'ZINE', name: 'Zine' },
    ],
  },
  titles: [
    ...english,
    book('nPrint', 'Frankenstein', { popularity: 900, notes: ['Also available as an ebook'] }),
    book('nEbook', 'Frankenstein', inFormat('EBOOK')),
    book('nLarge', 'Frankenstein', { ...inFormat('LPRINT'), genres: ['Horror'] }),
    book('nFilm', 'Frankenstein', inFormat('DVD')),
    book('nPlayaway', 'Frankenstein', inFormat('PLAYAWAY')),
    book('nOtherEbook', 'Dracula', inFormat('EBOOK')),
    book('nMurders', 'The Audiobook Murders'),
    book('nCd', 'Emma', inFormat('BOOK_CD')),
    book('nMysteryLarge', 'A Quiet Place', { ...inFormat('LPRINT'), genres: ['Mystery'] }),
    book('nMystery', 'The Mystery of the Yellow Room', { popularity: 900 }),
    book('nBride', 'The Spanish Bride', inLanguage('English')),
    book('nNovia', 'La novia', inLanguage('Spanish', { alternate_titles: ['The bride'] })),
    book('nPoems', 'Poemas', inLanguage('Spanish', forReaders('Juvenile'))),
    book('nSpanishFilm', 'Volver', inLanguage('Spanish', inFormat('DVD'))),
    book('nFaust', 'Faust', inLanguage('German')),
    book('nFaustEn', 'Faust', inLanguage('English', { subjects: ['German drama'] })),
    book('nPatient', 'The English Patient', inLanguage('English')),
    book('nDoctor', 'The Patient', inLanguage('English')),
    book('nThief', 'The Book Thief'),
    book('nThief2', 'A Thief in the Night'),
    book('nKidsDvd', 'Puppets', { ...inFormat('DVD'), ...forReaders('Juvenile') }),
    book('nTeens', 'Vampires', forReaders('Young Adult')),
    book('nAdults', 'Vampires', forReaders('Adult')),
    book('nWhales', 'Whales', available),
    book('nAvailable', 'Available'),
    book('nZine', 'Punk', inFormat('ZINE')),
    book('nQuoted', 'Zine Poetry'),
  ],
});

function trace(q: string, more: Readonly<Record<string, string>> = {}) {
  const params = new URLSearchParams({ q, library: 'harbour', limit: '100', ...more });
  const traced = traceSearchTitles([catalog], params, context);
  return { ...traced, ids: traced.body.titles.map(({ id }) => id) };
}

describe('Words that name a value', () => {
  it.each([
    ['ebook frankenstein', ['nEbook', 'nPrint']],
    ['frankenstein E-Book', ['nEbook', 'nPrint']],
    ['frankenstein livre numérique', ['nEbook']],
    ['frankenstein libro electrónico', ['nEbook']],
    ['электронная книга frankenstein', ['nEbook']],
    ['电子书 frankenstein', ['nEbook']],
    ['frankenstein grossdruck', ['nLarge']],
    ['Großdruck frankenstein', ['nLarge']],
    ['large print mystery', ['nMysteryLarge']],
    ['frankenstein movie', ['nFilm']],
    ['frankenstein Hoerbuch', ['nPlayaway']],
    ['playaway frankenstein', ['nPlayaway']],
    ['audiobook on playaway', ['nPlayaway']],
    ['zines', ['nQuoted', 'nZine']],
    ['dvds for kids', ['nKidsDvd']],
    ['spanish dvds', ['nSpanishFilm']],
    ['films en espagnol', ['nSpanishFilm']],
    ['libros en español', ['nNovia', 'nPoems']],
    ['livres espagnols', ['nNovia', 'nPoems']],
    ['bücher auf Spanisch', ['nNovia', 'nPoems']],
    ['spanische Bücher', ['nNovia', 'nPoems']],
    ['книги на испанском языке', ['nNovia', 'nPoems']],
    ['bücher in spanischer sprache', ['nNovia', 'nPoems']],
    ['livres de langue espagnole', ['nNovia', 'nPoems']],
    ['西班牙语的书', ['nNovia', 'nPoems']],
    ['spanish books', ['nNovia', 'nPoems']],
    ['livres en espagnol pour enfants', ['nPoems']],
    ['spanische Kinderbücher', ['nPoems']],
    ['faust in german', ['nFaust', 'nFaustEn']],
    ['books about whales', ['nWhales']],
    ['whales available now', ['nWhales']],
    ['vampires for young adults', ['nTeens']],
    ['vampires for adults', ['nAdults']],
    ['vampire подростки vampires', ['nTeens']],
    ['audiobooks and dvds', ['nCd', 'nFilm', 'nKidsDvd', 'nPlayaway', 'nSpanishFilm']],
  ])('%s finds the titles that have it', (q, ids) => {
    expect(trace(q).ids).toEqual(ids);
  });

  it.each([
    ['the audiobook murders', 'nMurders'],
    ['audiobook murders', 'nMurders'],
    ['the spanish bride', 'nBride'],
    ['spanish bride', 'nBride'],
    ['available', 'nAvailable'],
    ['the english patient', 'nPatient'],
    ['the book thief', 'nThief'],
  ])('%s still finds the title with the words first', (q, id) => {
    expect(trace(q).ids[0]).toBe(id);
  });

  it('rank the title that the other words name first, without words that request it', () => {
    const titles = [
      book('a', 'Whales of the World, and Other Whales', { ...inFormat('EBOOK'), popularity: 999 }),
      book('b', 'Whales', inFormat('EBOOK')),
      book('c', 'About a Boy', inFormat('EBOOK')),
      book('d', 'A Boy', { ...inFormat('EBOOK'), popularity: 999 }),
    ];
    const first = (q: string) => {
      const params = { q, library: 'harbour' };
      return traceSearchTitles([catalogOf({ titles })], params, context).body.titles[0].id;
    };
    expect(first('ebook whales')).toBe('b');
    expect(first('do you have whales as an ebook please')).toBe('b');
    expect(first('about a boy ebook')).toBe('c');
  });

  it('rank the titles with the words first, then the titles with the values', () => {
    expect(trace('audiobooks').ids).toEqual(['nMurders', 'nCd', 'nPlayaway']);
    expect(trace('spanish').ids).toEqual(['nBride', 'nNovia', 'nPoems', 'nSpanishFilm']);
    expect(trace('the spanish bride').ids).toEqual(['nBride', 'nNovia']);
    expect(trace('available').ids).toEqual(['nAvailable', 'nWhales', 'nPrint']);
  });

  it.each([
    ['frankenstein', ['nPrint', 'nEbook', 'nFilm', 'nLarge', 'nPlayaway']],
    ['the english patient', ['nPatient']],
    ['the book thief', ['nThief']],
    ['"zine"', ['nQuoted']],
    ['“zine”', ['nQuoted']],
    ['«zine»', ['nQuoted']],
    ['french', []],
    ['constructor frankenstein', ['nPrint', 'nEbook', 'nFilm', 'nLarge', 'nPlayaway']],
  ])('are not read in %s', (q, ids) => {
    const { namedValues, ...traced } = trace(q);
    expect(namedValues).toBeUndefined();
    expect(traced.ids.toSorted()).toEqual(ids.toSorted());
  });

  it.each(['author', 'subject', 'series', 'tag', 'custom'])(
    'are not read in a search of the type %s',
    (search_type) => {
      expect(trace('ebook frankenstein', { search_type }).namedValues).toBeUndefined();
    },
  );

  it('are not read as misspelled words', () => {
    const { ids, relaxed, respelling } = trace('vampires in spanish');
    expect({ ids, relaxed, respelling }).toEqual({
      ids: ['nAdults', 'nTeens', 'nBride'],
      relaxed: 'any',
      respelling: undefined,
    });
    expect(trace('qiet place').relaxed).toBe('typos');
  });

  it('find the other words if they are misspelled or incomplete', () => {
    expect(trace('ebook frankenstien')).toMatchObject({ ids: ['nEbook'], relaxed: 'typos' });
    expect(trace('ebook frankenstien').respelling?.()).toEqual({
      query: 'ebook frankenstein',
      isComplete: true,
    });
    expect(trace('ebook frankenst')).toMatchObject({ ids: ['nEbook'], relaxed: 'prefix' });
  });

  it('are not required if no title has the value and the other words', () => {
    expect(trace('large print dracula')).toMatchObject({ ids: ['nOtherEbook'], relaxed: 'typos' });
    expect(trace('large print dracula')).not.toHaveProperty('namedValues');
  });

  it('do not depend on narrowings, whose counts stay exact', () => {
    const narrowed = trace('spanish', { title_format: 'DVD', metadata: '1' });
    expect(narrowed.ids).toEqual(['nSpanishFilm']);
    expect(narrowed.namedValues).toEqual(trace('spanish').namedValues);
    const formats = narrowed.body.metadata?.narrow_bys.find(({ id }) => id === 'title_format');
    for (const { id, count } of formats?.narrow_tos ?? []) {
      expect(trace('spanish', { title_format: id }).body.count).toBe(count);
    }
    expect(formats?.narrow_tos.map(({ id, count }) => [id, count])).toEqual([
      ['BK', 3],
      ['DVD', 1],
    ]);
  });

  it('are reported with the values of the catalog and the query without them', () => {
    expect(trace('Frankenstein in Spanish')).not.toHaveProperty('namedValues');
    expect(trace('eBook: Frankenstein').namedValues).toEqual([
      {
        text: 'eBook',
        values: [{ narrowing: 'title_format', value: 'EBOOK' }],
        queryWithout: 'Frankenstein',
      },
    ]);
    expect(trace('dvds for kids').namedValues).toEqual([
      {
        text: 'dvds',
        values: [{ narrowing: 'title_format', value: 'DVD' }],
        queryWithout: 'kids',
      },
      {
        text: 'kids',
        values: [{ narrowing: 'audience', value: 'Juvenile' }],
        queryWithout: 'dvds',
      },
    ]);
    expect(trace('available').namedValues).toEqual([
      {
        text: 'available',
        values: [{ narrowing: 'available_at', value: '_anywhere_' }],
        queryWithout: '',
      },
    ]);
    expect(search([catalog], { q: 'audiobooks', library: 'harbour' })).toMatchObject({
      namedValues: [{ text: 'audiobooks' }],
      relaxedCount: 0,
    });
  });

  it.each([
    ['books by mary shelley', 'mary shelley'],
    ['Frankenstein, ebook', 'Frankenstein'],
    ['Frankenstein (ebook)', 'Frankenstein'],
    ['[ebook] Frankenstein', 'Frankenstein'],
    ['dvds for kids about whales', 'about whales'],
    ['儿童电子书', ''],
  ])('leave the rest of %s: %s', (q, rest) => {
    expect(readNamedValues(catalog.titles, q, tokenize(q))?.rest).toBe(rest);
  });
});

describe('Words for videos', () => {
  const videos = (name: string) =>
    catalogOf({
      library: { formats: [{ id: 'COMBO', name }] },
      titles: [
        book('disc', 'Alien', inFormat('DVD')),
        book('blue', 'Alien', inFormat('BLURAY')),
        book('combo', 'Alien', inFormat('COMBO')),
      ],
    });

  it.each([
    ['alien dvd', 'DVD + Blu-ray', ['combo', 'disc']],
    ['alien dvd', 'Blu-ray 3D', ['disc']],
    ['alien blu-ray', 'DVD + Blu-ray', ['blue', 'combo']],
    ['alien blu-ray', 'Blu-ray 3D', ['blue', 'combo']],
    ['alien movie', 'Blu-ray 3D', ['blue', 'disc']],
  ])('select only the formats with this name: %s, with a format %s', (q, name, ids) => {
    const params = { q, library: 'harbour' };
    const { titles } = traceSearchTitles([videos(name)], params, context).body;
    expect(titles.map(({ id }) => id).sort()).toEqual(ids);
  });
});
