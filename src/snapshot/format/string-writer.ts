import { GrowableArray, type StringTableData } from '../../search/index.js';

/** The maximum total size of the strings in bytes, because their offsets are 32-bit numbers. */
const MAX_BYTES = 0xffffffff;

const encoder = new TextEncoder();

/** The minimum size of a new chunk in bytes. */
const CHUNK_BYTES = 1 << 20;

/** Collects strings as bytes in chunks, so that adding a string does not copy earlier strings. */
export class StringWriter {
  /** No string spans two chunks. Only the last chunk has free space. */
  readonly #chunks: Uint8Array[] = [];
  /** The number of bytes used in the last chunk. */
  #filled = 0;
  #length = 0;
  readonly #ends = new GrowableArray();

  /** The total size of the strings in bytes. */
  get length(): number {
    return this.#length;
  }

  /** Adds a string as UTF-8, and returns its position in the order of adding, from 0. */
  add(text: string): number {
    const chunk = this.#chunkFor(text.length * 3);
    return this.#register(encoder.encodeInto(text, chunk.subarray(this.#filled)).written);
  }

  /** Adds the bytes of a string in any encoding, and returns its position in the order of adding, from 0. */
  addBytes(text: Uint8Array): number {
    this.#chunkFor(text.length).set(text, this.#filled);
    return this.#register(text.length);
  }

  /** The number of strings. */
  get size(): number {
    return this.#ends.length;
  }

  /** Returns the bytes of a string by its position in the order of adding. O(chunks). */
  get(position: number): Uint8Array {
    let start = position === 0 ? 0 : this.#ends.get(position - 1);
    let end = this.#ends.get(position);
    for (const chunk of this.#chunks) {
      if (end <= chunk.length) return chunk.subarray(start, end);
      start -= chunk.length;
      end -= chunk.length;
    }
    throw new RangeError(`position: expected a number below ${this.size}, found ${position}`);
  }

  /** Yields the bytes of each string, in the order of adding, and frees each chunk after use. */
  *drain(): Generator<Uint8Array> {
    const ends = this.#ends.toArray();
    let [position, chunkStart, start] = [0, 0, 0];
    for (const chunk of removeEach(this.#chunks)) {
      const chunkEnd = Math.min(chunkStart + chunk.length, this.#length);
      for (; ends[position] <= chunkEnd; position++) {
        yield chunk.subarray(start - chunkStart, ends[position] - chunkStart);
        start = ends[position];
      }
      chunkStart = chunkEnd;
    }
  }

  /**
   * Returns the strings as a table, and frees each chunk after use. The writer cannot be used
   * afterwards.
   *
   * @param finalIndexes A permutation: the final index of each string, by its position in the order of
   *   adding. Default: the strings keep the order of adding.
   */
  finish(finalIndexes?: Uint32Array): StringTableData {
    const ends = this.#ends.toArray();
    const offsets = new Uint32Array(ends.length + 1);
    ends.forEach((end, position) => {
      offsets[(finalIndexes?.[position] ?? position) + 1] = end - (ends[position - 1] ?? 0);
    });
    for (let i = 1; i < offsets.length; i++) offsets[i] += offsets[i - 1];

    const bytes = new Uint8Array(this.#length);
    let position = 0;
    for (const text of this.drain()) {
      bytes.set(text, offsets[finalIndexes?.[position] ?? position]);
      position++;
    }
    return { offsets, bytes };
  }

  /** Registers the next `length` bytes of the last chunk as a string, and returns its position. */
  #register(length: number): number {
    this.#filled += length;
    this.#length += length;
    if (this.#length > MAX_BYTES) {
      throw new RangeError(
        'section of strings: expected at most 4 GiB, found more; split the library',
      );
    }
    this.#ends.push(this.#length);
    return this.#ends.length - 1;
  }

  /** Returns a chunk with at least `length` free bytes: the last chunk, or a new one. */
  #chunkFor(length: number): Uint8Array {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.length - this.#filled >= length) return last;
    this.#closeChunk();
    const chunk = new Uint8Array(Math.max(CHUNK_BYTES, length));
    this.#chunks.push(chunk);
    return chunk;
  }

  /** Trims the unused bytes of the last chunk. */
  #closeChunk(): void {
    const last = this.#chunks.pop();
    if (last !== undefined) this.#chunks.push(last.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/** Removes each item from the array, and yields it. */
function* removeEach<T>(list: T[]): Generator<T> {
  for (let first = list.shift(); first !== undefined; first = list.shift()) yield first;
}
