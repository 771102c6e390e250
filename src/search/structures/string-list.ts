import { checkCount } from './prefix-sums.js';
import { compareUnits, type StringTableData } from './string-table-data.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Strings as UTF-8 in one buffer, in the order of adding. V8's heap, whose size is limited, does not contain the strings.
 * A lone surrogate becomes U+FFFD.
 */
export class StringList {
  size = 0;
  private bytes = new Uint8Array(1024);
  /** The start of each string in `bytes`, then the end of the last string. */
  private offsets = new Uint32Array(256);

  add(text: string): void {
    this.accept(this.write(text));
  }

  /** Returns the string at `index`, which must be below {@link size}. */
  get(index: number): string {
    return decoder.decode(this.bytes.subarray(this.offsets[index], this.offsets[index + 1]));
  }

  /** Compares the strings at two indexes by code point. */
  compare(a: number, b: number): number {
    const { bytes, offsets } = this;
    return compareUnits(bytes, offsets[a], offsets[a + 1], bytes, offsets[b], offsets[b + 1]);
  }

  /** Writes a string behind the last string without adding it, and returns its end for {@link accept}. */
  write(text: string): number {
    const start = this.offsets[this.size];
    this.reserve(start + 3 * text.length);
    const { bytes } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return start + encoder.encodeInto(text, bytes.subarray(start)).written;
      bytes[start + i] = unit;
    }
    return start + text.length;
  }

  /**
   * Adds the string that {@link write} wrote.
   *
   * @throws RangeError when the strings have more bytes than a 32-bit offset can number
   */
  accept(end: number): void {
    checkCount(end, 'bytes of strings');
    if (this.size + 2 > this.offsets.length) {
      const grown = new Uint32Array(2 * this.offsets.length);
      grown.set(this.offsets);
      this.offsets = grown;
    }
    this.offsets[++this.size] = end;
  }

  /** Returns a hash of the string that {@link write} wrote, an unsigned 32-bit number. */
  hashOfWritten(end: number): number {
    const { bytes } = this;
    let hash = 0x811c9dc5;
    for (let at = this.offsets[this.size]; at < end; at++) {
      hash = Math.imul(hash ^ bytes[at], 0x01000193);
    }
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  /** Returns whether the string at `index` equals the string that {@link write} wrote. */
  isWritten(index: number, end: number): boolean {
    const { bytes, offsets } = this;
    let other = offsets[index];
    let at = offsets[this.size];
    if (offsets[index + 1] - other !== end - at) return false;
    while (at < end) if (bytes[at++] !== bytes[other++]) return false;
    return true;
  }

  /**
   * Returns the strings as a table.
   *
   * @param order The index of each string of the table. Default: all strings in the order of adding.
   */
  toTable(order?: Uint32Array): StringTableData {
    const { bytes, offsets, size } = this;
    if (order === undefined) {
      return { offsets: offsets.slice(0, size + 1), bytes: bytes.slice(0, offsets[size]) };
    }
    const ordered = { offsets: new Uint32Array(order.length + 1), bytes: new Uint8Array(0) };
    order.forEach((index, i) => {
      ordered.offsets[i + 1] = ordered.offsets[i] + offsets[index + 1] - offsets[index];
    });
    ordered.bytes = new Uint8Array(ordered.offsets[order.length]);
    order.forEach((index, i) => {
      ordered.bytes.set(bytes.subarray(offsets[index], offsets[index + 1]), ordered.offsets[i]);
    });
    return ordered;
  }

  private reserve(length: number): void {
    if (length <= this.bytes.length) return;
    // The unused end is never written, so the operating system provides no memory for most of it.
    const grown = new Uint8Array(Math.max(length, 2 * this.bytes.length));
    grown.set(this.bytes.subarray(0, this.offsets[this.size]));
    this.bytes = grown;
  }
}
