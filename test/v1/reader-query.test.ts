import { describe, expect, it } from 'vitest';
import type { Title } from '../../src/catalog/title.js';
import { traceSearchTitles } from '../../src/v1/titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

function by(author: string, more: Partial<Title> = {}): Partial<Title> {
  return { authors: [{ name: author }], ...more };
}

const shelf = catalogOf({
  titles: [
    book('hobbit', 'The Hobbit', by('J.R.R. Tolkien', { isbns: ['9780439023481'] })),
    book('art', 'The Art of The Hobbit', by('Wayne G. Hammond')),
    book('obrien', 'The Third Policeman', by("Flann O'Brien")),
    book('stone', "Harry Potter and the Sorcerer's Stone", by('J. K. Rowling')),
    book('email', 'The E-Mail Etiquette', by('Ann Woods')),
    book('pride', 'Pride & Prejudice', by('Jane Austen')),
    book('whale', 'The Whale Rider', by('Witi Ihimaera')),
    book('whales', 'Whales of the World', by('Phillip Clapham')),
    book('etranger', "L'Étranger", by('Albert Camus', { languages: [{ name: 'French' }] })),
    book('who', 'The Who', by('John Atkins')),
    book('it', 'It', by('Stephen King')),
    book('be', 'To Be or Not to Be', by('Ryan North')),
    book('hard', 'Hard Times', by('Charles Dickens')),
    book('tokyo', '東京都の歴史', by('山田太郎')),
    book('quran', 'القُرْآن الكريم'),
    book('leagues', '20,000 Leagues Under the Sea', by('Jules Verne')),
    book('alchemist', 'The Alchemist', by('Paulo Coelho')),
    book('sea', 'The Old Man and the Sea', by('Ernest Hemingway', { subjects: ['Fishing boats'] })),
  ],
});

function ask(q: string, searchType = 'keyword', catalog = shelf) {
  const params = { q, library: 'harbour', search_type: searchType, limit: 100 };
  const { body, relaxed } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
  return { ids: body.titles.map(({ id }) => id), relaxed };
}

describe('A reader finds', () => {
  it.each([
    ["o'brien", ['obrien']],
    ['o’brien', ['obrien']],
    ['obrien', ['obrien']],
    ['O BRIEN', ['obrien']],
    ['e-mail', ['email']],
    ['email', ['email']],
    ['e mail', ['email']],
    ['J.K. Rowling', ['stone']],
    ['J. K. Rowling', ['stone']],
    ['jk rowling', ['stone']],
    ['j k rowling', ['stone']],
    ['rowling, jk', ['stone']],
    ["sorcerer's stone", ['stone']],
    ['sorcerers stone', ['stone']],
    ['sorcerer stone', ['stone']],
    ['pride and prejudice', ['pride']],
    ['pride & prejudice', ['pride']],
    ['pride prejudice', ['pride']],
    ['0439023483', ['hobbit']],
    ['0-439-02348-3', ['hobbit']],
    ['978-0-439-02348-1', ['hobbit']],
    ['9780439023481', ['hobbit']],
    ['letranger', ['etranger']],
    ["l'etranger", ['etranger']],
    ['étranger', ['etranger']],
    ['20000 leagues', ['leagues']],
    ['20,000 leagues', ['leagues']],
    ['東京', ['tokyo']],
    ['京都', ['tokyo']],
    ['史', ['tokyo']],
    ['東', ['tokyo']],
    ['القران', ['quran']],
    ['boat', ['sea']],
    ['fished', ['sea']],
  ])('%s as it was typed', (typed, ids) => {
    expect(ask(typed)).toEqual({ ids, relaxed: undefined });
  });

  it('the same titles with and without function words', () => {
    const hobbits = ask('hobbit').ids;
    expect(hobbits.sort()).toEqual(['art', 'hobbit']);
    for (const typed of ['the hobbit', 'a hobbit', 'hobbit of the', 'die hobbit']) {
      expect(ask(typed).ids.sort()).toEqual(hobbits);
    }
  });

  it('with only function words those that have them all', () => {
    const small = catalogOf({
      titles: [book('1', 'The And'), book('2', 'The Or'), book('3', 'And or of')],
    });
    expect(ask('the and', 'keyword', small).ids).toEqual(['1']);
    expect(ask('the', 'keyword', small).ids).toEqual(['1', '2']);
    expect(ask('the who').ids[0]).toBe('who');
    expect(ask('it').ids).toEqual(['it']);
    expect(ask('to be or not to be').ids).toEqual(['be']);
  });

  it('other inflections behind the form that was typed', () => {
    expect(ask('whale').ids).toEqual(['whale', 'whales']);
    expect(ask('whales').ids).toEqual(['whales', 'whale']);
  });

  it('names as they are, not inflected', () => {
    expect(ask('wood', 'author')).toEqual({ ids: ['email'], relaxed: 'prefix' });
    expect(ask('woods', 'author')).toEqual({ ids: ['email'], relaxed: undefined });
  });

  it('every title for a star, and nothing for nothing', () => {
    expect(ask('*').ids).toHaveLength(shelf.titles.size);
    expect(ask('!!!')).toEqual({ ids: [], relaxed: undefined });
  });
});

