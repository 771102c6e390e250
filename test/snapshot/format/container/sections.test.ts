import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ByteSource,
  memoryBytes,
  readSections,
  readTable,
} from '../../../../src/snapshot/format/container/read-sections.js';
import {
  crc32,
  SECTION_TYPES,
  type SectionData,
} from '../../../../src/snapshot/format/container/sections.js';
import { writeSections } from '../../../../src/snapshot/format/container/write-sections.js';
import { runs } from '../../../random-seed.js';

const sections = new Map<string, SectionData>([
  ['library', new TextEncoder().encode('{"id":"harbour"}')],
  ['titles.offsets', Uint32Array.of(0, 3, 0xffffffff)],
  ['titles.factor', Float32Array.of(1, 1.05)],
  ['newest', Float64Array.of(-Infinity, 1571000000000)],
  ['empty', new Uint32Array()],
  ['whole', new Uint8Array(64).fill(7)],
]);

function write(data: ReadonlyMap<string, SectionData> = sections): Uint8Array<ArrayBuffer> {
  const pieces = [...writeSections(data)];
  return new Uint8Array(Buffer.concat(pieces));
}

/** Copies the bytes into a new buffer, so that a read beyond the last byte fails. */
function fileOf(bytes: Uint8Array): ByteSource {
  return memoryBytes('harbour.snapshot', Uint8Array.from(bytes).buffer);
}

/** Returns the message of the error that `readSections` throws for these bytes. */
function messageFor(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    readSections(fileOf(bytes));
  } catch (error) {
    expect((error as Error).name).toBe('SnapshotError');
    return (error as Error).message;
  }
  throw new Error('expected a SnapshotError, found none');
}

/** Returns a snapshot with another format version and a valid checksum of the header. */
function writeVersion(version: number): Uint8Array<ArrayBuffer> {
  const bytes = write();
  const header = new DataView(bytes.buffer);
  header.setUint32(8, version, true);
  header.setUint32(28, crc32(bytes.subarray(0, 28)), true);
  return bytes;
}

const whole = write();
const tableLength = new DataView(whole.buffer).getUint32(12, true);
const REMEDY = 'copy the snapshot again, or build it again from its source';
const EMPTY =
  'harbour.snapshot: expected a Carrel snapshot, found nothing; `carrel build` and `buildSnapshot` write snapshots';
const NOT_A_SNAPSHOT =
  'harbour.snapshot: expected a Carrel snapshot, found other data; `carrel build` and `buildSnapshot` write snapshots';
const damaged = (part: string) =>
  `harbour.snapshot: damaged: ${part} does not match its checksum; ${REMEDY}`;

describe('sections', () => {
  it('are read unchanged', () => {
    expect([...readSections(fileOf(whole))]).toEqual([...sections]);
  });

  it('of any type and length are read unchanged', () => {
    const section = fc
      .tuple(fc.constantFrom(...Object.values(SECTION_TYPES)), fc.uint8Array({ maxLength: 300 }))
      .map(([View, bytes]): SectionData => View.from(bytes));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), section), (dictionary) => {
        const map = new Map(Object.entries(dictionary));
        expect(new Map(readSections(fileOf(write(map))))).toEqual(map);
      }),
    );
  });

  it('are decoded at most once, and are undefined if they do not exist', () => {
    const read = readSections(fileOf(whole));
    expect(read.has('titles.offsets') && read.has('nowhere')).toBe(false);
    expect(read.get('nowhere')).toBeUndefined();
    expect(read.get('titles.offsets')).toBe(read.get('titles.offsets'));
  });

  it('begin at multiples of 64 bytes', () => {
    for (const entry of readTable(fileOf(whole))) {
      expect(entry.offset % 64).toBe(0);
    }
  });

  it.skipIf(zlib.crc32 === undefined)('are the same with the checksum function of zlib', () => {
    expect(Buffer.concat([...writeSections(sections, zlib.crc32)]).equals(whole)).toBe(true);
    expect(new Map(readSections(fileOf(whole), zlib.crc32))).toEqual(sections);
  });
});

