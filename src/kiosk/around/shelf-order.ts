import type { Catalog, Titles } from '../../catalog/catalog.js';
import { normalizeCallNumber } from '../../catalog/search-fields.js';
import {
  derivedArrayInSteps,
  lowerBound,
  memoizeSteps,
  partitionPoint,
  type ValuesColumn,
  zerosInSteps,
} from '../../search/index.js';

/** A place on the shelf: a call number, and a title that has it. */
export interface ShelfPlace {
  /** The call number, normalized. */
  readonly callNumber: string;
  /** The number of the title. */
  readonly title: number;
}

/**
 * All titles with a call number, in the order of the call numbers. Titles with the same call number are in the order of
 * their authors. A title is once at each of its call numbers.
 */
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

/** The number of call numbers that a step sorts. */
const SORTED_STEP = 256;

/** The number of call numbers or titles that any other step reads. */
const STEP = 2048;

/** The number of digits of whole numbers in a {@link shelfKey}. */
const NUMBER_WIDTH = 7;

/**
 * Returns a key that sorts call numbers as on a shelf when keys are compared with `<`. The class number, years and
 * volumes are compared as whole numbers, and digits after a decimal point or after the letter of a Cutter number as
 * decimals.
 *
 * @param callNumber a result of `normalizeCallNumber`
 * @example ['qa8 .b4', 'qa76.73 .a2', 'qa76.9 .a2 v.2', 'qa76.9 .a2 v.11'] // in the order of their keys
 */
export function shelfKey(callNumber: string): string {
  const classNumber = callNumber.search(/\d/);
  return callNumber.replace(/\d+/g, (digits, at: number) => {
    const before = callNumber.slice(Math.max(0, at - 2), at);
    const isDecimal = /\d\.$/.test(before);
    const isCutter = at > classNumber && /[\s.\d][a-z]$/.test(before) && !/\sv$/.test(before);
    return isDecimal || isCutter ? digits : digits.padStart(NUMBER_WIDTH, '0');
  });
}

/** Returns the shelf of a catalog. Computes the order once per catalog, and not again when holdings change. */
export const shelfOrder = memoizeSteps(
  collectShelfOrder,
  ({ titles }) => titles.queryColumns.call_number,
);

function* collectShelfOrder({ titles }: Catalog): Generator<undefined, ShelfOrder, void> {
  const column = titles.queryColumns.call_number;
  const { dictionary } = column;
  const { popularityBoosts: key } = titles;
  const ords = yield* derivedArrayInSteps(key, 'call numbers on the shelf', () =>
    sortedOrds(column),
  );
  /** The titles in the order of their authors. */
  const byAuthor = yield* derivedArrayInSteps(key, 'titles by author', () => orderByAuthor(titles));
  /** The call number of rank `i` has the places from `starts[i]` up to but not including `starts[i + 1]`. */
  const starts = yield* derivedArrayInSteps(key, 'starts on the shelf', () =>
    startsOfRanks(column, ords),
  );
  /** By position: the rank of the title's author. */
  const authors = yield* derivedArrayInSteps(key, 'authors on the shelf', () =>
    authorsOnShelf(column, ords, byAuthor, starts),
  );
  const size = authors.length;
  const callNumberAt = (rank: number) => dictionary.get(ords[rank]);
  return {
    size,
    place: (position) => {
      const rank = partitionPoint(0, dictionary.size, (it) => starts[it + 1] <= position);
      return { callNumber: callNumberAt(rank), title: byAuthor[authors[position]] };
    },
    positionOf: (callNumber, title) => {
      const sought = normalizeCallNumber(callNumber);
      const key = shelfKey(sought);
      const rank = partitionPoint(0, dictionary.size, (it) => {
        const other = callNumberAt(it);
        const otherKey = shelfKey(other);
        return otherKey < key || (otherKey === key && other < sought);
      });
      if (title === undefined || rank === dictionary.size || callNumberAt(rank) !== sought) {
        return starts[rank];
      }
      return lowerBound(authors, titles.ranks.author[title], starts[rank], starts[rank + 1]);
    },
  };
}

/** Returns the rank of each call number, by ordinal. */
function* ranksOf(ords: Uint32Array): Generator<undefined, Uint32Array, void> {
  const ranks = yield* zerosInSteps(ords.length);
  for (let rank = 0; rank < ords.length; rank++) {
    ranks[ords[rank]] = rank;
    if (rank % STEP === STEP - 1) yield;
  }
  return ranks;
}

function* orderByAuthor({ size, ranks }: Titles): Generator<undefined, Uint32Array, void> {
  const byAuthor = yield* zerosInSteps(size);
  for (let title = 0; title < size; title++) {
    byAuthor[ranks.author[title]] = title;
    if (title % STEP === STEP - 1) yield;
  }
  return byAuthor;
}

