/**
 * The lists that readers can browse: authors, subjects and series from A to Z, and titles in the order of the shelf.
 * `pages/browse.ts` renders them.
 */

import { partitionPoint } from '../base/binary-search.js';
import { collationLetters } from '../base/collation.js';
import { lazyRecord, memoizePerObject } from '../base/lazy.js';
import type { Catalog, Titles } from '../catalog/catalog.js';
import { type FiledName, filedName, filingText } from '../catalog/person-name.js';
import { normalizeCallNumber } from '../catalog/search-fields.js';
import { shelfKey } from '../catalog/shelf.js';
import { rangeWithPrefix } from '../v1/facet-values.js';
import type { Language } from './language.js';
import type { PageView } from './page-view.js';

/** The narrowings whose values readers can browse from A to Z. */
const HEADING_KINDS = ['author', 'subject', 'series'] as const;

/** A narrowing whose values readers can browse. */
export type HeadingKind = (typeof HEADING_KINDS)[number];

/** The values of a narrowing in an order of their texts. */
interface Headings {
  readonly size: number;
  /** Returns the ordinal of the value at a position, from 0. */
  ordAt(position: number): number;
}

/** Returns all values of a narrowing in the order of their texts. Authors have one order for each form of their names. */
function headingsBy(titles: Titles, kind: HeadingKind, form: keyof FiledName = 'byFamily') {
  const { size, get } = titles.columns[kind].dictionary;
  if (kind !== 'author') return { size, ordAt: (position: number) => position, textAt: get };
  const ords = titles.authorOrders[form];
  const ordAt = (position: number) => ords[position];
  return {
    size: ords.length,
    ordAt,
    textAt: (position: number) => filedName(get(ords[position]))[form],
  };
}

/** A shorter prefix does not find given names, so that the letter D lists no authors called David. */
const MIN_PREFIX_OF_GIVEN_NAMES = 2;

/**
 * Returns the values of a narrowing that begin with a text. Case and accents are ignored. An empty text returns all
 * values. Authors are in the order of their family names. Authors whose given names begin with the text follow.
 */
export function headingsWithPrefix(titles: Titles, kind: HeadingKind, prefix: string): Headings {
  const text = kind === 'author' ? filingText(prefix) : prefix;
  const found = (form?: keyof FiledName) => {
    const { size, ordAt, textAt } = headingsBy(titles, kind, form);
    const { start, end } = rangeWithPrefix(size, textAt, text);
    return { size: end - start, ordAt: (position: number) => ordAt(start + position) };
  };
  const first = found();
  if (kind !== 'author' || [...prefix].length < MIN_PREFIX_OF_GIVEN_NAMES) return first;
  const ordsOf = ({ size, ordAt }: Headings) => Array.from({ length: size }, (_, i) => ordAt(i));
  const ords = [...new Set([...ordsOf(first), ...ordsOf(found('byGiven'))])];
  return { size: ords.length, ordAt: (position) => ords[position] };
}

/** Matches letters of alphabets, and digits. Other scripts have too many characters for a row of links. */
const ALPHABETS = [
  /^[\d\p{Script=Latin}]$/u,
  /^\p{Script=Greek}$/u,
  /^\p{Script=Cyrillic}$/u,
  /^\p{Script=Hebrew}$/u,
  /^\p{Script=Arabic}$/u,
];

/** The maximum number of first characters that are read. */
const MAX_INITIALS = 400;

/**
 * Returns the letters and digits with which names begin, in the order of the names. The letters of each script are an array
 * of their own. Skips with a binary search from each first character to the next.
 *
 * @param nameAt returns a name by its position in the collation order
 */
export function initialsAmong(size: number, nameAt: (position: number) => string): string[][] {
  const initialAt = (position: number) => [...collationLetters(nameAt(position))][0] ?? '';
  const found: string[][] = ALPHABETS.map(() => []);
  let position = 0;
  for (let i = 0; i < MAX_INITIALS && position < size; i++) {
    const initial = initialAt(position);
    found[ALPHABETS.findIndex((it) => it.test(initial))]?.push(initial);
    position = partitionPoint(position + 1, size, (it) => initialAt(it) === initial);
  }
  return found.filter((initials) => initials.length > 0);
}

/** For each list, returns the {@link initialsAmong} its values. */
export const initialsOf = lazyRecord(HEADING_KINDS, (kind) =>
  memoizePerObject(
    (titles: Titles) => {
      const { size, textAt } = headingsBy(titles, kind);
      return initialsAmong(size, textAt);
    },
    ({ columns }) => columns[kind],
  ),
);

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
