import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { tokenize } from '../../../src/search/index.js';
import { createWordSearch, termsOf } from '../../../src/v1/search/expanded-word.js';
import { SEARCH_TYPES } from '../../../src/v1/search/field-boosts.js';
import { expandWords, headingBoosts } from '../../../src/v1/search/query-words.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { tracedSearch } from './traced-search.js';

/** Creates a volume of a series. */
function volume(id: string, title: string, series: string, number: string): Title {
  return book(id, title, { series: [{ name: series, number }] });
}

const catalog = catalogOf({
  titles: [
    volume('stone', "The Sorcerer's Stone", 'Harry Potter', '1'),
    volume('chamber', 'The Chamber of Secrets', 'Harry Potter', '2'),
    volume('prisoner', 'The Prisoner of Azkaban', 'Harry Potter', '03'),
    volume('tenth', 'The Tenth Story', 'Harry Potter', '10'),
    volume('wheel', 'The Eye of the World', 'The Wheel of Time', '1'),
    volume('hobbes', 'Calvin and Hobbes', 'Treasury', '21'),
    book('catch', 'Catch-22'),
    book('catch2', 'Catch 2'),
    book('fahrenheit', 'Fahrenheit 451'),
    book('fahrenheit4511', 'Fahrenheit 4511'),
    book('year1984', 'Nineteen Eighty-Four'),
    book('solitude', 'One Hundred Years of Solitude'),
    book('leagues', 'Twenty Thousand Leagues Under the Sea'),
    book('rocky', 'Rocky II'),
    book('henry', 'Henry V'),
    book('king', 'The King and I'),
    book('king1', 'The King and 1'),
    book('robot', 'I, Robot'),
    book('malcolm', 'Malcolm X'),
    book('mix', 'The Mix'),
    book('vitamin', 'Vitamin C'),
    book('vitamin100', 'Vitamin 100'),
    book('vendetta', 'V for Vendetta'),
    book('di', 'Lady Di'),
    book('noone', 'No One Writes to the Colonel'),
    book('colonel', 'The Colonel: One Life'),
    book('year2020', 'Twenty Twenty'),
    book('novel', 'Book One'),
    book('numbers', 'The Number 23'),
    book('twenties', 'The 1920s'),
    book('year', 'The Year 1920'),
    book('dewey', 'Whales', { call_number: '813.54 MEL' }),
  ],
});

describe('A phrase with synonyms', () => {
  const titles = [
    book('musketeers', 'The 3 Musketeers'),
    book('scarlet', 'The Three Scarlet Ones'),
  ];

  it.each(['three musketeers', '3 musketeers', 'les trois mousquetaires'])(
    'can contain a number: %s',
    (typed) => {
      expect(tracedSearch(catalogOf({ titles }), typed).ids[0]).toBe('musketeers');
    },
  );

  it('is matched with other notations of its numbers', () => {
    const found = tracedSearch(catalogOf({ titles }), 'three musketeers');
    expect(found).toEqual({ ids: ['musketeers'], relaxed: undefined });
  });
});

const ordinals = catalogOf({
  titles: [
    book('sex', 'The Second Sex'),
    book('chance', '2nd Chance'),
    book('viii', 'Henry VIII'),
    book('eighth', 'King Henry the Eighth'),
    book('henry5', 'Henry V'),
    book('grade', 'Eighth Grade'),
    book('art', 'Modern Art', { subjects: ['Art--20th century'] }),
    book('novel', 'The Novel', { subjects: ['Fiction--Twenty-first century'] }),
    book('balloons', 'The Twenty-One Balloons'),
    book('fortyfirst', 'The Forty-First Thief'),
    book('rocky', 'Rocky II'),
    book('vows', 'Vows', { authors: [{ name: 'Henry I' }] }),
  ],
});

