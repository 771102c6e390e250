import fc from 'fast-check';
import { describe, it } from 'vitest';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import { createOracle } from './minisearch-oracle.js';
import { catalogs, freeze, queries } from './random-catalog.js';
import { expectSameAnswer } from './same-answer.js';

describe('The frozen index', () => {
  it('answers as MiniSearch does: the same documents, order and scores', () => {
    fc.assert(
      fc.property(catalogs, fc.array(queries, { minLength: 20, maxLength: 20 }), (texts, asked) => {
        const index = openFrozenIndex(freeze(texts));
        const ask = createOracle(texts);
        for (const query of asked) expectSameAnswer(index, ask, query);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
