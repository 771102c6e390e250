import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../src/snapshot/format/crc32.js';

/** One bit a step, straight from the definition. */
function bitwise(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('the CRC-32', () => {
  it('of the digits 1 to 9 is the one that its catalogs give', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('of nothing is 0', () => {
    expect(crc32(new Uint8Array())).toBe(0);
  });

  it('is what one bit a step gives for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: 'max' }), (bytes) => {
        expect(crc32(bytes)).toBe(bitwise(bytes));
      }),
    );
  });

  it('goes on from that of the bytes before', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, cut) => {
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(bitwise(bytes));
      }),
    );
  });

  it.skipIf(zlib.crc32 === undefined)('is what zlib gives for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200, size: 'max' }), (bytes) => {
        expect(crc32(bytes)).toBe(zlib.crc32(bytes));
      }),
    );
  });

  it('is that of a view, wherever in its buffer the view begins', () => {
    const buffer = Uint8Array.from({ length: 100 }, (_, n) => (n * 37) & 0xff);
    for (let start = 0; start < 40; start++) {
      const view = buffer.subarray(start, start + 50);
      expect(crc32(view)).toBe(bitwise(Uint8Array.from(view)));
    }
  });
});
