import { describe, expect, it } from 'vitest';
import { SEARCH_TYPES } from '../../../src/v1/search/field-boosts.js';
import { keywordSearch } from '../../../src/v1/search/keyword-search.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const { titles } = catalogOf({
  titles: [
    book('perfume', 'Das Parfum', { authors: [{ name: 'Süskind, Patrick' }] }),
    book('bat', 'Flaggermusmannen', { authors: [{ name: 'Nesbø, Jo' }] }),
    book('city', 'Århus'),
    book('stranger', "L'Étranger"),
    book('child', 'Étranger au paradis'),
    book('fleece', "La toison d'or"),
    book('red', '紅樓夢'),
    book('stone', '红楼梦 石头记'),
    book('war', 'الحرب والسلام'),
    book('book', 'كتاب الحيوان'),
    book('poet', 'The Poet and the Pot'),
    book('variant', 'Collected Works', { alternate_authors: ['Ратсаби, Шалом', '曹雪芹'] }),
  ],
});

/** Returns the ids of the titles that a keyword search finds without relaxation. */
function found(typed: string): string[] {
  const { documents, relaxed } = keywordSearch(titles, typed, SEARCH_TYPES.keyword);
  return relaxed === undefined ? Array.from(documents, (n) => titles.id(n)) : [];
}

describe('keywordSearch', () => {
  it.each([
    [['süskind', 'suskind', 'sueskind', 'SUESKIND'], ['perfume']],
    [['nesbø', 'nesbo', 'nesboe', 'Jo Nesboe'], ['bat']],
    [['århus', 'arhus', 'aarhus'], ['city']],
    [
      ["l'étranger", 'étranger', 'etranger', 'l etranger'],
      ['child', 'stranger'],
    ],
    [["toison d'or", 'toison dor', 'toison or'], ['fleece']],
    [
      ['紅樓夢', '红楼梦', '紅楼夢'],
      ['red', 'stone'],
    ],
    [['石頭記'], ['stone']],
    [['السلام', 'سلام', 'حرب'], ['war']],
    [['حيوان', 'الحيوان', 'الكتاب', 'كتاب'], ['book']],
    [['Ратсаби', '曹雪芹'], ['variant']],
  ])('finds the same titles by %j', (spellings, ids) => {
    for (const typed of spellings) {
      expect({ typed, ids: found(typed).sort() }).toEqual({ typed, ids });
    }
  });

  it.each(['pooet', 'poeet', 'suuskind', 'nesbu', 'لام'])('finds nothing by %s', (typed) => {
    expect(found(typed)).toEqual([]);
  });

  it('keeps ae, oe and ue of other words', () => {
    expect(found('pot')).toEqual(['poet']);
    expect(found('poet')).toEqual(['poet']);
    expect(titles.index.documentFrequency('pot')).toBe(1);
    expect(found('parfuem')).toEqual([]);
  });
});
