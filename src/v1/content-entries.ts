import type { Catalog } from '../catalog/catalog.js';
import { compareCodePoints } from '../search/string-table.js';
import type { RecencySort } from './recency-sort.js';

/** Entries of one catalog's user content, ascending: the newest first, those without items last. */
export interface EntryList {
  readonly catalog: Catalog;
  readonly entries: Uint32Array;
}

/** An entry and the catalog that holds it. */
export interface PlacedEntry {
  readonly catalog: Catalog;
  readonly entry: number;
}

/** All entries of a catalog that hold any item. */
export function allWithItems(catalog: Catalog): EntryList {
  const entries = Uint32Array.from({ length: catalog.userContent.size }, (_, entry) => entry);
  return { catalog, entries: withItems(catalog, entries) };
}

/** Those of the entries that hold any item: all but the last few. O(log entries). */
export function withItems({ userContent }: Catalog, entries: Uint32Array): Uint32Array {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (userContent.newest[entries[middle]] > Number.NEGATIVE_INFINITY) low = middle + 1;
    else high = middle;
  }
  return entries.subarray(0, low);
}

/** How many entries the lists hold together. */
export function countEntries(lists: readonly EntryList[]): number {
  return lists.reduce((count, { entries }) => count + entries.length, 0);
}

/**
 * A stretch of the entries of all lists in one order: by their newest item, then title id, then user
 * id; those without items last.
 *
 * @remarks O((offset + limit) × lists), and O(entries) more for the oldest first.
 */
export function mergeEntries(
  lists: readonly EntryList[],
  sort: RecencySort,
  offset: number,
  limit: number,
): PlacedEntry[] {
  const sorted = lists.map((list) => (sort === 'newest' ? list : oldestFirst(list)));
  const sign = sort === 'newest' ? 1 : -1;
  const positions = sorted.map(() => 0);
  const merged: PlacedEntry[] = [];
  for (let taken = 0; taken < offset + limit; taken++) {
    let first: PlacedEntry | undefined;
    let from = -1;
    sorted.forEach(({ catalog, entries }, index) => {
      if (positions[index] >= entries.length) return;
      const candidate = { catalog, entry: entries[positions[index]] };
      if (first === undefined || compare(candidate, first, sign) < 0) {
        first = candidate;
        from = index;
      }
    });
    if (first === undefined) break;
    positions[from]++;
    if (taken >= offset) merged.push(first);
  }
  return merged;
}

/** The other way round, except that entries of the same time stay in order and those without last. */
function oldestFirst({ catalog, entries }: EntryList): EntryList {
  const { newest } = catalog.userContent;
  const reversed = new Uint32Array(entries.length);
  const timed = withItems(catalog, entries).length;
  let written = 0;
  for (let end = timed; end > 0; ) {
    let start = end - 1;
    while (start > 0 && newest[entries[start - 1]] === newest[entries[end - 1]]) start--;
    reversed.set(entries.subarray(start, end), written);
    written += end - start;
    end = start;
  }
  reversed.set(entries.subarray(timed), timed);
  return { catalog, entries: reversed };
}

/** Negative when `a` comes before `b`; `sign` is 1 for the newest first, -1 for the oldest. */
function compare(a: PlacedEntry, b: PlacedEntry, sign: 1 | -1): number {
  const timeA = a.catalog.userContent.newest[a.entry];
  const timeB = b.catalog.userContent.newest[b.entry];
  if (timeA === timeB) return compareCodePoints(titleId(a), titleId(b));
  if (timeA === Number.NEGATIVE_INFINITY) return 1;
  if (timeB === Number.NEGATIVE_INFINITY) return -1;
  return timeA > timeB ? -sign : sign;
}

function titleId({ catalog, entry }: PlacedEntry): string {
  return catalog.titles.id(catalog.userContent.titles[entry]);
}
