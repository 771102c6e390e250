import { expect, it } from 'vitest';
import { encodeCatalog } from '../../../src/snapshot/encode-catalog.js';
import { openSections } from '../../../src/snapshot/format/open-sections.js';
import { sourceInMemory } from '../../../src/snapshot/source.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';

it('a snapshot from before a narrowing was added is refused by name, and what to do is told', () => {
  const records = recordsOf({ titles: [book('1', 'Moby-Dick')] });
  const { sections } = encodeCatalog(sourceInMemory(records));
  const before = new Map(sections);
  for (const name of sections.keys()) {
    if (name.startsWith('titles.column.genre.')) before.delete(name);
  }
  expect(() => openSections('harbour.snapshot', before)).toThrow(
    /^harbour\.snapshot was written by another Carrel: its section 'titles\.column\.genre\.\w+' is missing\. Build it again from its source\.$/,
  );
});

it.each([
  'titles.rank.title',
  'titles.by_title',
  'titles.key.hash',
  'titles.query.branch.values',
  'titles.query.rating',
  'index.term.by_ending',
  'index.pair.documents',
])('a snapshot without %s is refused, though only some requests need it', (name) => {
  const { sections } = encodeCatalog(sourceInMemory(recordsOf({ titles: [book('1', 'Emma')] })));
  const without = new Map(sections);
  without.delete(name);
  expect(() => openSections('harbour.snapshot', without)).toThrow(
    `harbour.snapshot was written by another Carrel: its section '${name}' is missing.`,
  );
});
