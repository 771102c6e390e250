import { expect, it } from 'vitest';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import { derivedArraysOf, runSteps } from '../../src/search/structures/derived-arrays.js';
import { freeze } from './random-catalog.js';

it('A prepared index has the arrays that queries need, which other threads can use', () => {
  const count = 200;
  const texts = Array.from({ length: count }, (_, i) => {
    return { title: `sea ${i % 20 === 0 ? 'ship' : `w${i}`} ${i % 50 === 0 ? 'harbour' : 'town'}` };
  });
  const data = freeze(texts);
  const index = openFrozenIndex(data);
  runSteps(index.prepareInSteps());
  const prepared = new Map(derivedArraysOf(data.postingDocuments));
  // At least 1 of 32 documents have the terms `sea`, `ship` and `town`.
  expect(prepared.size).toBe(3);
  expect([...derivedArraysOf(data.termSharedLengths).keys()]).toEqual(['lowest shared lengths']);
  const term = (text: string) => ({ kind: 'term' as const, term: text, fields: { title: 1 } });
  const all = ['sea', 'ship', 'town', 'harbour', 'w7'].map(term);
  for (const a of all) {
    for (const b of all) index.match({ kind: 'and', queries: [a, b] }).top(count);
  }
  expect(new Map(derivedArraysOf(data.postingDocuments))).toEqual(prepared);
});
