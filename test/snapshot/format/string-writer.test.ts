import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeStringTable } from '../../../src/base/string-table.js';
import { type ByteStorage, StringWriter } from '../../../src/snapshot/format/string-writer.js';

/** Generates short texts, and some texts of 200,000 to 1,500,000 bytes. Chunks of the writer grow from 4 KiB to 1 MiB. */
const text = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  fc.constantFrom('x'.repeat(200_000), 'é'.repeat(400_000), '東'.repeat(500_000)),
);

/** Stores bytes one after another, with a few bytes before them. */
function memoryStorage(): ByteStorage {
  let all = Buffer.from('before');
  return {
    write(bytes) {
      all = Buffer.concat([all, bytes]);
      return all.length - bytes.length;
    },
    read: (position, length) => all.subarray(position, position + length),
  };
}

const storage = fc.constantFrom(() => undefined, memoryStorage);

describe('StringWriter', () => {
  it('writes the same table as encodeStringTable', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), storage, (strings, createStorage) => {
        const writer = new StringWriter(createStorage());
        expect(strings.map((string) => writer.add(string))).toEqual([...strings.keys()]);
        expect(writer.size).toBe(strings.length);
        strings.forEach((string, position) => {
          expect(Buffer.compare(writer.get(position), Buffer.from(string))).toBe(0);
        });
        const { offsets, bytes } = writer.finish();
        const expected = encodeStringTable(strings);
        expect(offsets).toEqual(expected.offsets);
        expect(Buffer.compare(bytes, expected.bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('writes the strings at their final indexes', () => {
    const ordered = fc
      .array(text, { maxLength: 12 })
      .chain((strings) =>
        fc.tuple(
          fc.constant(strings),
          fc.shuffledSubarray([...strings.keys()], { minLength: strings.length }),
        ),
      );
    fc.assert(
      fc.property(ordered, storage, ([strings, order], createStorage) => {
        const writer = new StringWriter(createStorage());
        for (const position of order) writer.add(strings[position]);
        const { offsets, bytes } = writer.finish(Uint32Array.from(order));
        const expected = encodeStringTable(strings);
        expect(offsets).toEqual(expected.offsets);
        expect(Buffer.compare(bytes, expected.bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('yields every string when it is drained, also if all are empty', () => {
    for (const strings of [[], ['', ''], ['', 'sea', ''], ['東'.repeat(500_000), '', '']]) {
      const writer = new StringWriter();
      for (const string of strings) writer.add(string);
      const drained = Array.from(writer.drain(), (bytes) => Buffer.from(bytes).toString());
      expect(drained).toEqual(strings);
    }
  });
});
