import { describe, expect, it } from 'vitest';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

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

describe('The respelling of a misspelled query', () => {
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
