import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/search/analysis/tokenizer.js';
import type { TermOrPrefix } from '../../../src/search/query.js';
import { topByPopularity } from '../../../src/v1/suggest/typed-words.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';

/** The approximate percentage of titles that have each word. */
const SHARES = { of: 95, ocean: 80, sea: 60, whale: 20, wharf: 15, ship: 5, shore: 1 };

/**
 * Titles with pseudo-random words. Some words are in more than 10,000 titles. topByPopularity treats such a word as
 * common, unless it is the rarest word of the search.
 */
const titles = Array.from({ length: 13_000 }, (_, i) => {
  const randomPercent = (n: number) => (Math.imul(i + 1, 2654435761 + 2 * n) >>> 8) % 100;
  const words = Object.entries(SHARES).flatMap(([word, share], n) =>
    randomPercent(n * 7919) < share ? [word] : [],
  );
  const [title, subjects] = [words.filter((_, n) => n % 2 === 0), words.filter((_, n) => n % 2)];
  // `harpoon` is mostly in the notes, which are not searched. `obscure` is only in unpopular titles.
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

/** A simple implementation of topByPopularity, which checks every title. */
function topByCheckingAll(required: readonly TermOrPrefix[], limit: number): number[] {
  const has = (terms: readonly string[], { term, prefix }: TermOrPrefix) =>
    terms.some((other) => (prefix ? other.startsWith(term) : other === term));
  return byPopularity
    .filter(({ terms }) => required.every((term) => has(terms, term)))
    .slice(0, limit)
    .map(({ number }) => number);
}

describe('topByPopularity', () => {
  const fields = { title: 1, author: 1, subject: 1 };

  it('finds the same titles as checking every title', () => {
    const term = fc.constantFrom(...Object.keys(SHARES), 'harpoon', 'obscure', 'untold', 'absent');
    const required = fc.record({ term, prefix: fc.boolean() }).map(({ term, prefix }) => ({
      term: prefix ? term.slice(0, 2) : term,
      prefix,
    }));
    const searches = fc.tuple(
      fc.array(required, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
    );
    fc.assert(
      fc.property(searches, ([terms, limit]) => {
        expect(topByPopularity(catalog.titles, terms, fields, limit)).toEqual(
          topByCheckingAll(terms, limit),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['that many popular titles have', ['of', 'sea']],
    ['one of which only unpopular titles have', ['obscure', 'ocean']],
    ['one of which is mostly in fields that are not searched', ['harpoon', 'of']],
    ['one of which is rare', ['shore', 'of']],
    [
      'one of which every title has, and one of which only unpopular titles have',
      ['sea', 'untold', 'obscure'],
    ],
  ])('finds titles by words %s', (_, words) => {
    const terms = words.map((term) => ({ term }));
    const found = topByPopularity(catalog.titles, terms, fields, 24);
    expect(found).toEqual(topByCheckingAll(terms, 24));
    expect(found.length).toBeGreaterThan(10);
  });
});
