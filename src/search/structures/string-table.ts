import { partitionPoint } from './binary-search.js';
import { StringList } from './string-list.js';
import { compareUnits, type StringTableData } from './string-table-data.js';

export type { StringTableData } from './string-table-data.js';

/** A list of encoded strings. Each string is decoded when it is read. */
export interface StringTable {
  /** The number of strings. */
  readonly size: number;
  /** Returns the string at `index`, which must be below {@link size}. */
  get(index: number): string;
  /**
   * Returns the index of `text`, or -1 when the table does not contain `text`. The strings must be
   * distinct and ascend by code point. O(log size) comparisons.
   */
  indexOf(text: string): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Encodes strings in the given order. A lone surrogate is encoded as U+FFFD.
 *
 * @throws RangeError if the strings have more bytes than a 32-bit offset can number
 */
export function encodeStringTable(strings: readonly string[]): StringTableData {
  const list = new StringList();
  for (const text of strings) list.add(text);
  return list.toTable();
}

/** Opens a table of encoded strings. Copies no data and decodes no strings. */
export function openStringTable({ offsets, bytes }: StringTableData): StringTable {
  const size = offsets.length - 1;
  return {
    size,
    get: (index) => decoder.decode(bytes.subarray(offsets[index], offsets[index + 1])),
    indexOf(text) {
      const encoded = encoder.encode(text);
      const compare = (index: number) =>
        compareUnits(bytes, offsets[index], offsets[index + 1], encoded, 0, encoded.length);
      const index = partitionPoint(0, size, (i) => compare(i) < 0);
      return index < size && compare(index) === 0 ? index : -1;
    },
  };
}

/**
 * Compares two strings by code point, for `Array.prototype.sort`. {@link StringTable.indexOf} requires this
 * order.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left === right) continue;
    if (left < 0xd800 || right < 0xd800) return left - right;
    return rankHighUnit(left) - rankHighUnit(right);
  }
  return a.length - b.length;
}

/**
 * Maps a code unit of at least 0xD800 to a number for comparison. Surrogates (0xD800 to 0xDFFF) get
 * higher numbers than the units from 0xE000 on, because surrogates encode the highest code points.
 */
function rankHighUnit(unit: number): number {
  return unit >= 0xe000 ? unit - 0x2000 : unit + 0x2000;
}
