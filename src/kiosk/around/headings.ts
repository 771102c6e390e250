import type { Titles } from '../../catalog/catalog.js';
import {
  collationLetters,
  type DocValuesColumn,
  memoizePerObject,
  normalizeUnicode,
  partitionPoint,
} from '../../search/index.js';

/** The narrowings whose values readers can browse from A to Z. */
export const HEADING_KINDS = ['author', 'subject', 'series'] as const;

/** A narrowing whose values readers can browse. */
export type HeadingKind = (typeof HEADING_KINDS)[number];

/** A range of ordinals of a narrowing: from `start` up to but not including `end`. */
export interface OrdRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the values of a narrowing that begin with a text. Case and accents are ignored. An empty text returns all
 * values.
 */
export function headingsWithPrefix(titles: Titles, kind: HeadingKind, prefix: string): OrdRange {
  const { dictionary } = titles.columns[kind];
  const letters = collationLetters(normalizeUnicode(prefix, 'NFC').trim());
  const lettersOf = (ord: number) => collationLetters(dictionary.get(ord));
  const start = partitionPoint(0, dictionary.size, (ord) => lettersOf(ord) < letters);
  const end = partitionPoint(start, dictionary.size, (ord) => lettersOf(ord).startsWith(letters));
  return { start, end };
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

const initialsOfColumn = memoizePerObject(collectInitials);

/** The maximum number of first characters that are looked at. */
const MAX_INITIALS = 400;

/** Skips with a binary search from each first character to the next. */
function collectInitials({ dictionary }: DocValuesColumn): string[][] {
  const initialAt = (ord: number) => [...collationLetters(dictionary.get(ord))][0] ?? '';
  const found: string[][] = ALPHABETS.map(() => []);
  let ord = 0;
  for (let i = 0; i < MAX_INITIALS && ord < dictionary.size; i++) {
    const initial = initialAt(ord);
    found[ALPHABETS.findIndex((it) => it.test(initial))]?.push(initial);
    ord = partitionPoint(ord + 1, dictionary.size, (it) => initialAt(it) === initial);
  }
  return found.filter((initials) => initials.length > 0);
}
