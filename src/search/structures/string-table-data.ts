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

/** The index of a string that the other table does not have. */
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
 * The code units of characters above U+FFFF, whose first byte is 0xF0 or more, are below those from U+E000 on, whose first
 * byte is 0xEE or 0xEF.
 */
function rankOfByte(byte: number): number {
  return byte >= 0xf0 ? 0xed + (byte - 0xef) / 32 : byte;
}
