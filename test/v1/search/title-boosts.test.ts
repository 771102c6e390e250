import { describe, expect, it, vi } from 'vitest';
import type { Titles } from '../../../src/catalog/catalog.js';
import { namedVolumes } from '../../../src/catalog/series-volumes.js';
import { tokenize } from '../../../src/search/index.js';
import { findContainedNames, type Relaxation } from '../../../src/v1/search/relaxation.js';
import {
  containedTitleBoosts,
  exactTitleBoosts,
  similarTitleBoosts,
} from '../../../src/v1/search/title-boosts.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

/** Returns the boosts of a text that all titles match, by id, rounded to hundredths. */
function boostsIn(
  titles: Titles,
  typed: string,
  volume?: readonly string[],
): Record<string, number> {
  const found = Uint32Array.from({ length: titles.size }, (_, title) => title);
  const { factors } = exactTitleBoosts(titles, typed, found, namedVolumes(titles, volume));
  const rounded = (boost: number) => Math.round(100 * boost) / 100;
  return Object.fromEntries([...factors].map(([n, boost]) => [titles.get(n).id, rounded(boost)]));
}

describe('A boost for a title', () => {
  const { titles } = catalogOf({
    titles: [
      book('catch', 'Catch-22', { authors: [{ name: 'Heller, Joseph, 1923-1999' }] }),
      book('years', 'One Hundred Years of Solitude'),
      book('1984', 'Nineteen Eighty-Four', { alternate_titles: ['1984'] }),
      book('die', 'Die Hard'),
      book('hard', 'Hard'),
      book('pride', 'Pride and Prejudice: A Novel'),
      book('prejudice', 'Prejudice, Pride'),
      book('wells', 'The War of the Worlds', { authors: [{ name: 'Wells, H. G. (Herbert)' }] }),
      book('hunger', 'Mockingjay', { series: [{ name: 'The Hunger Games', number: '3' }] }),
      book('box', 'Panem', { series: [{ name: 'The Hunger Games', number: '1-3' }] }),
      book('half', 'Between', { series: [{ name: 'The Hunger Games', number: '12.5' }] }),
      book('dune', 'Dune', { series: [{ name: 'Dune Chronicles', number: '01' }] }),
      book('second', 'Messiah', { series: [{ name: 'Dune Chronicles', number: '2' }] }),
      book('lotr', 'The Lord of the Rings'),
      book('ny', 'New York, New York'),
      book('york', 'New York'),
      book('tokyo', '東京'),
      book('king', 'The King and I'),
      book('sex', 'The Second Sex'),
      book('balloons', 'Twenty-One Balloons'),
    ],
  });

  /** Returns the boosts by id. */
  function boosts(typed: string, volume?: readonly string[]): Record<string, number> {
    return boostsIn(titles, typed, volume);
  }

  it.each([
    ['Catch-22', { catch: 20 }],
    ['catch 22', { catch: 20 }],
    ['catch twenty two', { catch: 8 }],
    ['the 2nd sex', { sex: 8 }],
    ['twenty one balloons', { balloons: 20 }],
    ['100 years of solitude', { years: 8 }],
    ['hundred years of solitude', {}],
    ['1984', { 1984: 20 }],
    ['nineteen eighty four', { 1984: 20 }],
    ['die hard', { die: 20, hard: 2 }],
    ['hard', { hard: 20 }],
    ['pride and prejudice', { pride: 20 }],
    ['prejudice and pride', { pride: 10 }],
    ['pride prejudice', { pride: 10, prejudice: 10 }],
    ['h g wells', { wells: 12 }],
    ['Wells, H.G.', { wells: 12 }],
    ['wells', {}],
    ['joseph heller', { catch: 12 }],
    ['the hunger games', { box: 10, half: 10, hunger: 10 }],
    ['hunger games 3', {}],
    ['lotr', { lotr: 8 }],
    ['lotr books', {}],
    ['new york new york', { ny: 20 }],
    ['new york', { york: 20 }],
    ['东京', { tokyo: 20 }],
    ['the king and 1', {}],
    ['', {}],
    ['!?', {}],
  ])('that has the words %j as a whole is %j', (typed, expected) => {
    const found = boosts(typed);
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    expect(found).toEqual(expected);
  });

  it.each([
    ['dune book two', ['dune', '2'], { second: 20 }],
    ['dune book one', ['dune', '1'], { dune: 20 }],
    ['dune', ['dune', '1'], { dune: 20 }],
    ['hunger games 3', ['hunger', 'games', '3'], { hunger: 20 }],
    ['hunger games 2', ['hunger', 'games', '2'], {}],
    ['hunger games 12', ['hunger', 'games', '12'], {}],
    ['hunger games 1', ['hunger', 'games', '1'], {}],
    ['games 3', ['games', '3'], {}],
  ])('for %j with the volume %j is given to the volume: %j', (typed, volume, expected) => {
    expect(boosts(typed, volume)).toEqual(expected);
  });

  describe('whose author or series has the typed name', () => {
    const popular = catalogOf({
      titles: [
        book('film', 'Harry Potter: Film Wizardry', { popularity: 45_000 }),
        ...['1', '2', '3', '4', '5', '6', '7'].map((number) =>
          book(`potter${number}`, `Volume ${number}`, {
            series: [{ name: 'Harry Potter', number }],
            popularity: 1_800_000,
          }),
        ),
        book('emma', 'Emma', { authors: [{ name: 'Jane Austen' }], popularity: 400_000 }),
        book('pride', 'Pride and Prejudice', {
          authors: [{ name: 'Jane Austen' }],
          popularity: 2_000_000,
        }),
        book('club', 'The Austen Book Club', { popularity: 50_000 }),
        book('lamb', 'Lamb', { popularity: 118_000 }),
        book('undone', "She's Come Undone", {
          authors: [{ name: 'Wally Lamb' }],
          popularity: 260_000,
        }),
        book('diary', 'The Diary of a Young Girl', {
          authors: [{ name: 'Anne Frank' }],
          popularity: 2_000_000,
        }),
        book('tales', 'Tales', { authors: [{ name: 'Anne Frank' }], popularity: 10_000 }),
        book('biography', 'Anne Frank: The Biography', { popularity: 16_000 }),
        book('gone', 'Gone', { popularity: 140_000 }),
        book('gone2', 'Hunger', { series: [{ name: 'Gone', number: '2' }], popularity: 60_000 }),
      ],
    }).titles;

    it('is higher than for an exact title if the name has more demand', () => {
      const { film, potter1 } = boostsIn(popular, 'harry potter');
      expect(potter1).toBeGreaterThan(10 * film);
      const { diary, tales, biography } = boostsIn(popular, 'anne frank');
      expect(diary).toBeGreaterThan(10 * biography);
      expect(diary).toBeGreaterThan(tales);
    });

    it('is lower than for an exact title with similar demand', () => {
      const { gone, gone2 } = boostsIn(popular, 'gone');
      expect(gone).toBeGreaterThan(gone2);
    });

    it('is given for a surname that most of the demand is for', () => {
      const numbers = (...ids: readonly string[]) =>
        Uint32Array.from(ids, (id) => popular.numberOf(id)).sort();
      const found = numbers('emma', 'pride', 'club');
      const { factors } = exactTitleBoosts(popular, 'austen', found);
      expect([...factors.keys()]).toEqual([...numbers('emma', 'pride')]);
      expect(boostsIn(popular, 'austen')).toEqual({});
      expect(boostsIn(popular, 'the austen')).toEqual({});
    });

    it('is not given for the surname of an author with less demand than an exact title', () => {
      expect(boostsIn(popular, 'lamb')).toEqual({ lamb: 20 });
    });
  });

  it('of an author with several titles is higher', () => {
    const authors = [{ name: 'Anne Author' }];
    const several = catalogOf({
      titles: Array.from({ length: 10 }, (_, i) => book(`${i}`, `Title ${i}`, { authors })),
    });
    expect(Object.values(boostsIn(several.titles, 'anne author'))).toEqual(Array(10).fill(24));
  });

  it('is looked up for at most 16 variants of the typed text', () => {
    const alternatives = Array.from({ length: 30 }, (_, i) => `alternative${i}`);
    const many = catalogOf({
      titles: alternatives.map((title) => book(title, title)),
      synonyms: alternatives.map((alternative) => `typed => ${alternative}`),
    });
    expect(Object.keys(boostsIn(many.titles, 'typed'))).toHaveLength(16);
  });

  it('compares the words of at most 32 titles', () => {
    const same = (count: number) =>
      catalogOf({
        titles: Array.from({ length: count }, (_, i) => book(`${i}`, 'Emma, and the sea')),
      }).titles;
    expect(Object.keys(boostsIn(same(32), 'sea and emma'))).toHaveLength(32);
    expect(Object.keys(boostsIn(same(33), 'sea and emma'))).toEqual([]);
  });

  it('looks up a bounded number of keys for a text of thousands of words', () => {
    const lookup = vi.spyOn(titles, 'withTitleKey');
    boosts('twenty '.repeat(5000));
    expect(lookup.mock.calls.length).toBeLessThan(60);
    lookup.mockRestore();
    expect(boosts(`catch 22 ${'x'.repeat(10_000)}`)).toEqual({});
  });
});

