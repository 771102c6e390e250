import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeCatalog } from '../../src/snapshot/encoding/encode-catalog.js';
import { sourceDirectory } from '../../src/snapshot/file/source-directory.js';
import { writeSections } from '../../src/snapshot/format/container/write-sections.js';
import type { SyncSource } from '../../src/snapshot/source/source.js';
import { DEMO, REAL, realCatalogs, skippedCatalog } from '../shared-data.js';

function bytesOf(source: SyncSource, segmentSize?: number): Buffer {
  return Buffer.concat([...writeSections(encodeCatalog(source, { segmentSize }).sections)]);
}

describe('two builds of one source', () => {
  const demo = sourceDirectory(join(DEMO, 'meridian'));
  const demoBytes = bytesOf(demo);

  it('have the same bytes', () => {
    expect(bytesOf(demo).equals(demoBytes)).toBe(true);
  });

  it.for([1, 7, 100, 333])('have the same bytes with segments of %i titles', (size) => {
    expect(bytesOf(demo, size).equals(demoBytes)).toBe(true);
  });

  it('have the same bytes for a real catalog with segments of the default size and of 256 titles', ({
    skip,
  }) => {
    if (!realCatalogs.includes('gutenberg')) skip(skippedCatalog('gutenberg'));
    const source = sourceDirectory(join(REAL, 'gutenberg'));
    expect(bytesOf(source, 256).equals(bytesOf(source))).toBe(true);
  });
});
