import { describe, expect, it } from 'vitest';
import { createCatalogEncoder } from '../../../src/snapshot/encoding/catalog-encoder.js';
import {
  SEGMENT_CHARACTERS,
  type SegmentTexts,
} from '../../../src/snapshot/encoding/index-texts.js';
import { memorySource } from '../../../src/snapshot/source/source.js';

describe('createCatalogEncoder', () => {
  it('completes a segment before the maximum number of titles if the texts are long', () => {
    const description = 'wide is the sea '.repeat(20_000);
    const titles = Array.from({ length: 30 }, (_, number) => ({
      id: `t${number}`,
      title: 'Moby Dick',
      format: { id: 'BK' },
      description,
    }));
    const library = { id: 'lib', name: 'Library', snapshot_date: '2026-11-01T00:00:00Z' };
    const source = memorySource({ library, titles });
    const encoder = createCatalogEncoder(source);
    const segments: SegmentTexts[] = [];
    for (const record of source.titles.records()) {
      const texts = encoder.addTitle(record);
      if (texts !== undefined) segments.push(texts);
    }
    segments.push(encoder.lastTexts());
    expect(segments.flatMap(({ texts }) => texts)).toHaveLength(titles.length);
    for (const { texts } of segments) {
      expect((texts.length - 1) * description.length).toBeLessThan(SEGMENT_CHARACTERS);
    }
    expect(segments.length).toBeGreaterThan(3);
  });
});
