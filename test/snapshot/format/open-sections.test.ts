import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import { encodeCatalog } from '../../../src/snapshot/encoding/encode-catalog.js';
import { openSections } from '../../../src/snapshot/format/open-sections.js';
import { memorySource } from '../../../src/snapshot/source/source.js';
import { book, catalogOf, recordsOf } from '../../catalog/catalog-of.js';
import { haveSameMap } from '../../search/structures/hidden-classes.js';

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

  // V8 never frees some hidden classes, so no hidden class may refer to a catalog, for example by its getters.
  it('gives all catalogs the same few hidden classes', () => {
    const changedHolding = (): Catalog => {
      const title = book('1', 'Emma', { holdings: [{ branch: 'M', status: 'LOST' }] });
      const holdings = [{ branch: 'M', status: 'ON_ORDER' }];
      const catalog = catalogOf({ titles: [title] });
      return applyChanges(catalog, [{ op: 'holdings', title: '1', holdings }]);
    };
    for (const create of [() => catalogOf({ titles: [book('1', 'Emma')] }), changedHolding]) {
      const classes = new Map<string, object[]>();
      for (let i = 0; i < 20; i++) addClasses(create(), classes, 'catalog');
      // The first runs of a function can create other hidden classes than later runs.
      const paths = [...classes].filter(([, ofPath]) => ofPath.length > 4).map(([path]) => path);
      expect(paths).toEqual([]);
    }
  });
});

/** Adds the objects in a catalog to the objects by path, except objects with a hidden class that is there. */
function addClasses(
  object: object,
  classes: Map<string, object[]>,
  path: string,
  seen = new Set<object>(),
): void {
  if (seen.has(object) || ArrayBuffer.isView(object) || Array.isArray(object)) return;
  seen.add(object);
  const ofPath = classes.get(path) ?? [];
  classes.set(path, ofPath);
  if (!ofPath.some((other) => haveSameMap(other, object))) ofPath.push(object);
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'object' && value !== null) {
      addClasses(value, classes, `${path}.${key}`, seen);
    }
  }
}
