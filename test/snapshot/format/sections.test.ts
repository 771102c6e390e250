import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteSource, bytesInMemory } from '../../../src/snapshot/format/byte-source.js';
import { crc32 } from '../../../src/snapshot/format/crc32.js';
import { readSections, readTable } from '../../../src/snapshot/format/read-sections.js';
import { SECTION_TYPES, type SectionData } from '../../../src/snapshot/format/section.js';
import { writeSections } from '../../../src/snapshot/format/write-sections.js';

const sections = new Map<string, SectionData>([
  ['library', new TextEncoder().encode('{"id":"harbour"}')],
  ['titles.offsets', Uint32Array.of(0, 3, 0xffffffff)],
  ['titles.factor', Float32Array.of(1, 1.05)],
  ['newest', Float64Array.of(-Infinity, 1571000000000)],
  ['empty', new Uint32Array()],
  ['whole', new Uint8Array(64).fill(7)],
]);

function written(of: ReadonlyMap<string, SectionData> = sections): Uint8Array<ArrayBuffer> {
  const pieces = [...writeSections(of)];
  return new Uint8Array(Buffer.concat(pieces));
}

/** The bytes as a file of their own, of which nothing stands before or behind. */
function fileOf(bytes: Uint8Array): ByteSource {
  return bytesInMemory('harbour.snapshot', Uint8Array.from(bytes).buffer);
}

/** What reading the bytes is refused with. */
function refusal(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    readSections(fileOf(bytes));
  } catch (error) {
    expect((error as Error).name).toBe('SnapshotError');
    return (error as Error).message;
  }
  throw new Error('The bytes were read.');
}

/** The file with another version in its prelude, and the checksum that belongs to it. */
function ofVersion(version: number): Uint8Array<ArrayBuffer> {
  const bytes = written();
  const prelude = new DataView(bytes.buffer);
  prelude.setUint32(8, version, true);
  prelude.setUint32(28, crc32(bytes.subarray(0, 28)), true);
  return bytes;
}

const whole = written();
const tableLength = new DataView(whole.buffer).getUint32(12, true);
const AGAIN = 'Copy it again, or build it again from its source.';
const FOREIGN =
  'harbour.snapshot is not a Carrel snapshot: it does not begin as one. A snapshot is what `carrel build` writes.';
const gives = (what: string) =>
  `harbour.snapshot is damaged: the bytes of its ${what} do not give the checksum written with them. ${AGAIN}`;

describe('sections', () => {
  it('are read as they were written', () => {
    expect([...readSections(fileOf(whole))]).toEqual([...sections]);
  });

  it('of any type and length are read as they were written', () => {
    const section = fc
      .tuple(fc.constantFrom(...Object.values(SECTION_TYPES)), fc.uint8Array({ maxLength: 300 }))
      .map(([View, bytes]): SectionData => View.from(bytes));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), section), (given) => {
        const map = new Map(Object.entries(given));
        expect(new Map(readSections(fileOf(written(map))))).toEqual(map);
      }),
    );
  });

  it('are decoded once', () => {
    const read = readSections(fileOf(whole));
    expect(read.has('titles.offsets') && read.has('nowhere')).toBe(false);
    expect(read.get('nowhere')).toBeUndefined();
    expect(read.get('titles.offsets')).toBe(read.get('titles.offsets'));
  });

  it('each begin at a multiple of 64', () => {
    for (const entry of readTable(fileOf(whole))) {
      expect(entry.offset % 64).toBe(0);
    }
  });

  it.skipIf(zlib.crc32 === undefined)('are alike with the checksum of the platform', () => {
    expect(Buffer.concat([...writeSections(sections, zlib.crc32)]).equals(whole)).toBe(true);
    expect(new Map(readSections(fileOf(whole), zlib.crc32))).toEqual(sections);
  });
});

describe('a snapshot is refused', () => {
  it('when nothing is in it', () => {
    expect(refusal(new Uint8Array())).toBe(FOREIGN);
  });

  it.each([
    'PK\u0003\u0004',
    '\u001f\u008b',
    'CARREL',
    '{"id":"harbour"}'.repeat(9),
    '\u0089CARREL\r\n',
  ])('when it begins as something else', (text) => {
    expect(refusal(new Uint8Array(Buffer.from(text, 'latin1')))).toBe(FOREIGN);
  });

  it('however short it was cut, naming the first part that is not whole', () => {
    const table = readTable(fileOf(whole));
    for (let length = 0; length < whole.length; length++) {
      const owner = table.findLast((entry) => entry.offset <= length && entry.name !== 'empty');
      const part = owner === undefined ? 'section table' : `section '${owner.name}'`;
      const message =
        length < 8
          ? FOREIGN
          : length < 32
            ? `harbour.snapshot is cut short: ${length} bytes, not even the 32 of its header. ${AGAIN}`
            : `harbour.snapshot is cut short: ${length} bytes of ${whole.length}; its ${part} is not whole. ${AGAIN}`;
      expect(refusal(whole.slice(0, length))).toBe(message);
    }
  });

  it.each([1, 63, 64, 4096])('with %d bytes after its end', (count) => {
    const longer = new Uint8Array(whole.length + count);
    longer.set(whole);
    expect(refusal(longer)).toBe(
      `harbour.snapshot is damaged: ${count} bytes follow its last section, 'whole', after ${whole.length} bytes. ${AGAIN}`.replace(
        '1 bytes follow',
        '1 byte follows',
      ),
    );
  });

  it('twice over', () => {
    expect(refusal(new Uint8Array(Buffer.concat([whole, whole])))).toContain(
      'follow its last section',
    );
  });

  it('with any byte of it changed, naming what it belongs to', () => {
    const table = readTable(fileOf(whole));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const bytes = whole.slice();
        bytes[at] ^= mask;
        const owner = table.findLast((entry) => entry.offset <= at && entry.name !== 'empty');
        const message =
          at < 8
            ? FOREIGN
            : at < 32
              ? gives('header')
              : owner === undefined
                ? gives('section table')
                : gives(`section '${owner.name}'`);
        expect(refusal(bytes)).toBe(message);
      }),
      { numRuns: 2000 },
    );
  });

  it('with any bit of its header or its table changed', () => {
    for (let at = 0; at < 32 + tableLength; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const bytes = whole.slice();
        bytes[at] ^= 1 << bit;
        expect(refusal(bytes)).toBe(
          at < 8 ? FOREIGN : at < 32 ? gives('header') : gives('section table'),
        );
      }
    }
  });

  it('of an older or a newer version', () => {
    expect(refusal(ofVersion(1))).toBe(
      'harbour.snapshot is a snapshot of an older format, version 1; this Carrel reads version 3. Build it again from its source.',
    );
    expect(refusal(ofVersion(4))).toBe(
      'harbour.snapshot is a snapshot of a newer format, version 4; this Carrel reads version 3. Use the Carrel that wrote it, or build it again with this one.',
    );
  });
});
