import { describe, expect, it, vi } from 'vitest';
import { tokenize } from '../../../../src/search/index.js';
import { containedTitleBoosts } from '../../../../src/v1/search/title-boosts.js';
import { book, catalogOf } from '../../../catalog/catalog-of.js';

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
  const found = containedTitleBoosts(titles, tokenize(typed)).factors;
  return Object.fromEntries([...found].map(([n, boost]) => [titles.get(n).id, Math.round(boost)]));
}

describe('A boost for a title whose name is part of the typed text', () => {
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
    containedTitleBoosts(titles, tokenize(words));
    expect(lookup.mock.calls.length).toBeLessThanOrEqual((3 * 24 * 25) / 2);
    lookup.mockRestore();
    expect(boosts(`${'the '.repeat(23)}dune`)).toEqual({ dune: 20 });
    expect(boosts(`${'the '.repeat(24)}dune`)).toEqual({});
  });
});