describe('An ordinal', () => {
  it.each([
    ['2nd sex', ['sex']],
    ['second sex', ['sex']],
    ['second chance', ['chance']],
    ['henry the eighth', ['eighth', 'viii']],
    ['henry the 8th', ['eighth', 'viii']],
    ['henry viii', ['eighth', 'viii']],
    ['henry the fifth', ['henry5']],
    ['8th grade', ['grade']],
    ['twentieth century art', ['art']],
    ['20th century art', ['art']],
    ['21st century novel', ['novel']],
    ['twenty first century novel', ['novel']],
    ['21 balloons', ['balloons']],
    ['twenty one balloons', ['balloons']],
    ['41st thief', ['fortyfirst']],
    ['second rocky', ['rocky']],
  ])('is matched in any notation in %s', (typed, ids) => {
    expect(tracedSearch(ordinals, typed).ids.slice(0, ids.length).toSorted()).toEqual(ids);
  });

  it('is not matched by a numeral of one letter', () => {
    expect(tracedSearch(ordinals, 'first vows').relaxed).toBe('any');
  });
});

describe('A number', () => {
  it.each([
    ['catch 22', ['catch']],
    ['catch twenty two', ['catch']],
    ['catch-22', ['catch']],
    ['catch 2', ['catch2']],
    ['fahrenheit 451', ['fahrenheit']],
    ['1984', ['year1984']],
    ['nineteen eighty four', ['year1984']],
    ['nineteen eighty-four', ['year1984']],
    ['100 years of solitude', ['solitude']],
    ['hundred years of solitude', ['solitude']],
    ['20000 leagues', ['leagues']],
    ['20,000 leagues', ['leagues']],
    ['rocky 2', ['rocky']],
    ['rocky ii', ['rocky']],
    ['rocky two', ['rocky']],
    ['henry 5', ['henry']],
    ['henry v', ['henry']],
    ['2020', ['year2020']],
    ['the number 23', ['numbers']],
    ['1920s', ['twenties']],
    ['1920', ['year']],
    ['813.54', ['dewey']],
    ['harry potter 3', ['prisoner']],
    ['harry potter 03', ['prisoner']],
    ['harry potter three', ['prisoner']],
    ['harry potter drei', ['prisoner']],
    ['harry potter iii', ['prisoner']],
    ['harry potter #3', ['prisoner']],
    ['harry potter vol. 3', ['prisoner']],
    ['harry potter volume iii', ['prisoner']],
    ['harry potter book three', ['prisoner']],
    ['harry potter band 3', ['prisoner']],
    ['harry potter том 3', ['prisoner']],
    ['harry potter no. 3', ['prisoner']],
    ['harry potter volume i', ['stone']],
    ['harry potter 1', ['stone']],
    ['harry potter 1 book 1', ['stone']],
    ['book 1 harry potter', ['stone']],
    ['book one of the wheel of time', ['wheel']],
    ['volume 3 of harry potter', ['prisoner']],
    ['the wheel of time 1', ['wheel']],
  ])('in %s finds only %s', (typed, ids) => {
    expect(tracedSearch(catalog, typed)).toEqual({ ids, relaxed: undefined });
  });

  it.each([
    ['the king and i', ['king', 'king1']], // `i` is a stop word
    ['i robot', ['robot']],
    ['malcolm x', ['malcolm']],
    ['mix', ['mix']],
    ['the mix', ['mix']],
    ['lady di', ['di']],
    ['vitamin c', ['vitamin']],
    ['v for vendetta', ['vendetta']],
    ['no one writes to the colonel', ['noone']],
  ])('is not read in the words of %s', (typed, ids) => {
    expect(tracedSearch(catalog, typed)).toEqual({ ids, relaxed: undefined });
  });

  it.each(['dune book one', 'dune 1', 'book 1 of dune', 'dune volume i'])(
    'in %s finds the title before first volumes of series with longer names',
    (typed) => {
      const novels = catalogOf({
        titles: [
          volume('house', 'House Atreides', 'Prelude to Dune', '1'),
          volume('dune', 'Dune', 'Dune Chronicles', '1'),
          volume('messiah', 'Dune Messiah', 'Dune Chronicles', '2'),
        ],
      });
      expect(tracedSearch(novels, typed).ids).toEqual(['dune', 'house']);
    },
  );

  it.each([
    ['book one', 'novel'],
    ['book 1', 'novel'],
    ['number 23', 'numbers'],
    ['twenty twenty', 'year2020'],
    ['catch 22', 'catch'],
  ])('does not hide the title %s', (typed, first) => {
    expect(tracedSearch(catalog, typed).ids[0]).toBe(first);
  });

  it.each([
    ['fahrenheit 45', 'fahrenheit4511'],
    ['fahrenheit 45', 'fahrenheit'],
    ['catch-2', 'catch'],
    ['fahrenheit-45', 'fahrenheit'],
    ['813.5', 'dewey'],
    ['192', 'year'],
    ['harry potter 4', 'hobbes'],
    ['hobbes treasury 2', 'hobbes'],
  ])(
    'in %s does not match the beginning of a number, so that %s is not found by all words',
    (typed, id) => {
      const { ids, relaxed } = tracedSearch(catalog, typed);
      if (relaxed !== 'any') expect(ids).not.toContain(id);
      expect(relaxed).not.toBe('prefix');
    },
  );

  it('ranks the volume first among the matches of its series', () => {
    const titles = [
      volume('a', 'Dune', 'Dune Chronicles', '1'),
      volume('b', 'Dune Messiah', 'Dune Chronicles', '2'),
      book('c', 'Chronicles of Dune: One Essay'),
    ];
    const dune = catalogOf({ titles });
    for (const typed of [
      'dune chronicles 1',
      'dune chronicles book one',
      'book 1 dune chronicles',
    ]) {
      expect(tracedSearch(dune, typed).ids[0]).toBe('a');
    }
    expect(tracedSearch(dune, 'dune chronicles 2').ids[0]).toBe('b');
  });
});

