/*
 * Variable-length integers (varints, unsigned LEB128): seven bits per byte, the lowest bits first.
 * The highest bit is set in every byte but the last. Values are whole numbers below 2^32.
 */

/** The maximum number of bytes of a varint. */
export const MAX_VARINT_BYTES = 5;

/** Returns the number of bytes of `value` as a varint, from 1 to 5. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
  return length;
}

/**
 * Writes `value` as a varint at `offset` and returns the offset after the last byte. `bytes` must be long
 * enough.
 */
export function writeVarint(bytes: Uint8Array, offset: number, value: number): number {
  let rest = value;
  let end = offset;
  while (rest > 0x7f) {
    bytes[end++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[end++] = rest;
  return end;
}
