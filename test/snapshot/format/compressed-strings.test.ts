import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CompressedStringsWriter,
  openCompressedStrings,
} from '../../../src/snapshot/format/compressed-strings.js';
import type { SectionData } from '../../../src/snapshot/format/container/sections.js';

function compress(
  strings: readonly string[],
  { finalIndexes, trainingBytes }: { finalIndexes?: Uint32Array; trainingBytes?: number } = {},
): Map<string, SectionData> {
  const sections = new Map<string, SectionData>();
  const writer = new CompressedStringsWriter(trainingBytes);
  expect(strings.map((string) => writer.add(string))).toEqual([...strings.keys()]);
  writer.finish(sections, 'texts', finalIndexes);
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
      fc.property(fc.array(text, { maxLength: 50 }), fc.nat(100), (strings, trainingBytes) => {
        const table = openCompressedStrings(compress(strings, { trainingBytes }), 'texts');
        expect(table.size).toBe(strings.length);
        const backwards = [...strings.keys()].reverse();
        expect(backwards.map((i) => table.get(i))).toEqual(backwards.map((i) => strings[i]));
      }),
      { numRuns: 200 },
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

  it('writes the same bytes for the same strings', () => {
    const strings = Array.from({ length: 500 }, (_, i) => `No. ${i * i} of the series`);
    expect(compress(strings)).toEqual(compress([...strings]));
  });

  it('writes at most a tenth more bytes when it trains only on the first strings', () => {
    const strings = Array.from({ length: 3000 }, (_, i) => `{"title":"Volume ${i * 7919}"}`);
    const [all, first] = [strings.join('').length, 10_000].map(
      (trainingBytes) => compress(strings, { trainingBytes }).get('texts.bytes')?.length ?? 0,
    );
    expect(first).toBeLessThan(all * 1.1);
  });
});
