import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { SEARCH_TYPES } from '../../../src/v1/search/field-boosts.js';
import { keywordSearch } from '../../../src/v1/search/keyword-search.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { tracedSearch } from './traced-search.js';

const catalog = catalogOf({
  titles: [
    book('plain', 'The Martian', {
      authors: [{ name: 'Andy Weir' }],
      availability: { id: 'AVAILABLE' },
    }),
    book('martians', 'Martian Chronicles', { authors: [{ name: 'Ray Bradbury' }] }),
    book('lprint', 'The Martian', { authors: [{ name: 'Andy Weir' }], format: { id: 'LPRINT' } }),
    book('dvd', 'The Martian', { format: { id: 'DVD' } }),
    book('catcher', 'The Catcher in the Rye'),
    book('sunflower', 'The Sunflower'),
    book('light', 'The Old Lighthouse Keeper'),
    book('sea', 'Sea Wolf'),
    book('pterodactyl', 'Pterodactyl Facts'),
    book('rhythm', 'Rhythm of War', { authors: [{ name: 'Brandon Sanderson' }] }),
    book('phantom', 'The Phantom Tollbooth'),
    book('phoenix', 'Flight of the Phoenix'),
    book('read', 'How to Read a Book', { authors: [{ name: 'Mortimer Adler' }] }),
    book('book', 'The Book'),
    book('new', 'Something New'),
    book('large', 'Large Print'),
    book('reading', 'Reading'),
    book('tokyo', '東京都の歴史', { authors: [{ name: '山田太郎' }] }),
    book('osaka', '大阪城の物語'),
    book('war', 'Война и мир', { authors: [{ name: 'Лев Толстой' }] }),
    book('quran', 'القُرْآن الكريم'),
    book('arctic', 'Arctic Voyages', { subjects: ['Exploration'] }),
    book('antarctic', 'Antarctic Exploration of Penguins'),
    book('email', 'E-Mail Etiquette'),
    ...Array.from({ length: 30 }, (_, i) => book(`story${i}`, `Story of Exploration ${i}`)),
  ],
});

describe('Words that ask for a title', () => {
  it.each([
    ['do you have the martian', 'typos', ['dvd', 'lprint', 'martians', 'plain']],
    ['book called sunflower please', 'typos', ['sunflower']],
    ['looking for something by sanderson', 'typos', ['rhythm']],
    ['есть книга война и мир', 'typos', ['war']],
    ['haben sie sunflower', 'typos', ['sunflower']],
    ['busco sunflower', 'typos', ['sunflower']],
    ['do you have the sunflwer', 'typos', ['sunflower']],
  ])('such as %s are optional in the step %s', (typed, relaxed, ids) => {
    const result = tracedSearch(catalog, typed);
    expect([...result.ids].sort()).toEqual(ids);
    expect(result.relaxed).toBe(relaxed);
  });

  it.each([
    ['the martian audiobook', ['plain', 'lprint', 'dvd', 'martians']],
    ['do you have the martiann hardcover dvd', ['dvd', 'plain', 'martians']],
  ])('are not required if they name a format that does not fit: %s', (typed, ids) => {
    const { ids: found, relaxed } = tracedSearch(catalog, typed);
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(relaxed).toBe('typos');
  });

  it.each([
    ['the book', 'book'],
    ['reading', 'reading'],
    ['how to read a book', 'read'],
    ['large print', 'large'],
    ['something new', 'new'],
    ['new', 'new'],
  ])('are required if all words of a title match: %s', (typed, first) => {
    const { ids, relaxed } = tracedSearch(catalog, typed);
    expect(ids[0]).toBe(first);
    expect(relaxed).toBeUndefined();
    expect(ids).not.toContain('plain');
  });

  it.each(['is there a book', 'how to raed a book', 'the big boook'])(
    'do not make a query with stop words match every title with a stop word: %s',
    (typed) => {
      const { ids } = tracedSearch(catalog, typed);
      expect(ids.length).toBeLessThanOrEqual(4);
      expect(ids).toContain('read');
    },
  );
});

