import type { Catalog } from '../catalog/catalog.js';
import { compareCodePoints } from '../search/string-table.js';

/** Entries of one catalog's user content in listing order, which is that of their numbers. */
export interface EntryList {
  readonly catalog: Catalog;
  readonly size: number;
  /** The number of the entry at a position. */
  at(position: number): number;
}

/** An entry and the catalog that holds it. */
export interface PlacedEntry {
  readonly catalog: Catalog;
  readonly entry: number;
}

/** Those of the entries, which must ascend, that hold any item: all but the last few. */
export function withItems(catalog: Catalog, entries?: Uint32Array): EntryList {
  const { newest, size } = catalog.userContent;
  const at = (position: number) => (entries === undefined ? position : entries[position]);
  let low = 0;
  let high = entries?.length ?? size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (newest[at(middle)] > Number.NEGATIVE_INFINITY) low = middle + 1;
    else high = middle;
  }
  return { catalog, size: low, at };
}

/** A list of the given entries, which must ascend. */
export function entryList(catalog: Catalog, entries: Uint32Array): EntryList {
  return { catalog, size: entries.length, at: (position) => entries[position] };
}

/** How many entries the lists hold together. */
export function countEntries(lists: readonly EntryList[]): number {
  return lists.reduce((count, list) => count + list.size, 0);
}

/**
 * A stretch of the entries of all lists in one order: the newest item first, then title id, then
 * user id; those without items last.
 *
 * @remarks O((offset + limit) × lists), O(limit) for a single list.
 */
export function mergeEntries(
  lists: readonly EntryList[],
  offset: number,
  limit: number,
): PlacedEntry[] {
  const filled = lists.filter((list) => list.size > 0);
  const positions = filled.map(() => 0);
  if (filled.length === 1) positions[0] = Math.min(offset, filled[0].size);
  const skipped = positions.reduce((sum, position) => sum + position, 0);
  const merged: PlacedEntry[] = [];
  for (let taken = skipped; merged.length < limit; taken++) {
    const next = firstOf(filled, positions);
    if (next === -1) break;
    const { catalog, at } = filled[next];
    const entry = at(positions[next]++);
    if (taken >= offset) merged.push({ catalog, entry });
  }
  return merged;
}

/** Which of the lists has the entry that comes first, each looked at from its position on; or -1. */
function firstOf(lists: readonly EntryList[], positions: readonly number[]): number {
  let first = -1;
  lists.forEach((list, index) => {
    if (positions[index] >= list.size) return;
    if (
      first === -1 ||
      comesBefore(placed(list, positions[index]), placed(lists[first], positions[first]))
    ) {
      first = index;
    }
  });
  return first;
}

function placed({ catalog, at }: EntryList, position: number): PlacedEntry {
  return { catalog, entry: at(position) };
}

function comesBefore(a: PlacedEntry, b: PlacedEntry): boolean {
  const timeA = a.catalog.userContent.newest[a.entry];
  const timeB = b.catalog.userContent.newest[b.entry];
  if (timeA !== timeB) return timeA > timeB;
  return compareCodePoints(titleId(a), titleId(b)) < 0;
}

function titleId({ catalog, entry }: PlacedEntry): string {
  return catalog.titles.id(catalog.userContent.titles[entry]);
}
