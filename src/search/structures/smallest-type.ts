/** An array of unsigned integers of 1, 2 or 4 bytes each. */
export type UnsignedArray = Uint8Array | Uint16Array | Uint32Array;

/**
 * Creates an array of `length` zeros. The elements have the smallest type that can hold `maximum`.
 *
 * @param maximum the largest number that the array must hold: a whole number from 0 to 4,294,967,295
 * @example createSmallestArray(300, 2) // Uint16Array [0, 0]
 */
export function createSmallestArray(maximum: number, length: number): UnsignedArray {
  if (maximum <= 0xff) return new Uint8Array(length);
  if (maximum <= 0xffff) return new Uint16Array(length);
  return new Uint32Array(length);
}

/** Copies numbers to an array whose elements have the smallest type that can hold every number. */
export function toSmallestType(numbers: Uint32Array): UnsignedArray {
  let maximum = 0;
  for (const number of numbers) if (number > maximum) maximum = number;
  const narrow = createSmallestArray(maximum, numbers.length);
  narrow.set(numbers);
  return narrow;
}