describe('A misspelled word', () => {
  it.each([
    ['ptreodactyl', 'letters swapped', 'pterodactyl'],
    ['terodactyl', 'the first letter missing', 'pterodactyl'],
    ['qterodactyl', 'the first letter wrong', 'pterodactyl'],
    ['pterodacttyl', 'a letter doubled', 'pterodactyl'],
    ['rythm', 'a silent letter missing', 'rhythm'],
    ['fantom', 'letters that sound alike', 'phantom'],
    ['fenix', 'letters that sound alike', 'phoenix'],
    ['catcherintherye', 'no spaces', 'catcher'],
    ['catcher inthe rye', 'one space missing', 'catcher'],
    ['sun flower', 'a space too many', 'sunflower'],
    ['sun flo wer', 'two spaces too many', 'sunflower'],
    ['light house keeper', 'a space too many', 'light'],
    ['bradbury martianchronicles', 'a space missing', 'martians'],
    ['seawolf', 'no space', 'sea'],
  ])('such as %s, with %s, is corrected', (typed, _, id) => {
    const { ids, relaxed } = tracedSearch(catalog, typed);
    expect(relaxed).toBe('typos');
    expect(ids[0]).toBe(id);
  });

  it.each([
    ['sunflower', ['sunflower']],
    ['rye', ['catcher']],
    ['phantom', ['phantom']],
    ['seb', []], // a word of three letters is not corrected
    ['xyzzy', []],
    ['phantom1', []],
  ])('is not %s', (typed, ids) => {
    expect(tracedSearch(catalog, typed)).toEqual({ ids, relaxed: undefined });
  });
});

describe('The step any', () => {
  it.each([
    ['antarctic exploration zzzzz', 'antarctic', 'story1'],
    ['東京都 歴史書', 'tokyo', 'osaka'],
    ['大阪城 xyzzy', 'osaka', 'tokyo'],
    ['東京都の歴史 xyzzy qqq', 'tokyo', 'osaka'],
    ['война xyzzy', 'war', 'quran'],
    ['القران xyzzy', 'quran', 'war'],
    ['e-mail xyzzy', 'email', 'war'],
    ['xyzzy pterod', 'pterodactyl', 'war'],
  ])('for %s finds %s, but not %s', (typed, found, missing) => {
    const { ids, relaxed } = tracedSearch(catalog, typed);
    expect(relaxed).toBe('any');
    expect(ids[0]).toBe(found);
    expect(ids).not.toContain(missing);
  });

  it('requires 40 % of the weight of the words, so that a frequent word is not enough', () => {
    const { ids } = tracedSearch(catalog, 'penguins exploration arctic xyzzy');
    expect(ids).toContain('antarctic');
    expect(ids).toContain('arctic');
    expect(ids).not.toContain('story1');
  });
});

describe('A long query', () => {
  it('is searched by its first 64 different words', () => {
    const words = Array.from({ length: 63 }, (_, i) => `the${'abcdefgh'[i % 8]}${i}`);
    expect(tracedSearch(catalog, [...words, 'sunflower'].join(' ')).ids).toEqual(['sunflower']);
    expect(tracedSearch(catalog, [...words, 'other', 'sunflower'].join(' ')).ids).toEqual([]);
    const repeated = 'rye '.repeat(200);
    expect(tracedSearch(catalog, `${repeated} catcher`).ids).toEqual(['catcher']);
  });

  it.each([
    ['one word', 'a'.repeat(900)],
    ['words of 100 letters', `${'ab'.repeat(50)} `.repeat(8)],
    ['numbers', 'twenty '.repeat(128)],
    ['volumes', 'book 1 '.repeat(128)],
    ['Chinese characters', '东京大阪'.repeat(225)],
    ['hyphens', 'a-b'.repeat(300)],
  ])('of %s in the longest text that is accepted has a result', (_, typed) => {
    expect(tracedSearch(catalog, typed).ids.length).toBeLessThanOrEqual(100);
  });
});

