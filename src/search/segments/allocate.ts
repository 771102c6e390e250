/** Returns memory of a number of bytes, which are zero. */
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

/** The type of an array of numbers. */
interface ArrayType<T> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Creates an array of zeros in allocated memory. */
export function allocateArray<T>(type: ArrayType<T>, length: number, allocate: Allocate): T {
  // With a length, a view of a buffer that could grow is as fast as any other.
  return new type(allocate(length * type.BYTES_PER_ELEMENT), 0, length);
}
