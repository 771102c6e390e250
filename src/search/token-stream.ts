/**
 * A document's text as the index keeps it: for every field that has tokens the field's code, then
 * one code a token, in order. Codes below the number of fields are fields; the others are terms,
 * the most widespread first, so that most of a text is codes of one and two bytes.
 *
 * A code is written in groups of seven bits, lowest first, every byte but the last with its highest
 * bit set. The first byte of a code therefore follows a byte below 128 or the beginning.
 */

/** How many bytes `code` takes, 1 to 5. */
export function codeLength(code: number): number {
  let length = 1;
  for (let rest = code >>> 7; rest > 0; rest >>>= 7) length++;
  return length;
}

/** Writes `code` at `at`, which has room for it, and gives the place after it. */
export function writeCode(bytes: Uint8Array, at: number, code: number): number {
  let rest = code;
  let to = at;
  while (rest > 0x7f) {
    bytes[to++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[to++] = rest;
  return to;
}