describe('A boost for a similar title', () => {
  const { titles } = catalogOf({
    titles: [
      book('hobbit', 'The Hobbit'),
      book('habit', 'Habit'),
      book('hobbits', 'Hobbits of the Shire'),
      book('it', 'It'),
    ],
  });

  /** Returns the ids of the boosted titles, the highest boost first. */
  function boosted(typed: string, step: Relaxation): string[] {
    const boosts = similarTitleBoosts(
      titles,
      typed,
      step,
      titles.index.match({ kind: 'all' }),
    ).factors;
    return [...boosts].sort(([, a], [, b]) => b - a).map(([n]) => titles.get(n).id);
  }

  it.each([
    ['hbit', 'typos', ['habit', 'hobbit', 'it']],
    ['hobbit', 'typos', ['hobbit', 'habit']],
    ['teh hobbit', 'typos', ['hobbit']],
    ['hobb', 'prefix', ['hobbit', 'hobbits']],
    ['hobbits', 'prefix', ['hobbits']],
    ['obbit', 'prefix', []],
    // The sorted words of a title are a key that begins with `words`.
    ['wor', 'prefix', []],
    ['at', 'typos', []],
    ['h'.repeat(200), 'typos', []],
  ] as const)('after %s and the step %s is given to %s', (typed, step, ids) => {
    expect(boosted(typed, step)).toEqual(ids);
  });

  it('is given only to the 64 best matches', () => {
    const many = catalogOf({
      titles: Array.from({ length: 100 }, (_, i) => book(`${i}`, 'Hobbit')),
    }).titles;
    const matches = many.index.match({ kind: 'all' });
    expect(similarTitleBoosts(many, 'hobit', 'typos', matches).factors.size).toBe(64);
  });
});

