import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../src/snapshot/format/byte-source.js';
import { readSections, readTable } from '../../../src/snapshot/format/read-sections.js';
import { writeSections } from '../../../src/snapshot/format/write-sections.js';

const GIB = 2 ** 30;

/** Tells pieces apart by length alone: what matters here is where they stand. */
const checksum = (bytes: Uint8Array, before = 0) => (before + bytes.length) % 2 ** 32;

describe('A snapshot of more than 4 GiB', () => {
  // One buffer that nobody writes to stands for all of the large sections; it takes no real memory.
  const zeros = new Uint8Array(2 * GIB);
  const sections = new Map([
    ['first', zeros],
    ['second', zeros],
    ['third', zeros],
    ['last', new Uint8Array([1, 2, 3])],
  ]);
  const pieces: { offset: number; bytes: Uint8Array }[] = [];
  let size = 0;
  for (const bytes of writeSections(sections, checksum)) {
    pieces.push({ offset: size, bytes });
    size += bytes.length;
  }
  const source: ByteSource = {
    name: 'large.snapshot',
    size,
    read(offset, length) {
      const piece = pieces.findLast((candidate) => candidate.offset <= offset);
      if (piece === undefined) throw new Error(`Nothing stands at ${offset}.`);
      const bytes = piece.bytes.subarray(offset - piece.offset, offset - piece.offset + length);
      if (bytes.length === length) return bytes;
      const whole = new Uint8Array(length);
      whole.set(bytes);
      whole.set(this.read(offset + bytes.length, length - bytes.length), bytes.length);
      return whole;
    },
  };

  it('has its sections beyond what 32 bits can address', () => {
    expect(size).toBeGreaterThan(6 * GIB);
    const offsets = readTable(source, checksum).map((entry) => entry.offset);
    expect(offsets[3] - offsets[2]).toBe(2 * GIB);
    expect(offsets[3]).toBeGreaterThan(6 * GIB);
  });

  it('gives every section back', () => {
    const read = readSections(source, checksum);
    expect(Array.from(read, ([name]) => name)).toEqual(['first', 'second', 'third', 'last']);
    expect(read.get('third')?.length).toBe(2 * GIB);
    expect(read.get('last')).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('cut short by a byte is refused', () => {
    expect(() => readSections({ ...source, size: size - 1 }, checksum)).toThrow(
      `large.snapshot is cut short: ${size - 1} bytes of ${size}; its section 'last' is not whole.`,
    );
  });
});
