import { describe, expect, it } from 'vitest';
import { traceSearchTitles } from '../../src/v1/titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const catalog = catalogOf({
  titles: [
    book('1', 'Moby-Dick', { authors: [{ name: 'Herman Melville' }], genres: ['Fiction'] }),
    book('2', 'Typee', { authors: [{ name: 'Herman Melville' }], genres: ['Fiction'] }),
    book('3', 'The Whale', { genres: ['Fictions'] }),
    book('4', '老人与海', { authors: [{ name: 'Ernest Hemingway' }] }),
  ],
});

function respelt(q: string) {
  const params = { q, library: 'harbour' };
  return traceSearchTitles([catalog], params, { baseUrl: 'http://localhost' }).respelling?.();
}

describe('A misspelt query is told', () => {
  it('in the words that the titles found have', () => {
    expect(respelt('melvile')).toEqual({ query: 'melville', isComplete: true });
  });

  it('with the words beside it that were right, function words too, in the order typed', () => {
    expect(respelt('the tpyee of melville')).toEqual({
      query: 'the typee of melville',
      isComplete: true,
    });
    expect(respelt('老人与海 hemingwya')).toEqual({
      query: '老人与海 hemingway',
      isComplete: true,
    });
  });

  it('as incomplete when some titles were found by other words', () => {
    expect(respelt('fictoin')).toEqual({ query: 'fiction', isComplete: false });
  });

  it('only when it was misspelt', () => {
    expect(respelt('melville')).toBeUndefined();
    expect(respelt('melvi')).toBeUndefined();
    expect(respelt('xyzzy')).toBeUndefined();
  });
});
