import { describe, expect, it } from 'vitest';
import {
  type ByteSource,
  readSections,
  readTable,
} from '../../../src/snapshot/format/container/read-sections.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';

const GIB = 2 ** 30;

/** Returns the total length of the bytes, modulo 2^32. A CRC-32 of 6 GiB would be slow. */
const checksum = (bytes: Uint8Array, previous = 0) => (previous + bytes.length) % 2 ** 32;

describe('a snapshot of more than 4 GiB', () => {
  // All large sections share one buffer. The buffer is never written, so it uses no physical memory.
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
    read(offset, length, onPiece) {
      const bytes = readPieces(offset, length);
      onPiece?.(bytes);
      return bytes;
    },
  };

  function readPieces(offset: number, length: number): Uint8Array {
    const piece = pieces.findLast((candidate) => candidate.offset <= offset);
    if (piece === undefined)
      throw new Error(`offset: expected an offset in the file, found ${offset}`);
    const bytes = piece.bytes.subarray(offset - piece.offset, offset - piece.offset + length);
    if (bytes.length === length) return bytes;
    const whole = new Uint8Array(length);
    whole.set(bytes);
    whole.set(readPieces(offset + bytes.length, length - bytes.length), bytes.length);
    return whole;
  }

  it('has a section at an offset of more than 6 GiB', () => {
    expect(size).toBeGreaterThan(6 * GIB);
    const offsets = readTable(source, checksum).map((entry) => entry.offset);
    expect(offsets[3] - offsets[2]).toBe(2 * GIB);
    expect(offsets[3]).toBeGreaterThan(6 * GIB);
  });

  it('is read with all of its sections', () => {
    const read = readSections(source, checksum);
    expect(Array.from(read, ([name]) => name)).toEqual(['first', 'second', 'third', 'last']);
    expect(read.get('third')?.length).toBe(2 * GIB);
    expect(read.get('last')).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('is rejected if its last byte is missing', () => {
    expect(() => readSections({ ...source, size: size - 1 }, checksum)).toThrow(
      `large.snapshot: truncated in section 'last': expected ${size} bytes, found ${size - 1}; copy the snapshot again, or build it again from its source`,
    );
  });
});