describe('A title that equals what was typed stands first', () => {
  const popular = { popularity: 1e9 };
  const emmas = catalogOf({
    titles: [
      book('a', 'Emma Emma Emma', popular),
      book('b', 'The Emma', { sub_title: 'A Novel' }),
      book('c', 'Emma and Emma', { ...by('Emma Emma'), ...popular, subjects: ['Emma'] }),
      book('d', 'The Man Who Was Thursday'),
      book('e', 'Thursday Man: The Man Who Was a Man on Thursday', popular),
      book('f', 'Prejudice and Pride', popular),
      book('g', 'Pride and Prejudice'),
      book('h', 'Pride, Prejudice, and Other Flavors', popular),
    ],
  });

  it.each([
    ['emma', 'b'],
    ['an emma', 'b'],
    ['the emma: a novel', 'b'],
    ['man who was thursday', 'd'],
    ['pride and prejudice', 'g'],
    ['prejudice and pride', 'f'],
  ])('for %s', (typed, first) => {
    expect(ask(typed, 'keyword', emmas).ids[0]).toBe(first);
  });

  it('and behind it one of the same words in another order', () => {
    expect(ask('pride and prejudice', 'keyword', emmas).ids.slice(0, 2)).toEqual(['g', 'f']);
  });
});

describe('When nothing matches', () => {
  it.each([
    ['the hobb', 'prefix', ['hobbit', 'art']],
    ['harry pot', 'prefix', ['stone']],
    ['the e-mai', 'prefix', ['email']],
    ['hobit', 'typos', ['hobbit', 'art']],
    ['hobibt', 'typos', ['hobbit', 'art']],
    ['alcehmits', 'typos', ['alchemist']],
    ['hary poter stone', 'typos', ['stone']],
    ['tolkein hobbit', 'typos', ['hobbit']],
    ['hobbit austen', 'any', ['hobbit', 'pride', 'art']],
    ['pride zzzzz', 'any', ['pride']],
    ['hobbit xq of the', 'any', ['hobbit', 'art']],
  ])('%s is forgiven by %s', (typed, relaxed, ids) => {
    const answer = ask(typed);
    expect(answer.relaxed).toBe(relaxed);
    expect(answer.ids.sort()).toEqual([...ids].sort());
  });

  it('puts titles that have more of the words first', () => {
    expect(ask('old man xyzzy').ids[0]).toBe('sea');
  });

  it('puts the title that what was typed resembles first', () => {
    expect(ask('teh hobbit').ids[0]).toBe('hobbit');
    expect(ask('hobit').ids[0]).toBe('hobbit');
  });

  it('never forgives a number', () => {
    expect(ask('9780439023482')).toEqual({ ids: [], relaxed: undefined });
    expect(ask('20001 leagues').relaxed).toBe('any');
  });

  it.each([
    ['author', 'tolk', 'prefix', ['hobbit']],
    ['author', 'hemingwai', 'typos', ['sea']],
    ['subject', 'fihsing', 'typos', ['sea']],
    ['author', 'hobit', undefined, []],
  ])('forgives in the fields of %s alike: %s', (searchType, typed, relaxed, ids) => {
    expect(ask(typed, searchType)).toEqual({ ids, relaxed });
  });

  it('chooses the step by the query alone, before any narrowing', () => {
    const catalog = catalogOf({
      titles: [book('1', 'Whale'), book('2', 'Whaling', { format: { id: 'DVD' } })],
    });
    const params = { q: 'whale', library: 'harbour', title_format: 'DVD' };
    const { body, relaxed } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
    expect(relaxed).toBeUndefined();
    expect(body.titles.map(({ id }) => id)).toEqual(['2']);
  });

  it('answers a query of thousands of words', () => {
    const words = Array.from({ length: 5000 }, (_, n) => `hobbitt${'abcdefgh'[n % 8]}${n}`);
    expect(ask(words.join(' ')).ids).toEqual([]);
  });
});
