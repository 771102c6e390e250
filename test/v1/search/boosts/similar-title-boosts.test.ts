import { describe, expect, it } from 'vitest';
import type { Relaxation } from '../../../../src/v1/search/relaxation.js';
import { similarTitleBoosts } from '../../../../src/v1/search/title-boosts.js';
import { book, catalogOf } from '../../../catalog/catalog-of.js';

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

describe('A boost for a similar title', () => {
  it.each([
    ['hbit', 'typos', ['habit', 'hobbit', 'it']],
    ['hobbit', 'typos', ['habit']],
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
