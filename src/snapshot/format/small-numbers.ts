/**
 * 16-bit numbers in groups of seven bits, lowest first, every byte but the last with its highest bit
 * set: a byte for a number below 128, two for one below 16,384.
 */
export function encodeSmallNumbers(numbers: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 3);
  let length = 0;
  for (let i = 0; i < numbers.length; i++) {
    let rest = numbers[i];
    while (rest > 0x7f) {
      bytes[length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[length++] = rest;
  }
  return bytes.slice(0, length);
}

/** The numbers that {@link encodeSmallNumbers} wrote. */
export function decodeSmallNumbers(bytes: Uint8Array): Uint16Array {
  let continued = 0;
  for (let at = 0; at < bytes.length; at++) continued += bytes[at] >>> 7;
  const numbers = new Uint16Array(bytes.length - continued);
  let at = 0;
  for (let i = 0; i < numbers.length; i++) {
    let byte = bytes[at++];
    let number = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++];
      number |= (byte & 0x7f) << shift;
    }
    numbers[i] = number;
  }
  return numbers;
}
