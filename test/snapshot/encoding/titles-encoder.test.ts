import { describe, expect, it } from 'vitest';
import { indexTexts } from '../../../src/snapshot/encoding/index-texts.js';
import { createTitlesEncoder } from '../../../src/snapshot/encoding/titles-encoder.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';

describe('createTitlesEncoder', () => {
  it('removes the segments from the array when the encoder merges them', () => {
    const { library } = recordsOf({});
    const encoder = createTitlesEncoder(library, () => ({ tags: [], ratings: [] }));
    const segments = ['Typee', 'Omoo'].flatMap((name) =>
      indexTexts([encoder.add(book(name, name))]),
    );
    const sections = new Map<string, SectionData>();
    encoder.finish(sections, segments);
    expect(segments).toEqual([]);
    expect(sections.has('titles.summary.bytes')).toBe(true);
  });
});
