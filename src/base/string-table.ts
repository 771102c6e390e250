/*
 * Strings as UTF-8 in one buffer with offsets: the form that is stored in files and read without decoding. `StringList`
 * collects the strings, `encodeStringTable` encodes them, and `openStringTable` reads them. `merge-strings.ts` merges sorted
 * tables, and `distinct-values.ts` collects each string once.
 */

import { partitionPoint } from './binary-search.js';
import { checkCount } from './typed-arrays.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Strings as concatenated UTF-8 bytes. String `i` begins at `offsets[i]` and ends before `offsets[i + 1]`. */
export interface StringTableData {
  /** The start of each string in {@link bytes}, then the length of `bytes`. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * Compares `units[start..end)` with `others[otherStart..otherEnd)`, unit by unit. The order of UTF-8 texts by byte is their
 * order by code point.
 */
export function compareUnits(
  units: Uint8Array | Uint16Array,
  start: number,
  end: number,
  others: Uint8Array | Uint16Array,
  otherStart: number,
  otherEnd: number,
): number {
  const shared = Math.min(end - start, otherEnd - otherStart);
  for (let i = 0; i < shared; i++) {
    const difference = units[start + i] - others[otherStart + i];
    if (difference !== 0) return difference;
  }
  return end - start - (otherEnd - otherStart);
}

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
 * Strings as UTF-8 in one buffer, in the order of adding. V8's heap, whose size is limited, does not contain the strings.
 * A lone surrogate becomes U+FFFD.
 */
export class StringList {
  size = 0;
  private bytes = new Uint8Array(1024);
  /** The start of each string in `bytes`, then the end of the last string. */
  private offsets = new Uint32Array(256);

  add(text: string): void {
    this.accept(this.write(text));
  }

  /** Returns the string at `index`, which must be below {@link size}. */
  get(index: number): string {
    return decoder.decode(this.bytes.subarray(this.offsets[index], this.offsets[index + 1]));
  }

  /** Compares the strings at two indexes by code point. */
  compare(a: number, b: number): number {
    const { bytes, offsets } = this;
    return compareUnits(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]);
  }

  /** Writes a string behind the last string without adding it, and returns its end for {@link accept}. */
  write(text: string): number {
    const start = this.offsets[this.size];
    this.reserve(start + 3 * text.length);
    const { bytes } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return start + encoder.encodeInto(text, bytes.subarray(start)).written;
      bytes[start + i] = unit;
    }
    return start + text.length;
  }

  /**
   * Adds the string that {@link write} wrote.
   *
   * @throws RangeError when the strings have more bytes than a 32-bit offset can number
   */
  accept(end: number): void {
    checkCount(end, 'bytes of strings');
    if (this.size + 2 > this.offsets.length) {
      const grown = new Uint32Array(2 * this.offsets.length);
      grown.set(this.offsets);
      this.offsets = grown;
    }
    this.offsets[++this.size] = end;
  }

  /** Returns a hash of the string that {@link write} wrote, an unsigned 32-bit number. */
  hashOfWritten(end: number): number {
    const { bytes } = this;
    let hash = 0x811c9dc5;
    for (let at = this.offsets[this.size]; at < end; at++) {
      hash = Math.imul(hash ^ bytes[at], 0x01000193);
    }
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  /** Returns whether the string at `index` equals the string that {@link write} wrote. */
  isWritten(index: number, end: number): boolean {
    const { bytes, offsets } = this;
    let other = offsets[index];
    let at = offsets[this.size];
    if (offsets[index + 1] - other !== end - at) return false;
    while (at < end) if (bytes[at++] !== bytes[other++]) return false;
    return true;
  }

  /**
   * Returns the strings as a table.
   *
   * @param order The index of each string of the table. Default: all strings in the order of adding.
   */
  toTable(order?: Uint32Array): StringTableData {
    const { bytes, offsets, size } = this;
    if (order === undefined) {
      return { offsets: offsets.slice(0, size + 1), bytes: bytes.slice(0, offsets[size]) };
    }
    const ordered = { offsets: new Uint32Array(order.length + 1), bytes: new Uint8Array(0) };
    order.forEach((index, i) => {
      ordered.offsets[i + 1] = ordered.offsets[i] + offsets[index + 1] - offsets[index];
    });
    ordered.bytes = new Uint8Array(ordered.offsets[order.length]);
    order.forEach((index, i) => {
      ordered.bytes.set(bytes.subarray(offsets[index], offsets[index + 1]), ordered.offsets[i]);
    });
    return ordered;
  }

  private reserve(length: number): void {
    if (length <= this.bytes.length) return;
    // The unused end is never written, so the operating system provides no memory for most of it.
    const grown = new Uint8Array(Math.max(length, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.offsets[this.size]));
    this.bytes = grown;
  }
}

/** In place of an index: the other table does not have the string. */
export const NOT_MATCHED = 0xffffffff;

/**
 * Finds the strings of a table in another table. Decodes no strings.
 *
 * @param from strings in the order of their UTF-16 code units, each once
 * @param to strings in the same order
 * @returns by index in `from`: the index in `to`, or {@link NOT_MATCHED}
 */
export function matchStrings(from: StringTableData, to: StringTableData): Uint32Array {
  const matched = new Uint32Array(from.offsets.length - 1).fill(NOT_MATCHED);
  const size = to.offsets.length - 1;
  for (let i = 0, j = 0; i < matched.length && j < size; ) {
    const difference = compareAsUtf16(from, i, to, j);
    if (difference === 0) matched[i] = j;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return matched;
}

/** Compares two strings in UTF-8 by their UTF-16 code units. */
function compareAsUtf16(a: StringTableData, i: number, b: StringTableData, j: number): number {
  const [start, end] = [a.offsets[i], a.offsets[i + 1]];
  const [otherStart, otherEnd] = [b.offsets[j], b.offsets[j + 1]];
  const length = Math.min(end - start, otherEnd - otherStart);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.bytes[start + at], b.bytes[otherStart + at]];
    if (left !== right) return rankOfByte(left) - rankOfByte(right);
  }
  return end - start - (otherEnd - otherStart);
}

/**
 * Ranks a byte of UTF-8 so that the strings sort as in UTF-16: a character above U+FFFF, whose first byte is at least
 * 0xF0, comes before the characters from U+E000 to U+FFFF, whose first byte is 0xEE or 0xEF.
 */
function rankOfByte(byte: number): number {
  return byte >= 0xf0 ? 0xed + (byte - 0xef) / 32 : byte;
}