describe('A thin result', () => {
  function noted(id: string, title: string, note: string, more: Partial<Title> = {}): Title {
    return book(id, title, { notes: [note], ...more });
  }

  const catalog = catalogOf({
    titles: [
      noted('note', 'Dogs', 'Contains a quokkan'),
      book('longer', 'Quokkania', { popularity: 1000 }),
      book('dogs', 'Dogs and Cats'),
      ...[1, 2, 3].map((n) => noted(`three${n}`, `Story ${n}`, 'zorbal')),
      ...[1, 2, 3, 4].map((n) => noted(`four${n}`, `Tale ${n}`, 'merbal')),
      book('zorbul', 'Zorbul', { popularity: 1000 }),
      book('zorbol', 'The Tale of Zorbol', { format: { id: 'DVD' } }),
      book('merbul', 'Merbul'),
      book('series', 'Mockingjay', {
        series: [{ name: 'Foxgal Chronicles' }],
        subjects: ['Foxgal'],
      }),
      book('foxgul', 'Foxgul'),
      book('author', 'Emma', { authors: [{ name: 'Jane Austel' }], publication_date: '1815' }),
      book('austen', 'Jane Austen'),
      noted('exact', 'Bartlet', 'bartlet'),
      book('bartlets', 'Bartlit'),
      noted('isbn', 'Cats', 'ISBN', { isbns: ['9780439023481'] }),
      book('upc', 'Cats', { upcs: ['97804390234811'] }),
    ],
  });

  /** Searches, and returns the step, the ids, and the number of titles that match without relaxation. */
  function search(q: string, more: Readonly<Record<string, string>> = {}) {
    const params = new URLSearchParams({ q, library: 'harbour', limit: '100', ...more });
    const context = { baseUrl: 'http://x' };
    const { body, relaxed, countWithoutRelaxation } = traceSearchTitles([catalog], params, context);
    return { relaxed, ids: body.titles.map(({ id }) => id), strict: countWithoutRelaxation };
  }

  const threes = ['three1', 'three2', 'three3'];
  const fours = ['four1', 'four2', 'four3', 'four4'];

  describe('A result of at most three titles without the words in their titles', () => {
    it.each([
      ['quokkan', 'prefix', ['longer', 'note'], 1],
      ['zorbal', 'typos', ['zorbul', 'zorbol', ...threes], 3],
      ['quokkan dogs', 'any', ['note', 'dogs'], 1],
    ])(
      'for %s is ranked together with the titles of the step %s',
      (typed, relaxed, ids, strict) => {
        expect(search(typed)).toEqual({ relaxed, ids, strict });
      },
    );

    it('contains the titles that match without relaxation, whatever is found with it', () => {
      for (const typed of ['quokkan', 'zorbal', 'quokkan dogs']) {
        const { documents, strict } = keywordSearch(catalog, typed, SEARCH_TYPES.keyword);
        expect([...strict].filter((title) => !documents.includes(title))).toEqual([]);
      }
    });
  });

  describe('No further titles are found', () => {
    it.each([
      ['four titles', 'merbal', fours],
      ['the name of a series', 'foxgal chronicles', ['series']],
      ['a word of a series', 'foxgal', ['series']],
      ["an author's full name", 'jane austel', ['author']],
      ["an author's inverted name", 'Austel, Jane', ['author']],
      ['an exact title', 'bartlet', ['exact']],
      ['a word of the title', 'quokkania', ['longer']],
      ['a word of the title and the name of the author', 'emma austel', ['author']],
      ['an author and the year of publication', 'jane austel 1815', ['author']],
      ['an ISBN', '9780439023481', ['isbn']],
      ['an ISBN-10 with hyphens', '0-439-02348-3', ['isbn']],
    ])('for %s', (_, typed, ids) => {
      expect(search(typed)).toEqual({ relaxed: undefined, ids, strict: ids.length });
    });

    it.each(['author', 'subject', 'series', 'tag'])('in a search of the type %s', (search_type) => {
      expect(search('foxgal', { search_type }).relaxed).toBeUndefined();
      const { ids, strict } = search('austel', { search_type });
      expect(ids).toHaveLength(strict);
    });

    it('in a custom search', () => {
      expect(search('zorbal', { search_type: 'custom' })).toEqual({
        relaxed: undefined,
        ids: threes,
        strict: 3,
      });
    });
  });

  describe('The titles of a thin result and of a step', () => {
    it('are in one order across pages of any length', () => {
      const all = ['zorbul', 'zorbol', ...threes];
      for (let limit = 1; limit <= all.length; limit++) {
        const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, i) => {
          const params = { q: 'zorbal', library: 'harbour', limit, page: i + 1 };
          return traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
        });
        expect(pages.flatMap(({ body }) => body.titles.map(({ id }) => id))).toEqual(all);
        for (const { body, countWithoutRelaxation, relaxedCount } of pages) {
          expect([body.count, countWithoutRelaxation, relaxedCount]).toEqual([5, 3, 2]);
        }
      }
    });

    it('are one list in a sort order other than relevance', () => {
      expect(search('zorbal', { sort: 'title' }).ids).toEqual([...threes, 'zorbol', 'zorbul']);
      expect(search('zorbal', { sort: 'popularity' }).ids[0]).toBe('zorbul');
    });

    it('are narrowed together, and narrowings do not change how the query is relaxed', () => {
      expect(search('zorbal', { title_format: 'DVD' })).toEqual({
        relaxed: 'typos',
        ids: ['zorbol'],
        strict: 3,
      });
      expect(search('zorbal', { title_format: 'BK' })).toEqual({
        relaxed: 'typos',
        ids: ['zorbul', ...threes],
        strict: 3,
      });
    });

    it('have exact counts', () => {
      const params = { q: 'zorbal', library: 'harbour', metadata: '1' } as const;
      const { body } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
      const formats = body.metadata?.narrow_bys.find(({ id }) => id === 'title_format');
      expect(formats?.narrow_tos.map(({ id, count }) => [id, count])).toEqual([
        ['BK', 4],
        ['DVD', 1],
      ]);
    });
  });
});

