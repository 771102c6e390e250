/*
 * Collects the strings of a section while a source is encoded, in memory or in a temporary file. `base/string-table.ts`
 * has the form in which the strings are stored and read.
 */

import { partitionPoint } from '../../base/binary-search.js';
import type { StringTableData } from '../../base/string-table.js';
import { GrowableArray } from '../../base/typed-arrays.js';

/** The maximum total size of the strings in bytes, because their offsets are 32-bit numbers. */
const MAX_BYTES = 0xffffffff;

const encoder = new TextEncoder();

/**
 * The size of the first chunk in bytes. Each further chunk is twice as large, up to {@link MAX_CHUNK_BYTES}. A string
 * that is longer has a chunk of its own length.
 */
const FIRST_CHUNK_BYTES = 1 << 12;
const MAX_CHUNK_BYTES = 1 << 20;

/** Stores bytes elsewhere than in memory, such as in a file. */
export interface ByteStorage {
  /** Stores bytes, which must not be changed afterward. Returns their position. */
  write(bytes: Uint8Array): number;
  /** Returns bytes that one call of {@link write} stored, or a part of them. */
  read(position: number, length: number): Uint8Array;
}

/** The bytes of some of the strings. */
interface Chunk {
  readonly length: number;
  /** The total size of the strings up to the end of the chunk. */
  readonly end: number;
  read(start: number, end: number): Uint8Array;
}

/** Collects strings as bytes in chunks, so that adding a string does not copy earlier strings. */
export class StringWriter {
  /** The chunks before the last chunk. No string spans two chunks. */
  readonly #full: Chunk[] = [];
  #last = new Uint8Array(0);
  /** The number of bytes used in the last chunk. */
  #filled = 0;
  #length = 0;
  readonly #ends = new GrowableArray();
  readonly #storage: ByteStorage | undefined;

  /** @param storage Stores all chunks but the last. Default: the chunks are in memory. */
  constructor(storage?: ByteStorage) {
    this.#storage = storage;
  }

  /** The total size of the strings in bytes. */
  get length(): number {
    return this.#length;
  }

  /** Adds a string as UTF-8, and returns its position in the order of adding, from 0. */
  add(text: string): number {
    this.#reserve(text.length * 3);
    const free = this.#last.subarray(this.#filled);
    return this.#register(encoder.encodeInto(text, free).written);
  }

  /** Adds the bytes of a string in any encoding, and returns its position in the order of adding, from 0. */
  addBytes(text: Uint8Array): number {
    this.#reserve(text.length);
    this.#last.set(text, this.#filled);
    return this.#register(text.length);
  }

  get size(): number {
    return this.#ends.length;
  }

  /** Returns the bytes of a string by its position in the order of adding. O(log chunks). */
  get(position: number): Uint8Array {
    if (position >= this.size) {
      throw new RangeError(`position: expected a number below ${this.size}, found ${position}`);
    }
    const start = position === 0 ? 0 : this.#ends.get(position - 1);
    const end = this.#ends.get(position);
    const after = partitionPoint(0, this.#full.length, (i) => this.#full[i].end <= start);
    const chunk = this.#full[after] ?? this.#lastChunk();
    const chunkStart = chunk.end - chunk.length;
    return chunk.read(start - chunkStart, end - chunkStart);
  }

  /**
   * Yields the bytes of each string in their final order.
   *
   * @param finalIndexes A permutation: the final index of each string, by its position in the order of adding. Default: the
   *   strings keep the order of adding.
   */
  *inOrder(finalIndexes?: Uint32Array): Generator<Uint8Array> {
    const positions = new Uint32Array(this.size);
    for (let position = 0; position < positions.length; position++) {
      positions[finalIndexes?.[position] ?? position] = position;
    }
    for (const position of positions) yield this.get(position);
  }

  /** Yields the bytes of each string, in the order of adding, and frees each chunk after use. */
  *drain(): Generator<Uint8Array> {
    const ends = this.#ends.toArray();
    let [position, chunkStart, start] = [0, 0, 0];
    this.#closeChunk();
    // Without a chunk, all strings are empty.
    if (this.#full.length === 0) this.#full.push(this.#lastChunk());
    for (const chunk of removeEach(this.#full)) {
      const chunkEnd = chunkStart + chunk.length;
      const bytes = chunk.read(0, chunk.length);
      for (; ends[position] <= chunkEnd; position++) {
        yield bytes.subarray(start - chunkStart, ends[position] - chunkStart);
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

  /** Begins a new chunk if the last chunk has fewer than `length` free bytes. */
  #reserve(length: number): void {
    if (this.#last.length - this.#filled >= length) return;
    this.#closeChunk();
    const size = Math.min(FIRST_CHUNK_BYTES * 2 ** this.#full.length, MAX_CHUNK_BYTES);
    this.#last = new Uint8Array(Math.max(size, length));
  }

  #closeChunk(): void {
    if (this.#filled > 0) this.#full.push(this.#stored(this.#lastChunk()));
    this.#last = new Uint8Array(0);
    this.#filled = 0;
  }

  #lastChunk(): Chunk {
    const [bytes, length] = [this.#last, this.#filled];
    return { length, end: this.#length, read: (start, end) => bytes.subarray(start, end) };
  }

  #stored(chunk: Chunk): Chunk {
    const storage = this.#storage;
    if (storage === undefined) return chunk;
    const position = storage.write(chunk.read(0, chunk.length));
    return { ...chunk, read: (start, end) => storage.read(position + start, end - start) };
  }
}

function* removeEach<T>(list: T[]): Generator<T> {
  for (let first = list.shift(); first !== undefined; first = list.shift()) yield first;
}
