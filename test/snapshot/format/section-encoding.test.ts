import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionData } from '../../../src/snapshot/format/section.js';
import { decodeSection, encodeSection } from '../../../src/snapshot/format/section-encoding.js';

/** The bytes of encoded numbers, as a file would give them back. */
function throughBytes(name: string, data: SectionData): SectionData {
  const { encoding, data: encoded } = encodeSection(name, data);
  const bytes = new Uint8Array(encoded.byteLength);
  bytes.set(new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.byteLength));
  return decodeSection(encoding, bytes);
}

const least = -(2 ** 31);

describe('The encoding of a section', () => {
  it('gives back the numbers of every type', () => {
    const sections: fc.Arbitrary<SectionData> = fc.oneof(
      fc.uint8Array(),
      fc.uint16Array(),
      fc.uint16Array({ max: 300 }),
      fc.uint32Array(),
      fc.int32Array(),
      fc
        .array(fc.constantFrom(least, -32_768, -32_767, -1, 0, 32_767, 32_768))
        .map((numbers) => Int32Array.from(numbers)),
      fc.float32Array(),
      fc.float64Array(),
    );
    fc.assert(
      fc.property(sections, fc.constantFrom('x.offsets', 'x.units', 'x'), (data, name) => {
        expect(throughBytes(name, data)).toEqual(data);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  it('keeps half of a surrogate pair, which no UTF-8 can hold', () => {
    const units = Uint16Array.from([0x61, 0xd800]);
    expect(encodeSection('term.units', units).encoding).toBe('u16');
    expect(throughBytes('term.units', units)).toEqual(units);
  });

  it('writes text, and whole numbers that spare a quarter, in less room', () => {
    const offsets = Uint32Array.from({ length: 64 }, (_, i) => i * 25);
    expect(encodeSection('x.offsets', offsets).encoding).toBe('packed-u32');
    const units = Uint16Array.from('moby', (letter) => letter.charCodeAt(0));
    expect(encodeSection('x.units', units).data).toHaveLength(4);
    const below = (most: number) => Uint16Array.from({ length: 64 }, (_, i) => (i * 7919) % most);
    expect(encodeSection('x', below(1 << 9)).encoding).toBe('packed-u16');
    expect(encodeSection('x', below(1 << 11)).encoding).toBe('u16');
    const years = new Int32Array(64).fill(1851);
    expect(encodeSection('x', years.fill(least, 3, 9)).encoding).toBe('packed-i32');
  });
});
