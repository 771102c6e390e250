import { describe, expect, it } from 'vitest';
import { inflections } from '../../../src/search/analysis/inflections.js';

describe('Inflections', () => {
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
  ])('of %s and of %s are each other', (a, b) => {
    expect(inflections(a)).toContain(b);
    expect(inflections(b)).toContain(a);
  });

  it.each(['news', 'his', '1984', 'été', 'книги', 'of', ''])('of %j there are none', (term) => {
    expect(inflections(term)).toEqual([]);
  });

  it.each([
    ['glass', 'glas'],
    ['king', 'k'],
    ['caring', 'car'],
    ['bus', 'bu'],
  ])('of %s do not include %s', (term, other) => {
    expect(inflections(term)).not.toContain(other);
  });
});
