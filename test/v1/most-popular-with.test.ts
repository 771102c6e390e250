import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/search/analyzer.js';
import type { SoughtTerm } from '../../src/search/search-index.js';
import { mostPopularWith } from '../../src/v1/most-popular-with.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

/** How many of a hundred titles have each word. */
const SHARES = { of: 95, ocean: 80, sea: 60, whale: 20, wharf: 15, ship: 5, shore: 1 };

/** Titles enough for some words to be common, in a random order that is the same every time. */
const titles = Array.from({ length: 13_000 }, (_, i) => {
  const chance = (n: number) => (Math.imul(i + 1, 2654435761 + 2 * n) >>> 8) % 100;
  const words = Object.entries(SHARES).flatMap(([word, share], n) =>
    chance(n * 7919) < share ? [word] : [],
  );
  const [title, subjects] = [words.filter((_, n) => n % 2 === 0), words.filter((_, n) => n % 2)];
  // A word that mostly stands where it is not looked for, and one that only unpopular titles have.
  const notes = i % 10 > 0 ? ['harpoon'] : [];
  if (i % 500 === 0) title.push('harpoon');
  const popularity = (i * 7919) % 13_000;
  if (popularity < 4000) title.push('obscure');
  return book(String(i), ['Untold', ...title].join(' '), { subjects, notes, popularity });
});
const catalog = catalogOf({ titles });

const byPopularity = titles
  .map(({ id, title, subjects = [], popularity = 0 }) => ({
    number: catalog.titles.numberOf(id),
    terms: analyze([title, ...subjects].join('\n')),
    popularity,
  }))
  .sort((a, b) => b.popularity - a.popularity || a.number - b.number);

/** Looks at every title, the most popular first. */
function naively(sought: readonly SoughtTerm[], limit: number): number[] {
  const has = (terms: readonly string[], { term, prefix }: SoughtTerm) =>
    terms.some((other) => (prefix ? other.startsWith(term) : other === term));
  return byPopularity
    .filter(({ terms }) => sought.every((term) => has(terms, term)))
    .slice(0, limit)
    .map(({ number }) => number);
}

describe('The most popular titles with some terms', () => {
  const fields = { title: 1, author: 1, subject: 1 };

  it('are those that looking at every title finds', () => {
    const term = fc.constantFrom(...Object.keys(SHARES), 'harpoon', 'obscure', 'untold', 'absent');
    const sought = fc.record({ term, prefix: fc.boolean() }).map(({ term, prefix }) => ({
      term: prefix ? term.slice(0, 2) : term,
      prefix,
    }));
    const asked = fc.tuple(
      fc.array(sought, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
    );
    fc.assert(
      fc.property(asked, ([terms, limit]) => {
        expect(mostPopularWith(catalog.titles, terms, fields, limit)).toEqual(
          naively(terms, limit),
        );
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it.each([
    ['that popular titles have', ['of', 'sea']],
    ['that only unpopular titles have', ['obscure', 'ocean']],
    ['that mostly stand in other fields', ['harpoon', 'of']],
    ['of which one is rare', ['shore', 'of']],
    ['of which one is neither rare nor common', ['sea', 'untold', 'obscure']],
  ])('are found for words %s', (_, words) => {
    const terms = words.map((term) => ({ term }));
    const found = mostPopularWith(catalog.titles, terms, fields, 24);
    expect(found).toEqual(naively(terms, 24));
    expect(found.length).toBeGreaterThan(10);
  });
});
