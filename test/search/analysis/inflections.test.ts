import { describe, expect, it } from 'vitest';
import { inflections } from '../../../src/search/analysis/inflections.js';

describe('inflections', () => {
  it.each([
    ['whale', 'whales'],
    ['story', 'stories'],
    ['church', 'churches'],
    ['box', 'boxes'],
    ['wolf', 'wolves'],
    ['knife', 'knives'],
    ['hero', 'heroes'],
    ['movie', 'movies'],
    ['man', 'men'],
    ['child', 'children'],
    ['walk', 'walked'],
    ['walk', 'walking'],
    ['walked', 'walking'],
    ['love', 'loving'],
    ['run', 'running'],
    ['plan', 'planned'],
    ['cook', 'cooking'],
    ['study', 'studied'],
    ['write', 'written'],
    ['crisis', 'crises'],
  ])('relates %s and %s in both directions', (a, b) => {
    expect(inflections(a)).toContain(b);
    expect(inflections(b)).toContain(a);
  });

  it.each(['news', 'his', '1984', 'été', 'книги', 'of', ''])('returns no forms of %j', (term) => {
    expect(inflections(term)).toEqual([]);
  });

  it.each([
    ['glass', 'glas'],
    ['king', 'k'],
    ['caring', 'car'],
    ['bus', 'bu'],
  ])('does not relate %s to %s', (term, other) => {
    expect(inflections(term)).not.toContain(other);
  });
});
