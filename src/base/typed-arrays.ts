/*
 * Typed arrays: elements of the smallest type, memory that threads can share, offsets computed from counts,
 * varints, and arrays of numbers that grow.
 */

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

/** The largest offset that a `Uint32Array` can store. */
const MAX_OFFSET = 0xffff_ffff;

/**
 * Computes offsets from counts, in place. Before the call, element `i + 1` is the number of parts of item `i`.
 * After the call, the parts of item `i` are at `[offsets[i], offsets[i + 1])`. Element 0 must be 0.
 *
 * @param parts what is counted, as a plural, for the error message
 * @throws RangeError when there are more parts than a 32-bit offset can number
 * @example sumCounts(Uint32Array.of(0, 3, 2), 'postings') // Uint32Array.of(0, 3, 5)
 */
export function sumCounts(offsets: Uint32Array, parts: string): Uint32Array {
  let sum = 0;
  for (let i = 1; i < offsets.length; i++) {
    sum += offsets[i];
    offsets[i] = sum;
  }
  checkCount(sum, parts);
  return offsets;
}

/** @throws RangeError when there are more parts than a 32-bit offset can number */
export function checkCount(count: number, parts: string): void {
  if (count <= MAX_OFFSET) return;
  throw new RangeError(
    `index: expected at most ${MAX_OFFSET} ${parts}, found ${count}; index fewer documents`,
  );
}

/** Returns memory of `byteLength` bytes, filled with zeros. */
export type Allocate = (byteLength: number) => ArrayBufferLike;

/** Allocates memory of the calling thread. */
export const allocateMemory: Allocate = (byteLength) => new ArrayBuffer(byteLength);

/** The size from which a buffer in shared memory has memory pages of its own, in bytes. */
const MIN_MAPPED_BYTES = 2 ** 16;

/**
 * Allocates memory that threads can share. V8 maps memory pages for a buffer that can grow, and unmaps them when no thread
 * uses the buffer. It allocates other buffers with `malloc`, which keeps the freed memory of each thread for later.
 */
export function allocateShared(byteLength: number): SharedArrayBuffer {
  return byteLength < MIN_MAPPED_BYTES
    ? new SharedArrayBuffer(byteLength)
    : new SharedArrayBuffer(byteLength, { maxByteLength: byteLength });
}

interface ArrayType<T> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Creates an array of zeros in allocated memory. */
export function allocateArray<T>(type: ArrayType<T>, length: number, allocate: Allocate): T {
  // A view of a buffer that can grow is slow, unless it has an explicit length.
  return new type(allocate(length * type.BYTES_PER_ELEMENT), 0, length);
}

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

/** Writes `value` as a varint at `offset` and returns the offset after the last byte. `bytes` must be long enough. */
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

type NewArray<T> = new (length: number) => T;

/** The initial capacity. It is small, because a small catalog needs many small arrays. */
const MIN_CAPACITY = 32;

/** An array of numbers that grows as numbers are added. V8's heap does not contain the numbers. */
export class GrowableArray<T extends Uint32Array | Float64Array = Uint32Array> {
  length = 0;
  private numbers: T;

  /** @param type the type of the numbers. Default: unsigned 32-bit integers. */
  constructor(private readonly type = Uint32Array as unknown as NewArray<T>) {
    this.numbers = new type(MIN_CAPACITY);
  }

  push(value: number): void {
    if (this.length === this.numbers.length) this.grow(this.numbers.length * 2);
    this.numbers[this.length++] = value;
  }

  /**
   * Adds zeros, and returns a view of them. The caller replaces the zeros before it calls another method, which can move
   * the numbers.
   */
  extend(count: number): T {
    const start = this.length;
    this.length += count;
    // Callers add most numbers with one call, and few numbers with `push` after it, so little spare capacity is enough.
    if (this.length > this.numbers.length) this.grow(Math.ceil(this.length * 1.125));
    return this.numbers.subarray(start, this.length) as T;
  }

  private grow(capacity: number): void {
    const grown = new this.type(capacity);
    grown.set(this.numbers);
    this.numbers = grown;
  }

  /** Returns the number at `index`, which must be below {@link length}. */
  get(index: number): number {
    return this.numbers[index];
  }

  /** Replaces the number at `index`, which must be below {@link length}. */
  set(index: number, value: number): void {
    this.numbers[index] = value;
  }

  /** Returns a copy of the numbers. */
  toArray(): T {
    return this.numbers.slice(0, this.length) as T;
  }

  /** Removes the numbers from the array, and returns them. */
  take(): T {
    const taken = this.numbers.subarray(0, this.length) as T;
    this.numbers = new this.type(MIN_CAPACITY);
    this.length = 0;
    return taken;
  }
}