describe('The words of a query', () => {
  const search = createWordSearch(catalog.titles, SEARCH_TYPES.keyword);
  const groups = (typed: string, maxPhraseWords?: number) =>
    expandWords(tokenize(typed), search, maxPhraseWords).map(({ words, volume, isVolumeWord }) => {
      const text = words.flatMap(termsOf).join(' ');
      return volume === undefined ? `${text}${isVolumeWord ? '?' : ''}` : `${text} = ${volume}`;
    });

  it.each([
    ['harry potter book 2', ['harry', 'potter', 'book?', '2 = 2']],
    ['harry potter twenty one', ['harry', 'potter', 'twenty one = 21']],
    ['book 1 harry potter', ['book?', '1 = 1', 'harry', 'potter']],
    ['book 1', ['book', '1 = 1']],
    ['book', ['book']],
    ['the book of one thousand nights', ['the', 'book', 'of', 'one thousand', 'nights']],
    ['book i read', ['book', 'i', 'read']],
    ['the book i read', ['the', 'book', 'i', 'read']],
    ['the king and i', ['the', 'king', 'and', 'i']],
    ['the king part i', ['the', 'king', 'part?', 'i = 1']],
    ['there is no one', ['there', 'is', 'no', 'one = 1']],
    ['the no 1 agency', ['the', 'no?', '1 = 1', 'agency']],
    ['v 2 rockets', ['v', '2', 'rockets']],
    ['twenty twenty', ['twenty twenty']],
    ['new york new york', ['new', 'york']],
    ['harry potter 1 book 1', ['harry', 'potter', '1 = 1', 'book?']],
    ['old science fiction', ['old', 'science fiction']],
    ['1 2 3', ['1', '2', '3 = 3']],
  ])('of %s are grouped as %s', (typed, expected) => {
    expect(groups(typed)).toEqual(expected);
  });

  it('are single words if a phrase with synonyms may have only one word', () => {
    expect(groups('science fiction', 1)).toEqual(['science', 'fiction']);
  });

  it('have at most 8 synonyms that occur in the catalog', () => {
    const words = Array.from({ length: 20 }, (_, i) => `synonym${i}`);
    const many = catalogOf({
      titles: words.map((word) => book(word, word)),
      synonyms: words.map((word) => `typed => ${word}`),
    });
    expect(tracedSearch(many, 'typed').ids).toHaveLength(8);
  });
});

