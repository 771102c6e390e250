import { expect, it } from 'vitest';
import type { FieldTexts } from '../../src/search/building/build-segment.js';
import { createCatalogEncoder } from '../../src/snapshot/catalog-encoder.js';
import { BATCH_CHARACTERS } from '../../src/snapshot/index-texts.js';
import { sourceInMemory } from '../../src/snapshot/source.js';

it('Titles of long texts are indexed in smaller batches, so that a batch takes the same memory', () => {
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
  const batches: FieldTexts[][] = [];
  for (const record of source.titles.records()) {
    const batch = encoder.addTitle(record);
    if (batch !== undefined) batches.push(batch);
  }
  batches.push(encoder.lastTexts());
  expect(batches.flat()).toHaveLength(titles.length);
  for (const batch of batches) {
    expect((batch.length - 1) * description.length).toBeLessThan(BATCH_CHARACTERS);
  }
  expect(batches.length).toBeGreaterThan(3);
});
