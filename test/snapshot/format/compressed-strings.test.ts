import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CompressedStringsWriter,
  openCompressedStrings,
} from '../../../src/snapshot/format/compressed-strings.js';
import type { SectionData } from '../../../src/snapshot/format/section.js';

function compressed(
  strings: readonly string[],
  { order, chosenBy }: { order?: Uint32Array; chosenBy?: number } = {},
): Map<string, SectionData> {
  const sections = new Map<string, SectionData>();
  const writer = new CompressedStringsWriter(chosenBy);
  expect(strings.map((string) => writer.add(string))).toEqual([...strings.keys()]);
  writer.finish(sections, 'texts', order);
  return sections;
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('the ', 'sea', 'é', '東京', '𐐷', ' '), maxLength: 30 }),
  fc.constantFrom('', '\ufeff', '\u0000', 'ÿ', 'a'.repeat(5000)),
);

describe('Compressed strings', () => {
  it('come back as they were, each by itself and in any order', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 50 }), fc.nat(100), (strings, chosenBy) => {
        const table = openCompressedStrings(compressed(strings, { chosenBy }), 'texts');
        expect(table.size).toBe(strings.length);
        const backwards = [...strings.keys()].reverse();
        expect(backwards.map((i) => table.get(i))).toEqual(backwards.map((i) => strings[i]));
      }),
      { seed: 31, numRuns: 200 },
    );
  });

  it('come back in the order that they are told', () => {
    const order = Uint32Array.of(2, 0, 1);
    const table = openCompressedStrings(
      compressed(['third', 'first', 'second'], { order }),
      'texts',
    );
    expect([0, 1, 2].map((i) => table.get(i))).toEqual(['first', 'second', 'third']);
  });

  it('take half of their bytes where they say the same again and again', () => {
    const strings = Array.from(
      { length: 3000 },
      (_, i) =>
        `{"title":"The sea and volume ${i * 7919}","format":"Book","year":${1900 + (i % 99)}}`,
    );
    const bytes = compressed(strings).get('texts.bytes');
    expect(bytes?.length).toBeLessThan(strings.join('').length / 2);
  });

  it('are the same bytes from the same strings', () => {
    const strings = Array.from({ length: 500 }, (_, i) => `No. ${i * i} of the series`);
    expect(compressed(strings)).toEqual(compressed([...strings]));
  });

  it('are hardly longer where the symbols were chosen by the first of them', () => {
    const strings = Array.from({ length: 3000 }, (_, i) => `{"title":"Volume ${i * 7919}"}`);
    const [all, first] = [strings.join('').length, 10_000].map(
      (chosenBy) => compressed(strings, { chosenBy }).get('texts.bytes')?.length ?? 0,
    );
    expect(first).toBeLessThan(all * 1.1);
  });
});
