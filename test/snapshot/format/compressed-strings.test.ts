import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CompressedStringsWriter,
  openCompressedStrings,
} from '../../../src/snapshot/format/compressed-strings.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';
import { runs } from '../../random-seed.js';

type FinishOptions = Parameters<CompressedStringsWriter['finish']>[2];

function compress(
  strings: readonly string[],
  options: FinishOptions & { maxUncompressedBytes?: number } = {},
): Map<string, SectionData> {
  const sections = new Map<string, SectionData>();
  const writer = new CompressedStringsWriter(undefined, options.maxUncompressedBytes);
  expect(strings.map((string) => writer.add(string))).toEqual([...strings.keys()]);
  writer.finish(sections, 'texts', options);
  return sections;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('the ', 'sea', 'é', '東京', '𐐷', ' '), maxLength: 30 }),
  fc.constantFrom('', '\ufeff', '\u0000', 'ÿ', 'a'.repeat(5000)),
);

describe('CompressedStringsWriter', () => {
  it('writes strings that are unchanged when they are read from last to first', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 50 }), fc.nat(100), (strings, bytes) => {
        const sections = compress(strings, { maxUncompressedBytes: bytes });
        const table = openCompressedStrings(sections, 'texts');
        expect(table.size).toBe(strings.length);
        const backwards = [...strings.keys()].reverse();
        expect(backwards.map((i) => table.get(i))).toEqual(backwards.map((i) => strings[i]));
      }),
      { numRuns: runs(200) },
    );
  });

  it('writes the strings at their final indexes', () => {
    const finalIndexes = Uint32Array.of(2, 0, 1);
    const table = openCompressedStrings(
      compress(['third', 'first', 'second'], { finalIndexes }),
      'texts',
    );
    expect([0, 1, 2].map((i) => table.get(i))).toEqual(['first', 'second', 'third']);
  });

  it('compresses repetitive strings to less than half of their bytes', () => {
    const strings = Array.from(
      { length: 3000 },
      (_, i) =>
        `{"title":"The sea and volume ${i * 7919}","format":"Book","year":${1900 + (i % 99)}}`,
    );
    const bytes = compress(strings).get('texts.bytes');
    expect(bytes?.length).toBeLessThan(strings.join('').length / 2);
  });

  it('compresses short strings nearly as well after a very long string of other letters', () => {
    const strings = Array.from({ length: 3000 }, (_, i) => `The sea and volume ${i * 7919}`);
    const long = Array.from({ length: 10_000 }, (_, i) => 0x400 + ((i * 7919) % 64));
    const sizeOf = (texts: readonly string[]) => compress(texts).get('texts.bytes')!.length;
    const longText = String.fromCharCode(...long);
    const size = sizeOf([longText, ...strings]) - Buffer.byteLength(longText);
    expect(size).toBeLessThan(1.15 * sizeOf(strings));
  });

  it('writes the same bytes for the same strings in any order, however they are stored until the end', () => {
    const strings = Array.from({ length: 4000 }, (_, i) => `No. ${i * i} of the series ${i % 7}`);
    expect(strings.join('').length).toBeGreaterThan(1 << 16);
    const expected = compress(strings);
    const order = fc.shuffledSubarray([...strings.keys()], { minLength: strings.length });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 200_000 }), (positions, bytes) => {
        const shuffled = positions.map((position) => strings[position]);
        const finalIndexes = Uint32Array.from(positions);
        expect(compress(shuffled, { finalIndexes, maxUncompressedBytes: bytes })).toEqual(expected);
      }),
      { numRuns: runs(8) },
    );
  });

  it('writes the converted strings, and trains the symbols on them', () => {
    const strings = Array.from({ length: 300 }, (_, i) => `the sea ${i}`);
    const upperCase = (bytes: Uint8Array) =>
      Buffer.from(Buffer.from(bytes).toString().toUpperCase());
    const expected = compress(strings.map((string) => string.toUpperCase()));
    for (const maxUncompressedBytes of [100, 100_000]) {
      expect(compress(strings, { convert: upperCase, maxUncompressedBytes })).toEqual(expected);
    }
  });
});
