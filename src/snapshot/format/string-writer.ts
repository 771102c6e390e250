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

  /** How many strings there are. */
  get count(): number {
    return this.#ends.length;
  }

  /** Adds a string and gives its number. */
  add(text: string): number {
    const chunk = this.#chunkFor(text.length * 3);
    const { written } = encoder.encodeInto(text, chunk.subarray(this.#filled));
    this.#filled += written;
    this.#length += written;
    if (this.#length > MOST_BYTES) {
      throw new RangeError('A section of strings would be larger than 4 GiB; split the library.');
    }
    this.#ends.push(this.#length);
    return this.#ends.length - 1;
  }

  /**
   * The strings as a table. The writer forgets them piece by piece meanwhile: it is of no use
   * afterwards.
   *
   * @param order the final number of every string by the order in which they were added, a
   *   permutation; without it, that order stays
   */
  finish(order?: Uint32Array): StringTableData {
    this.#closeChunk();
    const ends = this.#ends.toArray();
    const offsets = new Uint32Array(ends.length + 1);
    ends.forEach((end, arrival) => {
      offsets[(order?.[arrival] ?? arrival) + 1] = end - (ends[arrival - 1] ?? 0);
    });
    for (let i = 1; i < offsets.length; i++) offsets[i] += offsets[i - 1];

    const bytes = new Uint8Array(this.#length);
    let [arrival, chunkStart] = [0, 0];
    for (let chunk = this.#chunks.shift(); chunk !== undefined; chunk = this.#chunks.shift()) {
      const chunkEnd = chunkStart + chunk.length;
      for (; ends[arrival] <= chunkEnd; arrival++) {
        const start = (ends[arrival - 1] ?? 0) - chunkStart;
        const text = chunk.subarray(start, ends[arrival] - chunkStart);
        bytes.set(text, offsets[order?.[arrival] ?? arrival]);
      }
      chunkStart = chunkEnd;
    }
    return { offsets, bytes };
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
