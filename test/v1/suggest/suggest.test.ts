import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { ApiError } from '../../../src/v1/api-error.js';
import { suggest } from '../../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { refused } from '../thrown-api-error.js';

describe('suggest', () => {
  const catalog = catalogOf({
    titles: [
      book('1', 'The Hobbit', { authors: [{ name: 'J.R.R. Tolkien' }], popularity: 90 }),
      book('2', 'Hobbits at Home', { authors: [{ name: 'Robin Hobb' }], popularity: 10 }),
      book('3', "Assassin's Apprentice", { authors: [{ name: 'Robin Hobb' }], popularity: 50 }),
      book('4', 'The Silmarillion', { authors: [{ name: 'J.R.R. Tolkien' }], popularity: 40 }),
      book('5', 'Les Misérables', { subjects: ['France -- History'], popularity: 70 }),
      book('6', 'Atlas', { subjects: ['Hobbies', 'France -- History'] }),
      book('7', 'The Hobbit', { authors: [{ name: 'J.R.R. Tolkien' }], format: { id: 'DVD' } }),
    ],
  });

  function suggested(q: string, limit?: number): string[] {
    const params = { q, library: 'harbour', ...(limit !== undefined && { limit }) };
    return suggest([catalog], params).suggestions.map(({ kind, text }) => `${kind}: ${text}`);
  }

  it('returns titles with their ids, and authors and subjects with their counts', () => {
    expect(suggest([catalog], { q: 'hobb', library: 'harbour' }).suggestions).toEqual([
      { kind: 'title', text: 'The Hobbit', id: '1' },
      { kind: 'author', text: 'Robin Hobb', count: 2 },
      { kind: 'title', text: 'Hobbits at Home', id: '2' },
      { kind: 'subject', text: 'Hobbies', count: 1 },
    ]);
  });

  it('suggests titles of equal popularity in the order of their titles', () => {
    const volumes = catalogOf({
      titles: [
        book('1', 'Homo Sum, Volume 4'),
        book('2', 'Homo Sum, Volume 2'),
        book('3', 'Homo Sum'),
        book('4', 'Homo Sum, Volume 1'),
        book('5', 'Homo Sum, Volume 3', { popularity: 9 }),
      ],
    });
    for (const q of ['hom', 'homo sum', 'sum', 'hoom sum']) {
      const { suggestions } = suggest([volumes], { q, library: 'harbour' });
      expect(suggestions.map(({ id }) => id)).toEqual(['5', '3', '4', '2', '1']);
    }
  });

  it('suggests first a title that begins with the typed text, even if the first word is an article in another language', () => {
    const films = catalogOf({
      titles: [
        book('1', 'I Am Legend'),
        ...Array.from({ length: 12 }, (_, i) => book(`a${i}`, `Amber River ${i}`)),
      ],
    });
    const { suggestions } = suggest([films], { q: 'i am', library: 'harbour' });
    expect(suggestions[0]).toMatchObject({ text: 'I Am Legend' });
  });

  it.each([
    ['the hob', ['title: The Hobbit', 'title: Hobbits at Home']],
    ['hobb rob', ['author: Robin Hobb']],
    ['apprentice assas', ["title: Assassin's Apprentice"]],
    ['tolk', ['author: J.R.R. Tolkien']],
    ['silm', ['title: The Silmarillion']],
    ['tolkien hob', ['title: The Hobbit']],
    ['les mise', ['title: Les Misérables']],
    ['MISÉ', ['title: Les Misérables']],
    ['fran', ['subject: France -- History']],
    ['history fr', ['subject: France -- History']],
    ['zzz', []],
    ['', []],
    ['?', []],
  ])('for %j returns the suggestions %j', (typed, texts) => {
    expect(suggested(typed)).toEqual(texts);
  });

  it('returns at most `limit` suggestions, and a title with several editions once', () => {
    expect(suggested('hobbit', 1)).toEqual(['title: The Hobbit']);
    expect(suggested('hobbit').filter((text) => text === 'title: The Hobbit')).toHaveLength(1);
  });

  it('returns up to 100 suggestions, and refuses a higher limit', () => {
    const titles = Array.from({ length: 150 }, (_, i) => book(String(i), `Whale ${i}`));
    const whales = catalogOf({ titles });
    const params = { q: 'whale', library: 'harbour', limit: 100 };
    expect(suggest([whales], params).suggestions).toHaveLength(100);
    expect(refused(() => suggest([whales], { ...params, limit: 101 }))).toEqual({
      status: 400,
      message: "parameter 'limit': expected a whole number from 1 to 100, found '101'",
    });
  });

  it('refuses an unknown parameter, also as a pair, but no absent one', () => {
    const params = { q: 'hobb', library: 'harbour' };
    const unknown = {
      status: 400,
      message: expect.stringMatching(
        /^parameter 'max': expected one of q, library, limit, title_format, .*, relax, or exclude_ and the name of a narrowing, found an unknown parameter$/,
      ),
    };
    for (const wrong of [{ ...params, max: 5 }, new URLSearchParams({ ...params, max: '5' })]) {
      expect(refused(() => suggest([catalog], wrong))).toEqual(unknown);
    }
    const absent = { ...params, max: undefined };
    expect(suggest([catalog], absent).suggestions).toHaveLength(4);
  });

  it.each([
    ['東京', ['title: 東京物語', 'subject: 東京都']],
    ['京物', ['title: 東京物語']],
    ["o'", ['title: Østersøen', "author: Flann O'Brien"]],
    ['obri', ["author: Flann O'Brien"]],
    ["third o'brien", ['title: The Third Policeman']],
    ['ost', ['title: Østersøen']],
    ['ø', ['title: Østersøen', "author: Flann O'Brien"]],
    ['t', ['title: The Third Policeman']],
    ['the', ['title: The Third Policeman']],
  ])('for %j, in any script, returns the suggestions %j', (q, texts) => {
    const abroad = catalogOf({
      titles: [
        book('1', '東京物語', { subjects: ['東京都'] }),
        book('2', 'The Third Policeman', { authors: [{ name: "Flann O'Brien" }] }),
        book('3', 'Østersøen'),
      ],
    });
    const { suggestions } = suggest([abroad], { q, library: 'harbour' });
    expect(suggestions.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(texts);
  });

  it('throws an ApiError for a library that is not open', () => {
    expect(() => suggest([catalog], { q: 'hob', library: 'elsewhere' })).toThrow(ApiError);
  });

  it('accepts any text', () => {
    for (const q of [
      '\ud800',
      '\uffff',
      '東',
      'a'.repeat(10_000),
      'of mob '.repeat(150),
      "'''",
      '\u0000',
    ]) {
      expect(() => suggested(q)).not.toThrow();
    }
  });
});

describe('suggest', () => {
  const rowling = [{ name: 'J.K. Rowling' }];
  const POTTER = [
    ['p1', "Harry Potter and the Sorcerer's Stone", '1', 100_000],
    ['p2', 'Harry Potter and the Chamber of Secrets', '2', 60_000],
    ['p3', 'Harry Potter and the Prisoner of Azkaban', '3', 50_000],
    ['p4', 'Harry Potter and the Goblet of Fire', 'Book 4', 40_000],
    ['p5', 'Quidditch Through the Ages', '1-3', 100],
  ] as const;
  const TITLES: readonly Title[] = [
    ...POTTER.map(([id, title, number, popularity]) =>
      book(id, title, { authors: rowling, series: [{ name: 'Harry Potter', number }], popularity }),
    ),
    book('t1', 'The Hobbit', {
      authors: [{ name: 'J.R.R. Tolkien' }],
      popularity: 80_000,
      isbns: ['9780547928227', '0547928223'],
    }),
    book('t2', 'The Silmarillion', { authors: [{ name: 'J.R.R. Tolkien' }], popularity: 900 }),
    book('d1', 'Dirty Harry', { authors: [{ name: 'Harriet Field' }], popularity: 20 }),
    book('d2', 'Harvest', { authors: [{ name: 'Harry Onetitle' }], popularity: 90_000 }),
    book('n1', '1984', { authors: [{ name: 'George Orwell' }], popularity: 70_000 }),
    book('n2', 'An Atlas', { isbns: ['9781984000002'], upcs: ['054712345678'], popularity: 5 }),
    book('s1', 'Spring', { sub_title: 'A Walk in the Marshes', popularity: 3 }),
  ];

  const catalog = catalogOf({ titles: [...TITLES] });

  function suggestedIn(titles: readonly Title[], q: string, limit = 10): string[] {
    const searched = titles === TITLES ? catalog : catalogOf({ titles: [...titles] });
    const { suggestions } = suggest([searched], { q, library: 'harbour', limit });
    return suggestions.map(({ kind, text, id }) => `${kind} ${id ?? text}`);
  }

  const suggested = (q: string, limit?: number) => suggestedIn(TITLES, q, limit);

  describe('suggest, for misspelled words', () => {
    it.each([
      ['tolkein', 'author J.R.R. Tolkien'],
      ['tolkei', 'author J.R.R. Tolkien'],
      ['olkien', 'author J.R.R. Tolkien'],
      ['bolkien', 'author J.R.R. Tolkien'],
      ['hary pot', 'title p1'],
      ['harry poter', 'title p1'],
      ['the hobbut', 'title t1'],
      ['hobbbit', 'title t1'],
      ['silmarilion', 'title t2'],
      ['slmarilluon', 'title t2'],
      ['chamber of sercets', 'title p2'],
    ])('for %j suggests first %j', (q, first) => {
      expect(suggested(q)[0]).toBe(first);
    });

    it('does not correct words while a title or name matches them as typed', () => {
      expect(suggested('field')).toEqual(['author Harriet Field']);
      const popular = book('x', 'The Tolkein Papers', { popularity: 5000 });
      expect(suggestedIn([...TITLES, popular], 'tolkein')).toEqual(['title x']);
      expect(suggestedIn([...TITLES, popular], 'tolkein papers')).toEqual(['title x']);
    });

    it('also corrects a word that only a title of no demand has, after this title', () => {
      expect(suggestedIn([...TITLES, book('x', 'The Tolkein Papers')], 'tolkein')).toEqual([
        'title x',
        'author J.R.R. Tolkien',
      ]);
    });

    it.each(['hbobti', 'tlo', 'zzzzzz', 'p0tter', '1985'])('does not correct %j', (q) => {
      expect(suggested(q)).toEqual([]);
    });
  });

  describe('suggest, for synonyms and numbers in other notations', () => {
    const wars = [
      book('w1', 'A History of World War I', { popularity: 10 }),
      book('w2', 'World War II', { popularity: 90_000 }),
      book('r1', 'The Lord of the Rings', { popularity: 80_000 }),
      book('r2', 'Lord of the Flies', { popularity: 90_000 }),
      book('c1', 'Catch-22', { popularity: 50_000 }),
      book('l1', '20,000 Leagues under the Sea', { popularity: 40_000 }),
    ];
    const all = [...TITLES, ...wars];

    it.each([
      ['ww1', 'title w1'],
      ['ww2', 'title w2'],
      ['lotr', 'title r1'],
      ['nineteen e', 'title n1'],
      ['nineteen eighty', 'title n1'],
      ['nineteen eighty-f', 'title n1'],
      ['catch twenty', 'title c1'],
      ['catch twenty two', 'title c1'],
      ['twenty thousand l', 'title l1'],
    ])('for %j suggests first %j', (q, first) => {
      expect(suggestedIn(all, q)[0]).toBe(first);
    });

    it('reads a whole abbreviation only, and no number in the beginning of a single word', () => {
      expect(suggestedIn(all, 'ww1')).not.toContain('title w2');
      expect(suggestedIn(all, 'lot')).not.toContain('title r1');
      expect(suggestedIn(all, 'nine')).toEqual([]);
      expect(suggestedIn(all, 'hobbit e')).toEqual([]);
    });

    it('comes after what matches as typed', () => {
      const nineteen = book('x', 'Notorious Nineteen Eels', { popularity: 60_000 });
      expect(suggestedIn([...all, nineteen], 'nineteen e')).toEqual(['title x', 'title n1']);
    });
  });

  describe('suggest, for series', () => {
    it.each([
      'harry potter 3',
      'Harry Potter, vol. 3',
      'harry potter book 3',
      'harry potter #3',
      'potter 3',
      'harry pot 03',
      'hary potter 3',
      'harry poter 3',
    ])('for %j suggests first the volume with this number', (q) => {
      expect(suggested(q)[0]).toBe('title p3');
    });

    it('reads the number of a volume in a record that has words around it', () => {
      expect(suggested('harry potter 4')[0]).toBe('title p4');
    });

    it.each(['harry potter 9', 'rowling 3', 'the 3', '3'])('suggests no volume for %j', (q) => {
      expect(suggested(q)).toEqual([]);
    });

    it('suggests the series by the beginning of its name and by a word in it', () => {
      expect(suggested('harry p')).toContain('series Harry Potter');
      expect(suggested('potter')).toContain('series Harry Potter');
      const { suggestions } = suggest([catalog], { q: 'harry potter', library: 'harbour' });
      expect(suggestions).toContainEqual({ kind: 'series', text: 'Harry Potter', count: 5 });
    });
  });

  describe('suggest, for the beginning of an ISBN', () => {
    it.each([
      '0547',
      '05479',
      '0-547',
      '9780547',
      '978-0-547-92',
      '978 0 547',
      '0547928223',
      '9780547928227',
    ])('for %j suggests the title', (q) => expect(suggested(q)).toEqual(['title t1']));

    it.each(['054', '0548', '97805479282270', '054712345678'])('for %j suggests no title', (q) => {
      expect(suggested(q)).toEqual([]);
    });

    it('suggests only the title 1984 for 1984, although an ISBN begins with it', () => {
      expect(suggested('1984')).toEqual(['title n1']);
      expect(suggested('97819')).toEqual(['title n2']);
    });
  });

  describe('The order of suggestions', () => {
    it('has popular titles first, then one name with several titles, and a name with one title last', () => {
      const titles = ['Harbor', 'Hare', 'Harp', 'Hard Times'].map((title, i) =>
        book(`h${i}`, title, { popularity: 200_000 - i, authors: [{ name: 'Harriet Field' }] }),
      );
      const found = suggestedIn([...TITLES, ...titles], 'har', 20);
      expect(found.slice(0, 5)).toEqual([
        ...['h0', 'h1', 'h2'].map((id) => `title ${id}`),
        'author Harriet Field',
        'title h3',
      ]);
      expect(found.at(-1)).toBe('author Harry Onetitle');
    });

    it('has a name with several titles in the fourth place after three titles', () => {
      const titles = Array.from({ length: 9 }, (_, i) =>
        book(`h${i}`, `Island ${i}`, { popularity: 200_000 - i }),
      );
      const names = [1, 2].map((i) =>
        book(`n${i}`, `Sea ${i}`, { authors: [{ name: 'Isla Reed' }] }),
      );
      const one = book('n3', 'Wind', { authors: [{ name: 'Islay Moss' }] });
      const found = suggestedIn([...titles, ...names, one], 'isla', 8);
      expect(found.filter((text) => !text.startsWith('title'))).toEqual(['author Isla Reed']);
      expect(found.indexOf('author Isla Reed')).toBe(3);
      expect(suggestedIn([...titles, one], 'isla', 8)).toHaveLength(8);
      expect(suggestedIn([...titles, one], 'isla', 8)).not.toContain('author Islay Moss');
      expect(suggestedIn([...titles, ...names], 'isla', 3)).toEqual([
        'title h0',
        'title h1',
        'title h2',
      ]);
    });

    it('has a much more popular title with the word inside before a title that begins with it, but not one of equal popularity', () => {
      const inside = book('i', 'The Great Whale', { popularity: 100_000 });
      const beginning = (popularity: number) => book('b', 'Whale Songs', { popularity });
      expect(suggestedIn([inside, beginning(10)], 'whale')).toEqual(['title i', 'title b']);
      expect(suggestedIn([inside, beginning(90_000)], 'whale')).toEqual(['title b', 'title i']);
    });

    it('has a popular author of the typed name before a title that goes on with another word', () => {
      const austen = [{ name: 'Jane Austen' }];
      const titles = [
        ...['Emma', 'Persuasion', 'Pride and Prejudice'].map((title, i) =>
          book(`j${i}`, title, { authors: austen, popularity: 90_000 }),
        ),
        book('a', 'Austenland', { popularity: 3000 }),
      ];
      expect(suggestedIn(titles, 'austen')).toEqual(['author Jane Austen', 'title a']);
      expect(suggestedIn(titles, 'austenl')).toEqual(['title a']);
    });

    it('has only titles with all words in the typed order, and names with all words, if there are any', () => {
      const titles = [
        book('w', 'War and Peace', { popularity: 90_000 }),
        book('a', 'The Art of War', { popularity: 80_000 }),
        book('u', 'Unbroken', { subjects: ['World War -- Aviation'], popularity: 95_000 }),
        book('s', 'Sun', { authors: [{ name: 'Warren Adler' }], popularity: 50_000 }),
      ];
      expect(suggestedIn(titles, 'war a')).toEqual(['title w', 'subject World War -- Aviation']);
      expect(suggestedIn(titles, 'art war')).toEqual(['title a']);
    });

    it('has no name without the typed stop words, and the other words in other fields only at last', () => {
      const titles = [
        book('p', 'The Pact', { popularity: 10 }),
        ...[1, 2, 3].map((i) =>
          book(`j${i}`, `Cross ${i}`, {
            authors: [{ name: 'James Patterson' }],
            popularity: 90_000,
          }),
        ),
      ];
      expect(suggestedIn(titles, 'the pa')).toEqual(['title p']);
      expect(suggestedIn(titles, 'pa')).toEqual(['author James Patterson', 'title p']);
      expect(suggestedIn(titles, 'cross pa')).toEqual(['title j1', 'title j2', 'title j3']);
    });

    it('has a title with the typed article before a more popular title without it', () => {
      const titles = [
        book('w', 'Harvest', { popularity: 90_000 }),
        book('a', 'The Harbor', { popularity: 50_000 }),
      ];
      expect(suggestedIn(titles, 'the har')).toEqual(['title a', 'title w']);
      expect(suggestedIn(titles, 'har')).toEqual(['title w', 'title a']);
    });

    it('includes titles with the words in the subtitle, and titles that punctuate the text differently', () => {
      expect(suggested('marsh')).toEqual(['title s1']);
      expect(suggestedIn([book('c', 'Catch-22')], 'catch 22')).toEqual(['title c']);
    });

    it('does not depend on the order of the records', () => {
      const shuffled = fc.shuffledSubarray([...TITLES], { minLength: TITLES.length });
      fc.assert(
        fc.property(shuffled, (titles) => {
          const other = catalogOf({ titles });
          for (const q of [
            'h',
            'har',
            'harry',
            'the h',
            'tolkein',
            'potter',
            'hary',
            '0547',
            's',
          ]) {
            const params = { q, library: 'harbour' };
            expect(suggest([other], params)).toEqual(suggest([catalog], params));
          }
        }),
        { numRuns: 8 },
      );
    });

    it('breaks ties of titles by id', () => {
      const titles = ['c', 'a', 'b'].map((id) => book(id, `Reef ${id}`, { popularity: 7 }));
      expect(suggestedIn(titles, 'ree')).toEqual(['title a', 'title b', 'title c']);
      expect(suggestedIn(titles, 'reff')).toEqual(['title a', 'title b', 'title c']);
    });
  });

  describe('The parameter limit', () => {
    it.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])('cannot be %d', (limit) => {
      expect(() => suggested('harry', limit)).toThrow(
        `parameter 'limit': expected a positive whole number, found '${limit}'`,
      );
    });
  });
});
