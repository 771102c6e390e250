import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeCatalog } from '../../src/snapshot/encode-catalog.js';
import { sourceDirectory } from '../../src/snapshot/file/source-directory.js';
import { writeSections } from '../../src/snapshot/format/write-sections.js';
import type { SyncSource } from '../../src/snapshot/source.js';
import { DEMO, REAL, realCatalogs } from '../shared-data.js';

function bytesOf(source: SyncSource, segmentSize?: number): Buffer {
  return Buffer.concat([...writeSections(encodeCatalog(source, { segmentSize }).sections)]);
}

describe('Two builds of one source', () => {
  const demo = sourceDirectory(join(DEMO, 'meridian'));
  const bytesOfDemo = bytesOf(demo);

  it('are the same bytes', () => {
    expect(bytesOf(demo).equals(bytesOfDemo)).toBe(true);
  });

  it.for([1, 7, 100, 333])('are the same bytes when %i titles are indexed at a time', (size) => {
    expect(bytesOf(demo, size).equals(bytesOfDemo)).toBe(true);
  });

  it('are the same bytes for a real catalog in one segment and in thirty', ({ skip }) => {
    if (!process.env.CARREL_LONG) skip('one of the long tests');
    if (!realCatalogs.includes('gutenberg')) skip('gutenberg is not on this machine');
    const source = sourceDirectory(join(REAL, 'gutenberg'));
    expect(bytesOf(source, 256).equals(bytesOf(source))).toBe(true);
  });
});