function* startsOfRanks(
  column: ValuesColumn,
  ords: Uint32Array,
): Generator<undefined, Uint32Array, void> {
  const ranks = yield* ranksOf(ords);
  const starts = yield* zerosInSteps(ranks.length + 1);
  for (let title = 0; title < column.documentCount; title++) {
    for (const ord of column.valuesOf(title)) starts[ranks[ord] + 1]++;
    if (title % STEP === STEP - 1) yield;
  }
  for (let rank = 0; rank < ranks.length; rank++) {
    starts[rank + 1] += starts[rank];
    if (rank % STEP === STEP - 1) yield;
  }
  return starts;
}

function* authorsOnShelf(
  column: ValuesColumn,
  ords: Uint32Array,
  byAuthor: Uint32Array,
  starts: Uint32Array,
): Generator<undefined, Uint32Array, void> {
  const ranks = yield* ranksOf(ords);
  const authors = new Uint32Array(starts[ords.length]);
  const ends = new Uint32Array(ords.length);
  for (let rank = 0; rank < ends.length; rank++) {
    ends[rank] = starts[rank];
    if (rank % STEP === STEP - 1) yield;
  }
  for (let author = 0; author < byAuthor.length; author++) {
    for (const ord of column.valuesOf(byAuthor[author])) authors[ends[ranks[ord]]++] = author;
    if (author % STEP === STEP - 1) yield;
  }
  return authors;
}

/** The keys of successive ordinals as UTF-16 code units. V8's heap does not contain them, so that collections stay short. */
interface ShelfKeys {
  /** The key of ordinal `i` of the block begins at `starts[i]` and ends before `starts[i + 1]`. */
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
}

/** Returns the ordinals of a column in the order of their {@link shelfKey}. Merges sorted runs in steps. */
function* sortedOrds({ dictionary }: ValuesColumn): Generator<undefined, Uint32Array, void> {
  /** The keys of each {@link SORTED_STEP} ordinals. */
  const blocks: ShelfKeys[] = [];
  let runs: Uint32Array[] = [];
  for (let start = 0; start < dictionary.size; start += SORTED_STEP) {
    const length = Math.min(SORTED_STEP, dictionary.size - start);
    const keys = Array.from({ length }, (_, i) => shelfKey(dictionary.get(start + i)));
    blocks.push(shelfKeysOf(keys));
    const run = Uint32Array.from(keys, (_, i) => i);
    run.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b));
    runs.push(run.map((i) => start + i));
    yield;
  }
  while (runs.length > 1) {
    const merged: Uint32Array[] = [];
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(i + 1 < runs.length ? yield* merge(runs[i], runs[i + 1], blocks) : runs[i]);
    }
    runs = merged;
  }
  return runs[0] ?? new Uint32Array();
}

function shelfKeysOf(keys: readonly string[]): ShelfKeys {
  const starts = new Uint32Array(keys.length + 1);
  keys.forEach((key, i) => {
    starts[i + 1] = starts[i] + key.length;
  });
  const units = new Uint16Array(starts[keys.length]);
  keys.forEach((key, i) => {
    for (let at = 0; at < key.length; at++) units[starts[i] + at] = key.charCodeAt(at);
  });
  return { starts, units };
}

/** Compares the keys of two ordinals like `<` compares strings. */
function compareKeys(blocks: readonly ShelfKeys[], a: number, b: number): number {
  const left = blocks[Math.floor(a / SORTED_STEP)];
  const right = blocks[Math.floor(b / SORTED_STEP)];
  const leftEnd = left.starts[(a % SORTED_STEP) + 1];
  const rightEnd = right.starts[(b % SORTED_STEP) + 1];
  let i = left.starts[a % SORTED_STEP];
  let j = right.starts[b % SORTED_STEP];
  while (i < leftEnd && j < rightEnd) {
    const difference = left.units[i++] - right.units[j++];
    if (difference !== 0) return difference;
  }
  return leftEnd - i - (rightEnd - j);
}

function* merge(
  left: Uint32Array,
  right: Uint32Array,
  blocks: readonly ShelfKeys[],
): Generator<undefined, Uint32Array, void> {
  const merged = new Uint32Array(left.length + right.length);
  let i = 0;
  let j = 0;
  for (let at = 0; at < merged.length; at++) {
    // Ordinals of the left run are lower, so that equal keys remain in the order of their ordinals.
    const isLeft =
      j === right.length || (i < left.length && compareKeys(blocks, left[i], right[j]) <= 0);
    merged[at] = isLeft ? left[i++] : right[j++];
    if (at % STEP === STEP - 1) yield;
  }
  yield;
  return merged;
}
