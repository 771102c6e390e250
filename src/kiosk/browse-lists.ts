/**
 * The lists that readers can browse: authors, subjects and series from A to Z, and titles in the order of the shelf.
 * `pages/browse.ts` renders them.
 */

import { partitionPoint } from '../base/binary-search.js';
import { collationLetters } from '../base/collation.js';
import { memoizePerObject } from '../base/lazy.js';
import type { Catalog, Titles } from '../catalog/catalog.js';
import { normalizeCallNumber } from '../catalog/search-fields.js';
import { shelfKey } from '../catalog/shelf.js';
import type { DocValuesColumn } from '../search/index.js';
import { rangeWithPrefix } from '../v1/facet-values.js';
import type { Language } from './language.js';
import type { PageView } from './page-view.js';

/** The narrowings whose values readers can browse from A to Z. */
const HEADING_KINDS = ['author', 'subject', 'series'] as const;

/** A narrowing whose values readers can browse. */
export type HeadingKind = (typeof HEADING_KINDS)[number];

/** A range of ordinals of a narrowing: from `start` up to but not including `end`. */
interface OrdRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the values of a narrowing that begin with a text. Case and accents are ignored. An empty text returns all
 * values.
 */
export function headingsWithPrefix(titles: Titles, kind: HeadingKind, prefix: string): OrdRange {
  const { dictionary } = titles.columns[kind];
  return rangeWithPrefix(dictionary.size, dictionary.get, prefix);
}

/** Returns the number of titles that have a value. */
export function titleCount(titles: Titles, kind: HeadingKind, ord: number): number {
  return titles.columns[kind].data.counts[ord];
}

/** Matches letters of alphabets, and digits. Other scripts have too many characters for a row of links. */
const ALPHABETS = [
  /^[\d\p{Script=Latin}]$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Hebrew}$/u,
  /^\p{Script=Arabic}$/u,
];

/**
 * Returns the letters and digits with which values of a narrowing begin, in the order of the values. The letters of each
 * script are an array of their own.
 */
export function initialsOf(titles: Titles, kind: HeadingKind): readonly (readonly string[])[] {
  return initialsOfColumn(titles.columns[kind]);
}

const initialsOfColumn = memoizePerObject(({ dictionary }: DocValuesColumn) =>
  initialsAmong(dictionary.size, dictionary.get),
);

/** The maximum number of first characters that are read. */
const MAX_INITIALS = 400;

/**
 * Returns the first letters and digits of names, as {@link initialsOf} does. Skips with a binary search from each first
 * character to the next.
 *
 * @param nameAt returns a name by its position in the collation order
 */
export function initialsAmong(size: number, nameAt: (position: number) => string): string[][] {
  const initialAt = (position: number) => [...collationLetters(nameAt(position))][0] ?? '';
  const found: string[][] = ALPHABETS.map(() => []);
  let ord = 0;
  for (let i = 0; i < MAX_INITIALS && ord < size; i++) {
    const initial = initialAt(ord);
    found[ALPHABETS.findIndex((it) => it.test(initial))]?.push(initial);
    ord = partitionPoint(ord + 1, size, (it) => initialAt(it) === initial);
  }
  return found.filter((initials) => initials.length > 0);
}

/** A place on the shelf: a call number, and a title that has it. */
interface ShelfPlace {
  /** The call number, normalized. */
  readonly callNumber: string;
  /** The number of the title. */
  readonly title: number;
}

/** The places on the shelf of a catalog; see `Shelf`. */
export interface ShelfOrder {
  readonly size: number;
  /** Returns the place at a position, from 0. */
  place(position: number): ShelfPlace;
  /**
   * Returns the position of a title at a call number, or else of the first place that is not before the call number.
   *
   * @param title the number of a title. Default: the first title at the call number.
   */
  positionOf(callNumber: string, title?: number): number;
}

/** The id of the place that a reader looks for, on a page of the shelf. */
export const SOUGHT_ID = 'sought';

/** Returns the shelf of a catalog. */
export function shelfOrder({ titles: { queryColumns, ranks, shelf } }: Catalog): ShelfOrder {
  const { dictionary } = queryColumns.call_number;
  const { callNumbers, starts, titles } = shelf;
  const callNumberAt = (rank: number) => dictionary.get(callNumbers[rank]);
  return {
    size: titles.length,
    place: (position) => {
      const rank = partitionPoint(0, callNumbers.length, (it) => starts[it + 1] <= position);
      return { callNumber: callNumberAt(rank), title: titles[position] };
    },
    positionOf: (callNumber, title) => {
      const sought = normalizeCallNumber(callNumber);
      const key = shelfKey(sought);
      const rank = partitionPoint(0, callNumbers.length, (it) => {
        const other = callNumberAt(it);
        const otherKey = shelfKey(other);
        return otherKey < key || (otherKey === key && other < sought);
      });
      if (title === undefined || rank === callNumbers.length || callNumberAt(rank) !== sought) {
        return starts[rank];
      }
      const isBefore = (place: number) => ranks.author[titles[place]] < ranks.author[title];
      return partitionPoint(starts[rank], starts[rank + 1], isBefore);
    },
  };
}

/** The lists that readers can browse, by the last part of the path of their page. */
export const BROWSE_KINDS = [...HEADING_KINDS, 'call_number'] as const;

export type BrowseKind = (typeof BROWSE_KINDS)[number];

/** Returns the name of a list. */
export function browseName(kind: BrowseKind, { texts }: Language): string {
  return kind === 'call_number' ? texts.browse.call_numbers : texts.search.types[kind];
}

/** Returns the names of all lists of a catalog that are not empty, and the URLs of their first pages. */
export function browseLinks(
  { language, href }: PageView,
  { library, titles }: Catalog,
): { readonly name: string; readonly href: string }[] {
  return BROWSE_KINDS.filter((kind) =>
    kind === 'call_number'
      ? titles.queryColumns.call_number.dictionary.size > 0
      : titles.columns[kind].dictionary.size > 0,
  ).map((kind) => ({
    name: browseName(kind, language),
    href: href(`/browse/${kind}`, { library: library.id }),
  }));
}