describe('A boost for a title whose name is part of the typed text', () => {
  const { titles } = catalogOf({
    titles: [
      book('martian', 'The Martian', { authors: [{ name: 'Weir, Andy' }] }),
      book('dune', 'Dune', { authors: [{ name: 'Frank Herbert' }] }),
      book('messiah', 'Dune Messiah', { authors: [{ name: 'Frank Herbert' }] }),
      book('stone', "The Sorcerer's Stone", { series: [{ name: 'Harry Potter', number: '1' }] }),
      book('the', 'The'),
      book('book', 'The Book'),
      book('ny', 'New York, New York'),
    ],
  });

  /** Returns the boosts by id, rounded to whole numbers. */
  function boosts(typed: string): Record<string, number> {
    const found = containedTitleBoosts(findContainedNames(titles, tokenize(typed))).factors;
    return Object.fromEntries(
      [...found].map(([n, boost]) => [titles.get(n).id, Math.round(boost)]),
    );
  }

  it.each([
    ['do you have the martian', ['martian']],
    ['martian audiobook', ['martian']],
    ['that book by andy weir', ['martian']],
    ['harry potter movie', ['stone']],
    ['frank herbert dune', ['dune', 'messiah']],
    ['dune messiah large print', ['dune', 'messiah']],
    ['new york new york dvd', ['ny']],
    ['the zzz', []],
    ['something else', []],
  ])('of %s is given to %s', (typed, ids) => {
    expect(Object.keys(boosts(typed)).sort()).toEqual(ids);
  });

  it('is 20 for all words, and less for some of them', () => {
    expect(boosts('do you have the martian')).toEqual({ martian: 20 });
    const { dune, messiah } = boosts('dune messiah');
    expect(messiah).toBe(20);
    expect(dune).toBeLessThan(10);
  });

  it('is higher for a title with the author than for another title of the author', () => {
    const { dune, messiah } = boosts('frank herbert dune');
    expect(dune).toBeGreaterThan(messiah);
  });

  it('is not given for less than a quarter of the weight of the words', () => {
    expect(boosts('dune zebra')).not.toEqual({});
    expect(boosts('dune zebra giraffe')).toEqual({});
  });

  it('reads only the first 24 words', () => {
    const lookup = vi.spyOn(titles, 'withTitleKey');
    const words = Array.from({ length: 64 }, () => 'dune').join(' ');
    findContainedNames(titles, tokenize(words));
    // Three keys of each run of words, and two more of runs of at most four words.
    expect(lookup.mock.calls.length).toBeLessThanOrEqual((3 * 24 * 25) / 2 + 2 * 3 * 24);
    lookup.mockRestore();
    expect(boosts(`${'the '.repeat(23)}dune`)).toEqual({ dune: 20 });
    expect(boosts(`${'the '.repeat(24)}dune`)).toEqual({});
  });
});
