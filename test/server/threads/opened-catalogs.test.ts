import { describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createOpenedCatalogs } from '../../../src/server/threads/run-answering-thread.js';
import { applyChanges } from '../../../src/snapshot/changes/apply-changes.js';
import { differenceBetween } from '../../../src/snapshot/changes/catalog-difference.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const HOLDINGS = [{ branch: 'M', status: 'AVAILABLE' }] as const;

/** Returns opened catalogs with the catalog 1, and the difference to a catalog in which a title was added. */
function openFirst() {
  const first = applyChanges(catalogOf({ titles: [book('5', 'Emma', { popularity: 1 })] }), [
    { op: 'holdings', title: '5', holdings: [...HOLDINGS] },
  ]);
  const next = applyChanges(first, [{ op: 'put', kind: 'titles', record: book('4', 'Typee') }]);
  const opened = createOpenedCatalogs();
  opened.open(1, undefined, differenceBetween(undefined, first));
  return { opened, first, next, difference: differenceBetween(first, next) };
}

const titlesIn = ({ titles }: Catalog) =>
  Array.from({ length: titles.size }, (_, number) => titles.get(number));

describe('The catalogs of an answering thread', () => {
  it('are opened in later tasks if their titles replace those of another catalog', async () => {
    const { opened, next, difference } = openFirst();
    const sections = new Map(difference.sections);
    const read = vi.spyOn(sections, Symbol.iterator);
    opened.open(2, 1, { ...difference, sections });
    expect(read).not.toHaveBeenCalled();
    await opened.whenOpened();
    expect(read).toHaveBeenCalled();
    expect(titlesIn(opened.get(2)!)).toEqual(titlesIn(next));
  });

  it('are opened at once if they are used before', async () => {
    const { opened, next, difference } = openFirst();
    opened.open(2, 1, difference);
    const used = opened.get(2)!;
    expect(titlesIn(used)).toEqual(titlesIn(next));
    await opened.whenOpened();
    expect(opened.get(2)).toBe(used);
  });

  it('are opened at once if only holdings changed', () => {
    const { opened, first } = openFirst();
    const next = applyChanges(first, [{ op: 'holdings', title: '5', holdings: [] }]);
    const difference = differenceBetween(first, next);
    const holdings = [...difference.holdings];
    const read = vi.spyOn(holdings, Symbol.iterator);
    opened.open(2, 1, { ...difference, holdings });
    expect(read).toHaveBeenCalled();
    expect(titlesIn(opened.get(2)!)).toEqual(titlesIn(next));
  });

  it('are closed also while they are being opened', async () => {
    const { opened, difference } = openFirst();
    opened.open(2, 1, difference);
    expect(opened.closeAllExcept([1])).toBe(true);
    await opened.whenOpened();
    expect(opened.get(1)).toBeDefined();
    expect(opened.get(2)).toBeUndefined();
  });

  it('report whether titles were closed that no open catalog has', () => {
    const { opened, first, difference } = openFirst();
    const next = applyChanges(first, [{ op: 'holdings', title: '5', holdings: [] }]);
    opened.open(2, 1, differenceBetween(first, next));
    expect(opened.closeAllExcept([1])).toBe(false);
    opened.open(3, 1, difference);
    opened.get(3);
    expect(opened.closeAllExcept([3])).toBe(true);
  });
});
