import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../../src/snapshot/format/container/sections.js';

/** Computes a CRC-32 bit by bit, from its definition. */
function crc32Bitwise(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('crc32', () => {
  it('returns the published check value for the digits 1 to 9', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('returns 0 for no bytes', () => {
    expect(crc32(new Uint8Array())).toBe(0);
  });

  it('returns the same number as the bitwise definition for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: 'max' }), (bytes) => {
        expect(crc32(bytes)).toBe(crc32Bitwise(bytes));
      }),
    );
  });

  it('continues from the checksum of the preceding bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32Bitwise(bytes));
      }),
    );
  });

  it.skipIf(zlib.crc32 === undefined)('returns the same number as zlib for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: 'max' }), (bytes) => {
        expect(crc32(bytes)).toBe(zlib.crc32(bytes));
      }),
    );
  });

  it('reads a view at any offset in its buffer', () => {
    const buffer = Uint8Array.from({ length: 100 }, (_, n) => (n * 37) & 0xff);
    for (let start = 0; start < 40; start++) {
      const view = buffer.subarray(start, start + 50);
      expect(crc32(view)).toBe(crc32Bitwise(Uint8Array.from(view)));
    }
  });
});
