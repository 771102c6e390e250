import { expect, it } from 'vitest';
import type { FieldTexts } from '../../src/search/building/build-segment.js';
import { createCatalogEncoder } from '../../src/snapshot/catalog-encoder.js';
import { SEGMENT_CHARACTERS } from '../../src/snapshot/index-texts.js';
import { sourceInMemory } from '../../src/snapshot/source.js';

it('Titles of long texts are indexed in smaller lots, so that a lot takes the same memory', () => {
  const description = 'wide is the sea '.repeat(20_000);
  const titles = Array.from({ length: 30 }, (_, number) => ({
    id: `t${number}`,
    title: 'Moby Dick',
    format: { id: 'BK' },
    description,
  }));
  const library = { id: 'lib', name: 'Library', snapshot_date: '2026-11-01T00:00:00Z' };
  const source = sourceInMemory({ library, titles });
  const encoder = createCatalogEncoder(source);
  const lots: FieldTexts[][] = [];
  for (const record of source.titles.records()) {
    const lot = encoder.addTitle(record);
    if (lot !== undefined) lots.push(lot);
  }
  lots.push(encoder.lastTexts());
  expect(lots.flat()).toHaveLength(titles.length);
  for (const lot of lots) {
    expect((lot.length - 1) * description.length).toBeLessThan(SEGMENT_CHARACTERS);
  }
  expect(lots.length).toBeGreaterThan(3);
});