describe('Synonyms', () => {
  const furniture = catalogOf({
    titles: [
      book('sofa', 'The Sofa'),
      book('couch', 'The Couch'),
      book('letters', 'Letters', { subjects: ['World War, 1939-1945'] }),
      book('war', 'War of the World', { notes: ['1939 1945'] }),
      book('colour', 'Colour'),
      book('us', 'Us'),
      book('usa', 'The United States'),
      book('mirror', 'Mirrors', { authors: [{ name: 'Clemens, Samuel' }] }),
    ],
    synonyms: ['sofa, couch', 'seat => sofa', 'us => us', 'mark twain, samuel clemens'],
  });

  it.each([
    ['sofa', ['sofa', 'couch']],
    ['couch', ['couch', 'sofa']],
    ['seat', ['sofa']],
    ['color', ['colour']],
    ['us', ['us']],
    ['wwii', ['letters']],
    ['wwii letters', ['letters']],
    ['mark twain', ['mirror']],
  ])('of %s find %s', (typed, ids) => {
    expect(tracedSearch(furniture, typed)).toEqual({ ids, relaxed: undefined });
  });

  it('of a synonym are not searched', () => {
    expect(tracedSearch(furniture, 'seat').ids).not.toContain('couch');
  });

  it.each([
    ['title:sofa', ['sofa']],
    ['color', []],
    ['"mark twain"', []],
    ['harry 2', []],
  ])('and numbers do not change the custom search %s', (q, ids) => {
    expect(tracedSearch(furniture, q, { search_type: 'custom' })).toEqual({
      ids,
      relaxed: undefined,
    });
  });
});

describe('A number after an article', () => {
  it('is not the volume of every series with the article', () => {
    const numbered = catalogOf({
      titles: [
        volume('fires', 'Eight Fires', 'The Nine', '8'),
        book('ways', 'Eight Ways', { popularity: 900 }),
      ],
    });
    expect(tracedSearch(numbered, 'the eight').ids).toEqual(['ways', 'fires']);
    expect(tracedSearch(numbered, 'nine eight').ids).toEqual(['fires']);
  });
});

describe('A subject heading that was typed', () => {
  const inWar = { subjects: ['World War, 1914-1918 -- Fiction'] };
  const headings = catalogOf({
    titles: [
      book('front', 'The Front', inWar),
      book('tale', 'Fiction of the World War, 1914-1918, and Poetry', { popularity: 900 }),
      book('later', 'Peace', { subjects: ['World War, 1914-1918 -- Fiction -- History'] }),
      book('lives', 'Lives', { subjects: ['Pepys, Samuel, 1633-1703'] }),
      book('diary', 'Diary', { authors: [{ name: 'Pepys, Samuel, 1633-1703' }] }),
      book('cinema', 'Lumière', { subjects: ['Cinéma (France)'] }),
    ],
  });
  const rankedIn = (q: string) => tracedSearch(headings, q).ids;

  it.each([
    'World War, 1914-1918 -- Fiction.',
    'World War, 1914-1918--Fiction',
    'world war 1914-1918 fiction',
    'WORLD WAR, 1914-1918 FICTION',
  ])('ranks its titles first, whatever its punctuation: %s', (typed) => {
    expect(rankedIn(typed)).toEqual(['front', 'tale', 'later']);
  });

  it('can have parentheses and accents', () => {
    const queries = (typed: string) =>
      headingBoosts(typed, createWordSearch(headings.titles, SEARCH_TYPES.keyword));
    expect(queries('cinema (france)')).toHaveLength(1);
    expect(queries('cinema france')).toHaveLength(1);
    expect(queries('cinema')).toEqual([]);
    expect(queries('the cinema france')).toEqual([]);
  });

  it.each(['Pepys, Samuel, 1633-1703', 'pepys samuel 1633-1703'])(
    'is not raised if it is the name of an author: %s',
    (typed) => {
      expect(rankedIn(typed)[0]).toBe('diary');
    },
  );
});
