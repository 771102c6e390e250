import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFrozenIndex } from '../../../src/search/frozen-index.js';
import { buildSegment } from '../../../src/search/segments/build-segment.js';
import { mergeSegments } from '../../../src/search/segments/merge-segments.js';
import { runs } from '../../random-seed.js';
import { catalogs, FIELDS, freeze } from '../random-catalog.js';

describe('mergeSegments', () => {
  it('returns the same index for any split of the documents into segments and any order of adding them', () => {
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
      fc.property(cases, ([texts, docIds, cuts]) => {
        const offsets = [0, ...cuts.sort((a, b) => a - b), texts.length];
        const segments = offsets.slice(1).map((end, i) => {
          const part = docIds.slice(offsets[i], end).map((document) => texts[document]);
          return buildSegment(part, { fields: FIELDS });
        });
        expect(mergeSegments(segments, Uint32Array.from(docIds))).toEqual(freeze(texts));
        // The second merge shows that the first merge did not change the segments.
        expect(mergeSegments(segments, Uint32Array.from(docIds))).toEqual(freeze(texts));
      }),
      { numRuns: runs(200) },
    );
  });

  it('returns the same index for one segment of 1,100 documents as for five smaller segments', () => {
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

  it('throws when the doc id mapping is not a permutation', () => {
    const segments = [buildSegment([{}, {}], { fields: FIELDS })];
    expect(() => mergeSegments(segments, Uint32Array.of(0, 0))).toThrow(
      'docIds: expected each of 2 documents once, found no number 1',
    );
    expect(() => mergeSegments(segments, Uint32Array.of(0, 1, 1))).toThrow(
      'docIds: expected each of 2 documents once, found 3 numbers',
    );
    expect(() => mergeSegments(segments, Uint32Array.of(0))).toThrow('2 documents');
  });

  it('throws when segments have different fields', () => {
    const first = buildSegment([], { fields: ['title'] });
    const second = buildSegment([], { fields: ['author'] });
    expect(() => mergeSegments([first, second])).toThrow(
      "segments: expected the same fields in all segments, found 'title' and 'author'",
    );
  });

  it('accepts segments that were copied with structuredClone', () => {
    const segment = buildSegment([{ title: 'sea' }], { fields: FIELDS });
    expect(mergeSegments([structuredClone(segment)])).toEqual(mergeSegments([segment]));
  });
});

describe('buildSegment', () => {
  it('throws for more than 32 fields and accepts 32 fields', () => {
    const fields = Array.from({ length: 33 }, (_, i) => `f${i}`);
    expect(() => buildSegment([], { fields })).toThrow(
      'fields: expected at most 32 fields, found 33',
    );
    const segment = buildSegment([{ f31: 'last' }], { fields: fields.slice(0, 32) });
    const index = openFrozenIndex(mergeSegments([segment]));
    const query = { kind: 'term', term: 'last', fields: { f31: 1 } } as const;
    expect([...index.match(query).documents]).toEqual([0]);
    expect([...index.match({ ...query, prefix: true, term: 'l' }).documents]).toEqual([0]);
  });

  it('splits the text of a field with the analyzer in the options', () => {
    const segment = buildSegment([{ title: 'A B', code: 'A B' }], {
      fields: ['title', 'code'],
      analyzers: { code: (text) => [text] },
    });
    const index = openFrozenIndex(mergeSegments([segment]));
    expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['A B', 'a', 'b']);
  });

  it('indexes a list of values with the terms and scores of the values joined by line breaks', () => {
    const values = { title: ["O'Brien", '', 'The Sea', '0-439'], author: [] };
    const joined = { title: "O'Brien\n\nThe Sea\n0-439", author: '' };
    const { forwardBytes, forwardOffsets, ...index } = freeze([values, {}]);
    expect(freeze([joined, {}])).toMatchObject(index);
  });

  it('accepts any field name, including the names of properties that every object has', () => {
    for (const field of ['constructor', '__proto__', 'toString', '0', '']) {
      const named = <T>(value: T) => Object.fromEntries([[field, value]]);
      const segment = buildSegment([{}, named('White Whale'), {}], { fields: [field] });
      const index = openFrozenIndex(mergeSegments([segment]));
      expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['whale', 'white']);
      const whale = index.match({ kind: 'term', term: 'whale', fields: named(1) });
      expect([...whale.documents]).toEqual([1]);
    }
  });

  it('skips empty terms that an analyzer returns, also between the terms of a phrase', () => {
    const segment = buildSegment([{ shelf: 'A//B' }, { shelf: '' }, { shelf: '/' }], {
      fields: ['shelf'],
      analyzers: { shelf: (text) => text.split('/') },
    });
    const index = openFrozenIndex(mergeSegments([segment]));
    expect([...segment.fieldLengths]).toEqual([2, 0, 0]);
    expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['A', 'B']);
    const phrase = index.match({ kind: 'phrase', terms: ['A', 'B'], fields: { shelf: 1 } });
    expect([...phrase.documents]).toEqual([0]);
  });
});
