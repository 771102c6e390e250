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
  it('gives all catalogs the same hidden classes', () => {
    const withHolding = (status: string): Catalog => {
      const catalog = catalogOf({
        titles: [book('1', 'Emma', { holdings: [{ branch: 'M', status: 'IN' }] })],
      });
      const holdings = [{ branch: 'M', status }];
      return applyChanges(catalog, [{ op: 'holdings', title: '1', holdings }]);
    };
    const [first, second] = [catalogOf({ titles: [book('1', 'Emma')] }), catalogOf({})];
    expect(differentClasses(first, second)).toEqual([]);
    expect(differentClasses(withHolding('ON_ORDER'), withHolding('LOST'))).toEqual([]);
  });
});

/** Returns the paths of the objects in two catalogs that have different hidden classes. */
function differentClasses(a: object, b: object, path = 'catalog', seen = new Set()): string[] {
  if (a === b || seen.has(a) || ArrayBuffer.isView(a) || Array.isArray(a)) return [];
  seen.add(a);
  if (!haveSameMap(a, b)) return [path];
  return Object.keys(a).flatMap((key) => {
    const [valueOfA, valueOfB] = [a, b].map((object) => Reflect.get(object, key));
    return typeof valueOfA === 'object' && typeof valueOfB === 'object'
      ? differentClasses(valueOfA ?? {}, valueOfB ?? {}, `${path}.${key}`, seen)
      : [];
  });
}
