import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from '../../../src/base/merge-strings.js';
import { allocateShared } from '../../../src/base/typed-arrays.js';
import { openFrozenIndex } from '../../../src/search/frozen-index.js';
import { buildSegment, type FieldTexts } from '../../../src/search/segments/build-segment.js';
import { mergeSegments } from '../../../src/search/segments/merge-segments.js';
import { runs } from '../../random-seed.js';
import { catalogs, FIELDS, freeze, largeCatalogs } from '../random-catalog.js';
import { mergeNaively } from './naive-merge.js';

/** Segments, of which some can be complete indexes, and numbers of their documents, of which some are left out. */
const mergers = fc
  .array(fc.tuple(fc.oneof(catalogs, catalogs, largeCatalogs), fc.boolean()), { maxLength: 4 })
  .map((parts) =>
    parts.map(([texts, isComplete]) =>
      isComplete ? freeze(texts) : buildSegment(texts, { fields: FIELDS }),
    ),
  )
  .chain((segments) => {
    const count = segments.reduce((sum, { documentCount }) => sum + documentCount, 0);
    const documents = Array.from({ length: count }, (_, document) => document);
    const kept = fc.oneof(fc.subarray(documents), fc.shuffledSubarray(documents));
    return fc.record({
      segments: fc.constant(segments),
      docIds: kept.map((order) => {
        const docIds = new Uint32Array(count).fill(LEFT_OUT);
        order.forEach((document, docId) => {
          docIds[document] = docId;
        });
        return docIds;
      }),
    });
  });

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

  it('returns the same index as a naive merge, with documents left out of any of the segments', () => {
    fc.assert(
      fc.property(mergers, ({ segments, docIds }) => {
        expect(mergeSegments(segments, docIds)).toEqual(mergeNaively(segments, docIds));
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
  });

  it('replaces, adds and removes documents of an index that is the first segment', () => {
    const cases = fc
      .tuple(fc.oneof(catalogs, largeCatalogs), catalogs)
      .chain(([before, added]) =>
        fc.tuple(
          fc.constant(before),
          fc.subarray([...before.keys()]),
          fc.constant(added),
          fc.infiniteStream(fc.boolean()),
        ),
      );
    fc.assert(
      fc.property(cases, ([before, kept, added, isKeptNext]) => {
        const texts: FieldTexts[] = [];
        const docIds = new Uint32Array(before.length + added.length).fill(LEFT_OUT);
        let [keptCount, addedCount] = [0, 0];
        while (keptCount < kept.length || addedCount < added.length) {
          const isKept =
            addedCount === added.length || (keptCount < kept.length && isKeptNext.next().value);
          // The added documents are in descending order of their doc ids.
          const i = isKept ? kept[keptCount++] : docIds.length - 1 - addedCount++;
          docIds[i] = texts.push([...before, ...added][i]) - 1;
        }
        const middle = added.length >>> 1;
        const segments = [added.slice(0, middle), added.slice(middle)].map((part) =>
          buildSegment(part, { fields: FIELDS }),
        );
        expect(mergeSegments([freeze(before), ...segments], docIds)).toEqual(freeze(texts));
      }),
      { numRuns: runs(60), endOnFailure: true },
    );
  });

  it('replaces documents of an index that keep their doc ids', () => {
    const cases = fc
      .oneof(catalogs, largeCatalogs)
      .chain((before) =>
        fc.tuple(
          fc.constant(before),
          fc.uniqueArray(fc.nat(Math.max(before.length - 1, 0)), { maxLength: before.length }),
          catalogs,
        ),
      );
    fc.assert(
      fc.property(cases, ([before, numbers, texts]) => {
        const changed = numbers.slice(0, texts.length);
        const docIds = Uint32Array.of(
          ...before.map((_, number) => (changed.includes(number) ? LEFT_OUT : number)),
          ...changed,
        );
        const after = before.map((old, number) => texts[changed.indexOf(number)] ?? old);
        const added = buildSegment(
          changed.map((number) => after[number]),
          { fields: FIELDS },
        );
        expect(mergeSegments([freeze(before), added], docIds)).toEqual(freeze(after));
      }),
      { numRuns: runs(60), endOnFailure: true },
    );
  });

  it('can have its largest arrays in shared memory', () => {
    const segments = [
      freeze([{ title: 'Emma' }, { title: 'Persuasion' }]),
      buildSegment([{ title: 'Sanditon' }], { fields: FIELDS }),
    ];
    const docIds = Uint32Array.of(LEFT_OUT, 0, 1);
    const shared = mergeSegments(segments, docIds, allocateShared);
    expect(shared).toEqual(mergeSegments(segments, docIds));
    const { postingDocuments, postingFrequencySets, termUnits, forwardBytes } = shared;
    for (const array of [postingDocuments, postingFrequencySets, termUnits, forwardBytes]) {
      expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
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
    expect(() => mergeSegments(segments, Uint32Array.of(LEFT_OUT, 1))).toThrow(
      'docIds: expected each of 1 documents once, found no number 0',
    );
    for (const length of [1, 3]) {
      expect(() => mergeSegments(segments, new Uint32Array(length))).toThrow(
        `docIds: expected 2 numbers, found ${length}`,
      );
    }
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
    expect(segment.fieldLengths.map((lengths) => [...lengths])).toEqual([[2, 0, 0]]);
    expect([...index.termsWithPrefix('')].map(({ term }) => term)).toEqual(['A', 'B']);
    const phrase = index.match({ kind: 'phrase', terms: ['A', 'B'], fields: { shelf: 1 } });
    expect([...phrase.documents]).toEqual([0]);
  });
});
