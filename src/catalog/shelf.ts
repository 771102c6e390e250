/*
 * The order of call numbers on the shelf, which a snapshot stores for the pages that show the neighbors of a title.
 */

import { partitionPoint } from '../base/binary-search.js';
import { matchStrings, NOT_MATCHED } from '../base/string-table.js';
import type { DocValuesColumn, ValuesColumn } from '../search/index.js';

/**
 * All titles with a call number, in the order of the call numbers. Titles with the same call number are in the order of
 * their authors. A title occurs once for each of its call numbers.
 */
export interface Shelf {
  /** The ordinals of all call numbers in the order of the shelf. */
  readonly callNumbers: Uint32Array;
  /** The call number `callNumbers[i]` has the places from `starts[i]` up to but not including `starts[i + 1]`. */
  readonly starts: Uint32Array;
  /** The title at each place. */
  readonly titles: Uint32Array;
}

/** The number of digits of whole numbers in a {@link shelfKey}. */
const NUMBER_WIDTH = 7;

/**
 * Returns a key that sorts call numbers as on a shelf when keys are compared with `<`. The class number, years and
 * volumes are compared as whole numbers, and digits after a decimal point or after the letter of a Cutter number as
 * decimals. A space or a full stop before a Cutter number makes no difference. Numbers of the US Superintendent of
 * Documents have an order of their own: see {@link suDocKey}.
 *
 * @param callNumber a result of `normalizeCallNumber`
 * @example ['qa8 .b4', 'qa76.73 .a2', 'qa76.9 .a2 v.2', 'qa76.9.a2 v.11'] // in the order of their keys
 */
export function shelfKey(callNumber: string): string {
  if (SUDOC.test(callNumber)) return suDocKey(callNumber);
  const text = callNumber.replace(BEFORE_CUTTER, ' .');
  const classNumber = text.search(/\d/);
  return text.replace(/\d+/g, (digits, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at);
    const isDecimal = /\d\.$/.test(before);
    const isCutter = at > classNumber && /[\s.\d][a-z]$/.test(before) && !/\sv$/.test(before);
    return isDecimal || isCutter ? digits : digits.padStart(NUMBER_WIDTH, '0');
  });
}

/** Matches what precedes a Cutter number such as `.b52` or `b52`. A `v` without a full stop begins a volume. */
const BEFORE_CUTTER = /(?<=\d) ?(?:\. ?(?=[a-z]\d)|(?=[a-uw-z]\d))/g;

/** Matches the class of a number of the US Superintendent of Documents: `c 13.10/2:` or `y 4.ag 8/1:`. */
const SUDOC =
  /^[a-z]{1,4}(?: [a-z]{1,4})? ?\d+\.(?:[a-z]{1,4} ?)?\d*(?: ?[-/] ?[a-z\d]+(?: \d+)?)* ?:/;

/** The punctuation of these numbers, in its order. The end of the class comes before its subdivisions. */
const SUDOC_PUNCTUATION = ':.;/-+(),&';

/**
 * Returns the key of a number of the US Superintendent of Documents. All numbers are whole numbers. Nothing comes before
 * something, and after the colon, years come before letters and letters before other numbers. Spaces make no difference.
 *
 * @example ['c 13.2:1', 'c 13.10:998', 'c 13.10:a 62', 'c 13.10:9', 'c 13.10/2:3'] // in the order of their keys
 */
function suDocKey(callNumber: string): string {
  const [, agency, rest] = /^([a-z ]+)(.*)$/.exec(callNumber) ?? ['', '', callNumber];
  const colon = rest.indexOf(':');
  const parts = rest.replace(/[a-z]+|\d+|./g, (part, at: number) => {
    if (part === ' ') return '';
    if (/[a-z]/.test(part)) return `2${part} `;
    if (!/\d/.test(part)) return `0${(SUDOC_PUNCTUATION.indexOf(part) + 1).toString(36)}`;
    // Years before 2000 have three digits: 998 is 1998.
    const isYear = at > colon && /^(?:[89]\d\d|1[89]\d\d|20\d\d)$/.test(part);
    const number = isYear && part.length === 3 ? `1${part}` : part;
    return (isYear ? '1' : '3') + number.padStart(NUMBER_WIDTH, '0');
  });
  return `${agency.replaceAll(' ', '')} ${parts}`;
}

/** A column of call numbers, and its ordinals in the order of the shelf. */
interface ShelvedCallNumbers {
  readonly column: DocValuesColumn;
  readonly callNumbers: Uint32Array;
}

/**
 * Returns the ordinals of call numbers in the order of the shelf.
 *
 * @param before The call numbers before a change. Only new call numbers are sorted. Default: all are sorted.
 */
export function sortCallNumbers(
  { dictionary, data }: DocValuesColumn,
  before?: ShelvedCallNumbers,
): Uint32Array {
  const { size } = dictionary;
  const kept = before && keptCallNumbers(before, data);
  const isKept = new Uint8Array(size);
  for (const ord of kept ?? []) isKept[ord] = 1;
  const added = Uint32Array.from({ length: size }, (_, ord) => ord).filter(
    (ord) => isKept[ord] === 0,
  );
  const keys = Array.from(added, (ord) => shelfKey(dictionary.get(ord)));
  const order = keys.map((_, i) => i);
  order.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
  if (kept === undefined) return Uint32Array.from(order, (i) => added[i]);
  const merged = new Uint32Array(size);
  let [from, at] = [0, 0];
  for (const i of order) {
    const isBefore = (place: number) => {
      const key = shelfKey(dictionary.get(kept[place]));
      return key < keys[i] || (key === keys[i] && kept[place] < added[i]);
    };
    const to = partitionPoint(from, kept.length, isBefore);
    merged.set(kept.subarray(from, to), at);
    at += to - from;
    merged[at++] = added[i];
    from = to;
  }
  merged.set(kept.subarray(from), at);
  return merged;
}

/** Returns the new ordinals of the call numbers that existed before the change, in the order of the shelf. */
function keptCallNumbers(
  { column, callNumbers }: ShelvedCallNumbers,
  now: DocValuesColumn['data'],
): Uint32Array {
  const ordNow = matchStrings(column.data.dictionary, now.dictionary);
  return callNumbers.map((ord) => ordNow[ord]).filter((ord) => ord !== NOT_MATCHED);
}

/**
 * Returns the shelf with the titles of all call numbers.
 *
 * @param column the call numbers of each title
 * @param callNumbers the result of {@link sortCallNumbers}
 * @param byAuthor the titles in the order of their authors
 */
export function shelveTitles(
  column: ValuesColumn,
  callNumbers: Uint32Array,
  byAuthor: Uint32Array,
): Shelf {
  const ranks = new Uint32Array(callNumbers.length);
  for (let rank = 0; rank < ranks.length; rank++) ranks[callNumbers[rank]] = rank;
  const starts = new Uint32Array(ranks.length + 1);
  for (let title = 0; title < byAuthor.length; title++) {
    for (const ord of column.valuesOf(title)) starts[ranks[ord] + 1]++;
  }
  for (let rank = 0; rank < ranks.length; rank++) starts[rank + 1] += starts[rank];
  const titles = new Uint32Array(starts[ranks.length]);
  const ends = starts.slice();
  for (const title of byAuthor) {
    for (const ord of column.valuesOf(title)) titles[ends[ranks[ord]]++] = title;
  }
  return { callNumbers, starts, titles };
}
