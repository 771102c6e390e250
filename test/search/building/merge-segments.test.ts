import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSegment } from '../../../src/search/building/build-segment.js';
import { mergeSegments } from '../../../src/search/building/merge-segments.js';
import { openFrozenIndex } from '../../../src/search/frozen-index.js';
import { catalogs, FIELDS, freeze } from '../random-catalog.js';

describe('Merging segments', () => {
  it('gives the same bytes however the documents were cut and in whatever order they came', () => {
    const cases = catalogs.chain((texts) =>
      fc.tuple(
        fc.constant(texts),
        fc.shuffledSubarray(
          texts.map((_, i) => i),
          { minLength: texts.length },
        ),
        fc.array(fc.nat(texts.length), { maxLength: 4 }),
      ),
    );
    fc.assert(
      fc.property(cases, ([texts, arrivals, cuts]) => {
        const bounds = [0, ...cuts.sort((a, b) => a - b), texts.length];
        const segments = bounds.slice(1).map((end, i) => {
          const arrived = arrivals.slice(bounds[i], end).map((document) => texts[document]);
          return buildSegment(arrived, { fields: FIELDS });
        });
        expect(mergeSegments(segments, Uint32Array.from(arrivals))).toEqual(freeze(texts));
        // Untouched by having been merged once.
        expect(mergeSegments(segments, Uint32Array.from(arrivals))).toEqual(freeze(texts));
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it('gives the same bytes of a segment of more documents than MiniSearch is given at a time', () => {
    const texts = Array.from({ length: 1100 }, (_, i) => ({
      title: i % 7 === 0 ? `Sea Sea volume ${i}` : `Volume ${i % 13}`,
      ...(i % 3 === 0 && { author: `Sea ${i}` }),
    }));
    const segments = [0, 1, 499, 500, 999].map((from, i, cuts) =>
      buildSegment(texts.slice(from, cuts[i + 1]), { fields: FIELDS }),
    );
    expect(mergeSegments([buildSegment(texts, { fields: FIELDS })])).toEqual(
      mergeSegments(segments),
    );
  });

  it('refuses an order that does not name every document once', () => {
    const segments = [buildSegment([{}, {}], { fields: FIELDS })];
    expect(() => mergeSegments(segments, Uint32Array.of(0, 0))).toThrow('2 documents');
    expect(() => mergeSegments(segments, Uint32Array.of(0))).toThrow('2 documents');
  });

  it('refuses segments of different fields', () => {
    const one = buildSegment([], { fields: ['title'] });
    const other = buildSegment([], { fields: ['author'] });
    expect(() => mergeSegments([one, other])).toThrow('title and author');
  });

  it('refuses more fields than an index can have', () => {
    const fields = Array.from({ length: 33 }, (_, i) => `f${i}`);
    expect(() => buildSegment([], { fields })).toThrow('32 fields, not 33');
    const most = buildSegment([{ f31: 'last' }], { fields: fields.slice(0, 32) });
    const index = openFrozenIndex(mergeSegments([most]));
    const query = { kind: 'term', term: 'last', fields: { f31: 1 } } as const;
    expect([...index.match(query).documents]).toEqual([0]);
    expect([...index.match({ ...query, prefix: true, term: 'l' }).documents]).toEqual([0]);
  });

  it('takes the analyzer of a field from its options', () => {
    const segment = buildSegment([{ title: 'A B', code: 'A B' }], {
      fields: ['title', 'code'],
      analyzers: { code: (text) => [text] },
    });
    const index = openFrozenIndex(mergeSegments([segment]));
    expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['A B', 'a', 'b']);
  });

  it('takes a field by any name, were it that of something every object has', () => {
    for (const field of ['constructor', '__proto__', 'toString', '0', '']) {
      const named = <T>(value: T) => Object.fromEntries([[field, value]]);
      const segment = buildSegment([{}, named('White Whale'), {}], { fields: [field] });
      const index = openFrozenIndex(mergeSegments([segment]));
      expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['whale', 'white']);
      const whale = index.match({ kind: 'term', term: 'whale', fields: named(1) });
      expect([...whale.documents]).toEqual([1]);
    }
  });

  it('leaves out the empty terms of an analyzer: they stand nowhere and part no phrase', () => {
    const segment = buildSegment([{ shelf: 'A//B' }, { shelf: '' }, { shelf: '/' }], {
      fields: ['shelf'],
      analyzers: { shelf: (text) => text.split('/') },
    });
    const index = openFrozenIndex(mergeSegments([segment]));
    expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['A', 'B']);
    const phrase = index.match({ kind: 'phrase', terms: ['A', 'B'], fields: { shelf: 1 } });
    expect([...phrase.documents]).toEqual([0]);
  });

  it('is plain data that another thread can be handed', () => {
    const segment = buildSegment([{ title: 'sea' }], { fields: FIELDS });
    expect(mergeSegments([structuredClone(segment)])).toEqual(mergeSegments([segment]));
  });
});
