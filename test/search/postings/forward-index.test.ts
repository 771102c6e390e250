import { expect, it } from 'vitest';
import { ranksOfTerms, ranksOfTermsInSteps } from '../../../src/search/postings/forward-index.js';

it('The ranks of terms are computed in short steps', () => {
  const terms = 200_000;
  const offsets = new Uint32Array(terms + 1);
  for (let term = 0; term < terms; term++) offsets[term + 1] = offsets[term] + 1 + (term % 7);
  // The frequencies up to that of the most frequent term are read too.
  offsets[terms] += 1_000_000;
  let reads = 0;
  const counted = new Proxy(offsets, {
    get(array, name) {
      reads++;
      return Reflect.get(array, name);
    },
  });
  const readsOfSteps: number[] = [];
  for (const _ of ranksOfTermsInSteps(counted)) {
    readsOfSteps.push(reads);
    reads = 0;
  }
  readsOfSteps.push(reads);
  expect(Math.max(...readsOfSteps)).toBeLessThan(terms);
  expect(readsOfSteps.filter((count) => count === 0).length).toBeGreaterThan(10);
  expect(ranksOfTerms(counted)).toEqual(ranksOfTerms(offsets));
});
