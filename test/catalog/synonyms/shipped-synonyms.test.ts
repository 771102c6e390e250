import { describe, expect, it } from 'vitest';
import { openSynonyms, SynonymTableBuilder } from '../../../src/catalog/synonyms/synonym-table.js';
import { analyzePhrase } from '../../../src/search/index.js';
import { shippedSynonyms } from '../../../src/snapshot/source/checked-records.js';

const synonyms = openSynonyms(new SynonymTableBuilder().rows(shippedSynonyms()));

/** Returns the alternatives of a whole query. */
function alternativesOf(query: string): string[] {
  const terms = analyzePhrase(query);
  const match = synonyms.lookup(terms, 0).find(({ length }) => length === terms.length);
  return match?.alternatives.map((alternative) => alternative.join(' ')) ?? [];
}

describe('shippedSynonyms', () => {
  it('has from 300 to 800 rules, each of which relates different words', () => {
    const rules = shippedSynonyms();
    expect(rules.length).toBeGreaterThanOrEqual(300);
    expect(rules.length).toBeLessThanOrEqual(800);
    const useless = rules.filter(({ from, to }) => {
      const alternatives = new Set(to.map((terms) => terms.join(' ')));
      return from.some((terms) => alternatives.size === 1 && alternatives.has(terms.join(' ')));
    });
    expect(useless).toEqual([]);
  });

  it('relates no more than 32 words and phrases to another', () => {
    const builder = new SynonymTableBuilder();
    for (const rule of shippedSynonyms()) expect(() => builder.add(rule)).not.toThrow();
  });

  it.each([
    ['WWII', 'world war 1939 1945'],
    ['World War Two', 'world war 1939 1945'],
    ['sci-fi', 'science fiction'],
    ['science fiction', 'scifi'],
    ['Dr.', 'doctor'],
    ['St', 'saint'],
    ['U.S.A.', 'united states'],
    ['UK', 'great britain'],
    ['bio', 'biography'],
    ['YA', 'young adult'],
    ['whodunit', 'detective and mystery stories'],
    ['Native Americans', 'indians of north america'],
    ['black history', 'african americans history'],
    ['cookbooks', 'cooking'],
    ['movies', 'motion pictures'],
    ['cars', 'automobiles'],
    ['farming', 'agriculture'],
    ['learn French', 'french language'],
    ['plays', 'drama'],
    ['theatre', 'theater'],
    ['LOTR', 'lord of the rings'],
    ['Samuel Clemens', 'mark twain'],
    ['Koran', 'quran'],
    ['Tao Te Ching', 'dao de jing'],
    ['Krimi', 'kriminalroman'],
    ['二戰', '第二 二次 次世 世界 界大 大战'],
  ])('has for %j the alternative %j', (typed, alternative) => {
    expect(alternativesOf(typed)).toContain(alternative);
  });

  it.each(['whale', 'the', 'history', 'war', 'love', 'dog', 'indians of north america'])(
    'has no alternatives for %j',
    (typed) => expect(alternativesOf(typed)).toEqual([]),
  );
});
