import { describe, expect, it } from 'vitest';
import { encodeCatalog } from '../../../src/snapshot/encoding/encode-catalog.js';
import { collectGarbage } from '../../../src/snapshot/file/shared-memory.js';
import { openSections, replaceSections } from '../../../src/snapshot/format/open-sections.js';
import { groupOf } from '../../../src/snapshot/format/section-groups.js';
import { memorySource } from '../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';

/** Collects garbage of earlier tests, so that it is not collected while a test measures memory. */
function collectAllGarbage(): void {
  // The second call waits for the buffers of the first call to be freed.
  collectGarbage();
  collectGarbage();
}

describe('openSections', () => {
  it('rejects a snapshot without the column of a facet, and reports the remedy', () => {
    const records = recordsOf({ titles: [book('1', 'Moby-Dick')] });
    const { sections } = encodeCatalog(memorySource(records));
    const remaining = new Map(sections);
    for (const name of sections.keys()) {
      if (name.startsWith('titles.column.genre.')) remaining.delete(name);
    }
    expect(() => openSections('harbour.snapshot', remaining)).toThrow(
      /^harbour\.snapshot: expected section 'titles\.column\.genre\.\w+', found nothing; build the snapshot again from its source with this version of Carrel$/,
    );
  });

  it.each([
    'titles.rank.title',
    'titles.by_title',
    'titles.key.hash',
    'titles.query.branch.values',
    'titles.query.rating',
    'index.term.by_suffix',
    'index.term.shared_lengths',
    'index.bigram.documents',
  ])('rejects a snapshot without the section %s, which only some requests read', (name) => {
    const { sections } = encodeCatalog(memorySource(recordsOf({ titles: [book('1', 'Emma')] })));
    const remaining = new Map(sections);
    remaining.delete(name);
    expect(() => openSections('harbour.snapshot', remaining)).toThrow(
      `harbour.snapshot: expected section '${name}', found nothing; build the snapshot again from its source with this version of Carrel`,
    );
  });
});

/**
 * A number of bytes so large that garbage of other tests, which may be collected meanwhile, hardly matters. The system
 * gives a buffer memory only when it is written.
 */
const LARGE = 2 ** 30;

describe('openSections with shared memory', () => {
  it('makes the garbage collector count sections in shared memory, but allocates no memory', () => {
    const { sections } = encodeCatalog(memorySource(recordsOf({ titles: [book('1', 'Emma')] })));
    const bytes = LARGE;
    const shared = new Map(sections);
    shared.set('titles.large', new Uint8Array(new SharedArrayBuffer(bytes)));
    collectAllGarbage();
    const before = process.memoryUsage();
    const catalog = openSections('harbour.snapshot', shared);
    const after = process.memoryUsage();
    expect(after.external - before.external).toBeGreaterThan(bytes / 2);
    // Here, Node counts only the buffers that it allocates with `malloc` or `calloc`.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(bytes / 2);
    expect(catalog.titles.size).toBe(1);
  });
});

describe('replaceSections', () => {
  it('makes the garbage collector count replaced sections in shared memory', () => {
    const { sections } = encodeCatalog(memorySource(recordsOf({ titles: [book('1', 'Emma')] })));
    const catalog = openSections('harbour.snapshot', sections);
    const titles = new Map([...sections].filter(([name]) => groupOf(name) === 'titles'));
    const bytes = LARGE;
    titles.set('titles.large', new Uint8Array(new SharedArrayBuffer(bytes)));
    collectAllGarbage();
    const before = process.memoryUsage().external;
    const replaced = replaceSections(catalog, new Map([['titles', titles]]));
    expect(process.memoryUsage().external - before).toBeGreaterThan(bytes / 2);
    expect(replaced.titles.size).toBe(1);
  });
});
