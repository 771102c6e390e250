import { NumberList } from '../../search/building/number-list.js';
import type { StringTableData } from '../../search/string-table.js';

/** What a section's offsets can address: one of more bytes is refused. */
const MOST_BYTES = 0xffffffff;

const encoder = new TextEncoder();

/** How many bytes are set aside at a time: what is there is never copied to make room. */
const CHUNK = 1 << 20;

/** Gathers strings as UTF-8 bytes, one after the other, without keeping the strings. */
export class StringWriter {
  /** Whole strings, filled from the beginning; only the last takes more. */
  readonly #chunks: Uint8Array[] = [];
  /** How many bytes of the last chunk are filled. */
  #filled = 0;
  #length = 0;
  readonly #ends = new NumberList();

  /** How many bytes they take. */
  get length(): number {
    return this.#length;
  }

  /** Adds a string and gives its number. */
  add(text: string): number {
    const chunk = this.#chunkFor(text.length * 3);
    return this.#added(encoder.encodeInto(text, chunk.subarray(this.#filled)).written);
  }

  /** Adds a string by its bytes and gives its number. */
  addBytes(text: Uint8Array): number {
    this.#chunkFor(text.length).set(text, this.#filled);
    return this.#added(text.length);
  }

  /** The bytes of the strings, in the order in which they were added. */
  strings(): Generator<Uint8Array> {
    return this.#stringsOf(this.#chunks);
  }

  /** The same; the writer forgets them piece by piece meanwhile: it is of no use afterwards. */
  taken(): Generator<Uint8Array> {
    return this.#stringsOf(shifted(this.#chunks));
  }

  /**
   * The strings as a table. The writer forgets them piece by piece meanwhile: it is of no use
   * afterwards.
   *
   * @param order the final number of every string by the order in which they were added, a
   *   permutation; without it, that order stays
   */
  finish(order?: Uint32Array): StringTableData {
    const ends = this.#ends.toArray();
    const offsets = new Uint32Array(ends.length + 1);
    ends.forEach((end, arrival) => {
      offsets[(order?.[arrival] ?? arrival) + 1] = end - (ends[arrival - 1] ?? 0);
    });
    for (let i = 1; i < offsets.length; i++) offsets[i] += offsets[i - 1];

    const bytes = new Uint8Array(this.#length);
    let arrival = 0;
    for (const text of this.taken()) {
      bytes.set(text, offsets[order?.[arrival] ?? arrival]);
      arrival++;
    }
    return { offsets, bytes };
  }

  /** Cuts each chunk at the ends of its strings. */
  *#stringsOf(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
    const ends = this.#ends.toArray();
    let [arrival, chunkStart, start] = [0, 0, 0];
    for (const chunk of chunks) {
      const chunkEnd = Math.min(chunkStart + chunk.length, this.#length);
      for (; ends[arrival] <= chunkEnd; arrival++) {
        yield chunk.subarray(start - chunkStart, ends[arrival] - chunkStart);
        start = ends[arrival];
      }
      chunkStart = chunkEnd;
    }
  }

  /** Counts as a string what was written behind the last one. */
  #added(length: number): number {
    this.#filled += length;
    this.#length += length;
    if (this.#length > MOST_BYTES) {
      throw new RangeError('A section of strings would be larger than 4 GiB; split the library.');
    }
    this.#ends.push(this.#length);
    return this.#ends.length - 1;
  }

  /** The last chunk, or a new one where it has no room for so many bytes more. */
  #chunkFor(length: number): Uint8Array {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.length - this.#filled >= length) return last;
    this.#closeChunk();
    const chunk = new Uint8Array(Math.max(CHUNK, length));
    this.#chunks.push(chunk);
    return chunk;
  }

  /** Cuts off what the last chunk has not been filled with. */
  #closeChunk(): void {
    const last = this.#chunks.pop();
    if (last !== undefined) this.#chunks.push(last.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

/** What a list holds, which holds less and less of it. */
function* shifted<T>(list: T[]): Generator<T> {
  for (let first = list.shift(); first !== undefined; first = list.shift()) yield first;
}
