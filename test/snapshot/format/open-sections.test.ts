import { describe, expect, it } from 'vitest';
import { encodeCatalog } from '../../../src/snapshot/encoding/catalog-encoder.js';
import { openSections } from '../../../src/snapshot/format/open-sections.js';
import { memorySource } from '../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';

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
