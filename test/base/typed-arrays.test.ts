import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocateArray,
  allocateMemory,
  allocateShared,
  createSmallestArray,
  MAX_VARINT_BYTES,
  sumCounts,
  toSmallestType,
  varintLength,
  writeVarint,
} from '../../src/base/typed-arrays.js';

describe('sumCounts', () => {
  it('replaces counts by offsets', () => {
    expect(sumCounts(Uint32Array.of(0, 3, 0, 2), 'postings')).toEqual(Uint32Array.of(0, 3, 3, 5));
  });

  it('accepts a sum of 2^32 - 1', () => {
    const offsets = sumCounts(Uint32Array.of(0, 0xffff_fff0, 15), 'postings');
    expect(offsets[2]).toBe(0xffff_ffff);
  });

  it('throws an error that names the limit when the sum is 2^32 or more', () => {
    expect(() => sumCounts(Uint32Array.of(0, 0xffff_ffff, 1, 5), 'postings')).toThrow(
      new RangeError(
        'index: expected at most 4294967295 postings, found 4294967301; index fewer documents',
      ),
    );
  });
});

describe('The smallest type of unsigned integers', () => {
  it.each([
    [0xff, Uint8Array],
    [0x100, Uint16Array],
    [0xffff, Uint16Array],
    [0x1_0000, Uint32Array],
    [0xffff_ffff, Uint32Array],
  ])('holds numbers up to %i', (maximum, type) => {
    expect(createSmallestArray(maximum, 2)).toEqual(new type(2));
    expect(toSmallestType(Uint32Array.of(1, maximum, 0))).toEqual(type.of(1, maximum, 0));
  });
});

describe('A varint', () => {
  it('has seven bits per byte, the lowest first', () => {
    const number = fc.oneof(fc.nat(), fc.constantFrom(0, 127, 128, 2 ** 31, 2 ** 32 - 1));
    fc.assert(
      fc.property(number, (value) => {
        const bytes = new Uint8Array(MAX_VARINT_BYTES + 1);
        const end = writeVarint(bytes, 1, value);
        expect(varintLength(value)).toBe(end - 1);
        const written = [...bytes.subarray(1, end)];
        expect(written.reduce((sum, byte, i) => sum + (byte & 0x7f) * 2 ** (7 * i), 0)).toBe(value);
        expect(written.map((byte) => byte >= 0x80)).toEqual(written.map((_, i) => i < end - 2));
      }),
    );
  });
});

describe('Allocated arrays', () => {
  it('are zeros in memory of one thread or of all threads', () => {
    expect(allocateArray(Uint16Array, 3, allocateMemory)).toEqual(new Uint16Array(3));
    for (const length of [3, 100_000]) {
      const array = allocateArray(Uint32Array, length, allocateShared);
      expect(array).toHaveLength(length);
      expect(array.every((number) => number === 0)).toBe(true);
      expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });
});
