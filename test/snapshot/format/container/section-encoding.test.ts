import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeSection,
  encodeSection,
} from '../../../../src/snapshot/format/container/section-encoding.js';
import type { SectionData } from '../../../../src/snapshot/format/container/sections.js';

/** Encodes a section, copies only its bytes, as if through a file, and decodes the copy. */
function roundTrip(name: string, data: SectionData): SectionData {
  const { encoding, data: encoded } = encodeSection(name, data);
  const bytes = new Uint8Array(encoded.byteLength);
  bytes.set(new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.byteLength));
  return decodeSection(encoding, bytes);
}

const MIN_INT32 = -(2 ** 31);

describe('encodeSection', () => {
  it('encodes numbers of every type so that decodeSection returns them', () => {
    const sections: fc.Arbitrary<SectionData> = fc.oneof(
      fc.uint8Array(),
      fc.uint16Array(),
      fc.uint16Array({ max: 300 }),
      fc.uint32Array(),
      fc.int32Array(),
      fc
        .array(fc.constantFrom(MIN_INT32, -32_768, -32_767, -1, 0, 32_767, 32_768))
        .map((numbers) => Int32Array.from(numbers)),
      fc.float32Array(),
      fc.float64Array(),
    );
    fc.assert(
      fc.property(sections, fc.constantFrom('x.offsets', 'x.units', 'x'), (data, name) => {
        expect(roundTrip(name, data)).toEqual(data);
      }),
      { numRuns: 500 },
    );
  });

  it('encodes text with an unpaired surrogate, which UTF-8 cannot encode, as numbers', () => {
    const units = Uint16Array.from([0x61, 0xd800]);
    expect(encodeSection('term.units', units).encoding).toBe('u16');
    expect(roundTrip('term.units', units)).toEqual(units);
  });

  it('encodes long text like TextEncoder, wherever its pieces end', () => {
    const start = fc.nat(3).map((length) => 'a'.repeat(length));
    const rest = fc.constantFrom('b', 'é', '書', '\u{1f600}', '\ufeff');
    fc.assert(
      fc.property(start, rest, (before, character) => {
        const text = before + character.repeat(140_000 / character.length);
        if (text.startsWith('\ufeff')) return;
        const units = Uint16Array.from(text.split(''), (unit) => unit.charCodeAt(0));
        const { encoding, data } = encodeSection('term.units', units);
        expect(encoding).toBe('utf8');
        expect(Buffer.compare(data as Uint8Array, Buffer.from(text))).toBe(0);
        const decoded = decodeSection(encoding, data as Uint8Array) as Uint16Array;
        expect(decoded).toHaveLength(units.length);
        expect(decoded.every((unit, i) => unit === units[i])).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it.each<readonly [string, SectionData]>([
    ['packed-u16', new Uint16Array(64).fill(300)],
    ['packed-u32', new Uint32Array(64).fill(300)],
    ['packed-i32', new Int32Array(64).fill(300)],
    ['utf8', Uint16Array.from('moby', (letter) => letter.charCodeAt(0))],
    ['utf8', Uint16Array.from('白鯨', (letter) => letter.charCodeAt(0))],
  ])('is decoded into memory that the caller allocates: %s', (encoding, data) => {
    const encoded = encodeSection(encoding === 'utf8' ? 'term.units' : 'x', data);
    expect(encoded.encoding).toBe(encoding);
    const allocated = new Set<ArrayBufferLike>();
    const allocate = (byteLength: number) => {
      const buffer = new SharedArrayBuffer(byteLength);
      allocated.add(buffer);
      return buffer;
    };
    const decoded = decodeSection(encoded.encoding, encoded.data as Uint8Array, allocate);
    expect(decoded).toEqual(data);
    expect(allocated).toContain(decoded.buffer);
    expect(decoded.byteLength).toBe(decoded.buffer.byteLength);
  });

  it('decodes any bytes of a text like TextDecoder, wherever its pieces end', () => {
    // Bytes of characters of one to four bytes, and a byte that UTF-8 never has.
    const bytesOfText = [0x61, 0x80, 0xbf, 0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0x9f, 0x98, 0xff];
    const partOfText = fc.constantFrom(...bytesOfText);
    fc.assert(
      fc.property(
        fc.constantFrom(0, 65_533, 65_534, 65_535),
        fc.array(partOfText),
        (start, end) => {
          const bytes = Uint8Array.from([...new Uint8Array(start).fill(0x61), ...end]);
          const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
          const expected = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
          const decoded = decodeSection('utf8', bytes) as Uint16Array;
          // `toEqual` takes 0.2 s for an array of this length.
          expect(decoded).toHaveLength(expected.length);
          expect(decoded.every((unit, i) => unit === expected[i])).toBe(true);
        },
      ),
    );
  });

  it('encodes text that begins with a byte order mark as numbers', () => {
    expect(encodeSection('term.units', Uint16Array.of(0xfeff, 0x61)).encoding).toBe('u16');
  });

  it('encodes text as UTF-8, and packs whole numbers if this saves more than a quarter of the bytes', () => {
    const offsets = Uint32Array.from({ length: 64 }, (_, i) => i * 25);
    expect(encodeSection('x.offsets', offsets).encoding).toBe('packed-u32');
    const units = Uint16Array.from('moby', (letter) => letter.charCodeAt(0));
    expect(encodeSection('x.units', units).data).toHaveLength(4);
    const below = (limit: number) => Uint16Array.from({ length: 64 }, (_, i) => (i * 7919) % limit);
    expect(encodeSection('x', below(1 << 9)).encoding).toBe('packed-u16');
    expect(encodeSection('x', below(1 << 11)).encoding).toBe('u16');
    const years = new Int32Array(64).fill(1851);
    expect(encodeSection('x', years.fill(MIN_INT32, 3, 9)).encoding).toBe('packed-i32');
  });
});
