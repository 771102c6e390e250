/** Where the bytes of a snapshot come from: a file, or memory. */
export interface ByteSource {
  /** What messages call it: a file's path as it was given. */
  readonly name: string;
  /** How many bytes there are. */
  readonly size: number;
  /**
   * `length` bytes from `offset` on, both within the size. They begin at a multiple of 8 in their
   * buffer if `offset` is one, so that any typed array can view them.
   */
  read(offset: number, length: number): Uint8Array;
}

/** The bytes of a buffer, without copying them. */
export function bytesInMemory(name: string, buffer: ArrayBuffer): ByteSource {
  return {
    name,
    size: buffer.byteLength,
    read: (offset, length) => new Uint8Array(buffer, offset, length),
  };
}
