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

/** Unsigned integers below 2^32 in an array of the smallest type that can hold all numbers so far. */
export class SmallestArray {
  /** The numbers. Another array after {@link set}, if the numbers need a larger type. */
  array: UnsignedArray;

  constructor(array: UnsignedArray) {
    this.array = array;
  }

  get size(): number {
    return this.array.length;
  }

  get(index: number): number {
    return this.array[index];
  }

  set(index: number, number: number): void {
    if (number >= 2 ** (8 * this.array.BYTES_PER_ELEMENT)) {
      const narrow = this.array;
      this.array = createSmallestArray(number, narrow.length);
      this.array.set(narrow);
    }
    this.array[index] = number;
  }

  copy(): this {
    return new SmallestArray(this.array.slice()) as this;
  }

  /** Returns zeros in an array of the same type, so that numbers of this array fit. */
  zeros(size: number): SmallestArray {
    return new SmallestArray(
      new (this.array.constructor as new (size: number) => UnsignedArray)(size),
    );
  }
}