describe('A query with words that only request a title', () => {
  const quarl = { authors: [{ name: 'Ann Quarl' }] };
  const catalog = catalogOf({
    titles: [
      book('books', 'The Lost Reading', quarl),
      book('sea', 'The Sea', quarl),
      book('hill', 'The Hill', { series: [{ name: 'Ann Quarl Presents' }] }),
    ],
  });

  it('finds all titles of an author, not only one with such a word in its title', () => {
    const { ids, relaxed } = tracedSearch(catalog, 'reading by ann quarl');
    expect([ids.slice(0, 2).sort(), relaxed]).toEqual([['books', 'sea'], 'typos']);
  });

  it('is not relaxed if a title has all the words', () => {
    expect(tracedSearch(catalog, 'the lost reading')).toEqual({
      ids: ['books'],
      relaxed: undefined,
    });
  });
});

describe('The respelling of a misspelled query', () => {
  const catalog = catalogOf({
    titles: [
      book('1', 'Moby-Dick', { authors: [{ name: 'Herman Melville' }], genres: ['Fiction'] }),
      book('2', 'Typee', { authors: [{ name: 'Herman Melville' }], genres: ['Fiction'] }),
      book('3', 'The Whale', { genres: ['Fictions'] }),
      book('4', '老人与海', { authors: [{ name: 'Ernest Hemingway' }] }),
    ],
  });

  function respelling(q: string) {
    const params = { q, library: 'harbour' };
    return traceSearchTitles([catalog], params, { baseUrl: 'http://localhost' }).respelling?.();
  }

  it('consists of the words of the catalog by which the titles were found', () => {
    expect(respelling('melvile')).toEqual({ query: 'melville', isComplete: true });
  });

  it('keeps correct words and stop words, in the order typed', () => {
    expect(respelling('the tpyee of melville')).toEqual({
      query: 'the typee of melville',
      isComplete: true,
    });
    expect(respelling('老人与海 hemingwya')).toEqual({
      query: '老人与海 hemingway',
      isComplete: true,
    });
  });

  it('keeps a correct word whose inflection finds more titles', () => {
    expect(respelling('fictions melvile')?.query).toBe('fictions melville');
  });

  it('is incomplete if some titles were found by other words', () => {
    expect(respelling('fictoin')).toEqual({ query: 'fiction', isComplete: false });
  });

  it('is absent if no title was found by similarly spelled words', () => {
    expect(respelling('melville')).toBeUndefined();
    expect(respelling('melvi')).toBeUndefined();
    expect(respelling('xyzzy')).toBeUndefined();
  });
});
