import { describe, expect, it } from 'vitest';
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
    ['looking for books by sanderson', 'typos', ['rhythm']],
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
    ['the martian large print', 'lprint'],
    ['the martian letra grande', 'lprint'],
    ['the martian dvd', 'dvd'],
    ['the martian movie', 'dvd'],
  ])('and name a format put the title in this format first: %s', (typed, first) => {
    const { ids, relaxed } = tracedSearch(catalog, typed);
    expect(ids[0]).toBe(first);
    expect(ids).toContain('plain');
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
