import type { StringTableData } from '../../search/string-table.js';

/** What a section's offsets can address: one of more bytes is refused. */
const MOST_BYTES = 0xffffffff;

const encoder = new TextEncoder();

/** Gathers strings as UTF-8 bytes, one after the other, without keeping the strings. */
export class StringWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  #offsets = new Uint32Array(1 << 10);
  #count = 0;

  /** How many strings there are. */
  get count(): number {
    return this.#count;
  }

  /** Adds a string and gives its number. */
  add(text: string): number {
    this.#makeRoom(text.length * 3);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length));
    this.#length += written;
    if (this.#length > MOST_BYTES) {
      throw new RangeError('A section of strings would be larger than 4 GiB; split the library.');
    }
    if (this.#count + 1 === this.#offsets.length) {
      const grown = new Uint32Array(this.#offsets.length * 2);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[this.#count + 1] = this.#length;
    return this.#count++;
  }

  /**
   * The strings as a table.
   *
   * @param order the final number of every string by the order in which they were added, a
   *   permutation; without it, that order stays
   */
  finish(order?: Uint32Array): StringTableData {
    const added = {
      offsets: this.#offsets.slice(0, this.#count + 1),
      bytes: this.#bytes.slice(0, this.#length),
    };
    return order === undefined ? added : permuted(added, order);
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

function permuted(added: StringTableData, order: Uint32Array): StringTableData {
  const offsets = new Uint32Array(added.offsets.length);
  order.forEach((final, arrival) => {
    offsets[final + 1] = added.offsets[arrival + 1] - added.offsets[arrival];
  });
  for (let i = 1; i < offsets.length; i++) offsets[i] += offsets[i - 1];
  const bytes = new Uint8Array(added.bytes.length);
  order.forEach((final, arrival) => {
    const text = added.bytes.subarray(added.offsets[arrival], added.offsets[arrival + 1]);
    bytes.set(text, offsets[final]);
  });
  return { offsets, bytes };
}