describe('readSections', () => {
  it('rejects an empty snapshot', () => {
    expect(messageFor(new Uint8Array())).toBe(EMPTY);
  });

  it.each([
    'PK\u0003\u0004',
    '\u001f\u008b',
    'CARREL',
    '{"id":"harbour"}'.repeat(9),
    '\u0089CARREL\r\n',
  ])('rejects data that is not a snapshot: %j', (text) => {
    expect(messageFor(new Uint8Array(Buffer.from(text, 'latin1')))).toBe(NOT_A_SNAPSHOT);
  });

  it('rejects a snapshot truncated at any length, and reports the first incomplete part', () => {
    const table = readTable(fileOf(whole));
    for (let length = 0; length < whole.length; length++) {
      const section = table.findLast((entry) => entry.offset <= length && entry.name !== 'empty');
      const part = section === undefined ? 'the section table' : `section '${section.name}'`;
      const message =
        length === 0
          ? EMPTY
          : length < 8
            ? NOT_A_SNAPSHOT
            : length < 32
              ? `harbour.snapshot: truncated in the header: expected at least 32 bytes, found ${length}; ${REMEDY}`
              : `harbour.snapshot: truncated in ${part}: expected ${whole.length} bytes, found ${length}; ${REMEDY}`;
      expect(messageFor(whole.slice(0, length))).toBe(message);
    }
  });

  it.each(['titles.id.offsets', 'titles.shelf.starts'])(
    'rejects the offsets %s if they do not ascend, although the checksum matches',
    (name) => {
      expect(messageFor(write(new Map([[name, Uint32Array.of(0, 2, 5, 4, 9)]])))).toBe(
        `harbour.snapshot: invalid section '${name}': expected ascending offsets, found 5 before 4; build the snapshot again from its source`,
      );
    },
  );

  it('rejects offsets with one descent at any place', () => {
    const ascending = [0, 1, 3, 5, 5, 8, 9, 9, 12, 20];
    const fileWith = (offsets: readonly number[]) =>
      write(new Map([['titles.id.offsets', Uint32Array.from(offsets)]]));
    expect(readSections(fileOf(fileWith(ascending))).size).toBe(1);
    for (let at = 1; at < ascending.length; at++) {
      const offsets = [...ascending.slice(0, at), ascending[at] + 1, ...ascending.slice(at)];
      expect(messageFor(fileWith(offsets))).toContain('expected ascending offsets');
    }
  });

  it.each([1, 63, 64, 4096])('rejects a snapshot with additional bytes at the end: %d', (count) => {
    const longer = new Uint8Array(whole.length + count);
    longer.set(whole);
    expect(messageFor(longer)).toBe(
      `harbour.snapshot: damaged: expected ${whole.length} bytes up to the end of section 'whole', found ${whole.length + count}; ${REMEDY}`,
    );
  });

  it('rejects a snapshot with any byte changed, and reports the damaged part', () => {
    const table = readTable(fileOf(whole));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (offset, mask) => {
        const bytes = whole.slice();
        bytes[offset] ^= mask;
        const section = table.findLast((entry) => entry.offset <= offset && entry.name !== 'empty');
        const message =
          offset < 8
            ? NOT_A_SNAPSHOT
            : offset < 32
              ? damaged('the header')
              : section === undefined
                ? damaged('the section table')
                : damaged(`section '${section.name}'`);
        expect(messageFor(bytes)).toBe(message);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('rejects a snapshot with a bit of any byte of its header or its section table changed', () => {
    for (let offset = 0; offset < 32 + tableLength; offset++) {
      const bytes = whole.slice();
      bytes[offset] ^= 1 << (offset % 8);
      const part = damaged(offset < 32 ? 'the header' : 'the section table');
      expect(messageFor(bytes)).toBe(offset < 8 ? NOT_A_SNAPSHOT : part);
    }
  });

  it('rejects an older or a newer format version', () => {
    expect(messageFor(writeVersion(1))).toBe(
      'harbour.snapshot: expected format version 11, found the older version 1; build the snapshot again from its source',
    );
    expect(messageFor(writeVersion(12))).toBe(
      'harbour.snapshot: expected format version 11, found the newer version 12; update Carrel, or build the snapshot again with this version',
    );
  });
});
