/** Strings as concatenated UTF-8 bytes. String `i` begins at `offsets[i]` and ends before `offsets[i + 1]`. */
export interface StringTableData {
  /** The start of each string in {@link bytes}, then the length of `bytes`. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/**
 * Compares `bytes[start..end)` with `others[otherStart..otherEnd)`, byte by byte. The byte order of UTF-8 texts is their
 * order by code point.
 */
export function compareBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  others: Uint8Array,
  otherStart: number,
  otherEnd: number,
): number {
  const shared = Math.min(end - start, otherEnd - otherStart);
  for (let i = 0; i < shared; i++) {
    const difference = bytes[start + i] - others[otherStart + i];
    if (difference !== 0) return difference;
  }
  return end - start - (otherEnd - otherStart);
}
