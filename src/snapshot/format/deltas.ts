/**
 * Numbers as the differences from each to the next, the first from 0: a difference `d` is written as
 * `2d`, or `-2d - 1` when it is negative, in groups of seven bits, lowest first, every byte but the
 * last with its highest bit set. Offsets and lists of documents take a byte or two a number so.
 */
export function encodeDeltas(numbers: Uint32Array): Uint8Array {
  let bytes = new Uint8Array(numbers.length * 2 + 16);
  let length = 0;
  let previous = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (length + 5 > bytes.length) {
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
    const difference = numbers[i] - previous;
    previous = numbers[i];
    // Up to 2^33, so without bit operations where those would cut it to 32 bits.
    let rest = difference >= 0 ? difference * 2 : -2 * difference - 1;
    while (rest > 0x7f) {
      bytes[length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    bytes[length++] = rest;
  }
  return bytes.slice(0, length);
}

/** The numbers that {@link encodeDeltas} wrote. */
export function decodeDeltas(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(countNumbers(bytes));
  // Modulo 2^32, as the numbers are kept.
  let previous = 0;
  let at = 0;
  for (let i = 0; i < numbers.length; i++) {
    let byte = bytes[at++];
    let written = byte & 0x7f;
    if (byte > 0x7f) {
      // Four groups are 28 bits, which 32-bit arithmetic holds; the fifth goes past it.
      for (let shift = 7; byte > 0x7f && shift < 28; shift += 7) {
        byte = bytes[at++];
        written |= (byte & 0x7f) << shift;
      }
      if (byte > 0x7f) {
        const wide = written + bytes[at++] * 2 ** 28;
        previous = (previous + (wide % 2 === 0 ? wide / 2 : -(wide + 1) / 2)) | 0;
        numbers[i] = previous;
        continue;
      }
    }
    previous = (previous + ((written >>> 1) ^ -(written & 1))) | 0;
    numbers[i] = previous;
  }
  return numbers;
}

function countNumbers(bytes: Uint8Array): number {
  let continued = 0;
  for (let at = 0; at < bytes.length; at++) continued += bytes[at] >>> 7;
  return bytes.length - continued;
}
