import {
  closeSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSteps } from '../../../../src/base/steps.js';
import type { Catalog, Titles } from '../../../../src/catalog/catalog.js';
import { applyChanges } from '../../../../src/snapshot/changes/apply-changes.js';
import {
  applyDifferenceInSteps,
  type CatalogDifference,
  canOmitShared,
  differenceBetween,
} from '../../../../src/snapshot/changes/catalog-difference.js';
import { snapshotSections } from '../../../../src/snapshot/changes/catalog-source.js';
import type { Change } from '../../../../src/snapshot/changes/change.js';
import { withoutChangedHoldings } from '../../../../src/snapshot/changes/change-holdings.js';
import { inspectSnapshot } from '../../../../src/snapshot/file/inspect-snapshot.js';
import { readCatalogSections } from '../../../../src/snapshot/file/open-catalog.js';
import {
  checksum,
  hasFoundDamage,
  type OpenFile,
  openBytesInFile,
  openSentSections,
} from '../../../../src/snapshot/file/read-snapshot-sections.js';
import { buildSnapshot } from '../../../../src/snapshot/file/writing/build-snapshot.js';
import {
  BLOCK_BYTES,
  type BytesInFile,
  isInFile,
} from '../../../../src/snapshot/format/container/sections.js';
import { SnapshotError } from '../../../../src/snapshot/format/container/snapshot-error.js';
import { openSections, sectionsOf } from '../../../../src/snapshot/format/open-sections.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { isLong } from '../../../long-tests.js';
import { bodyOf, requestsFor } from '../../changes/all-bodies.js';
import { arraysOf } from '../../changes/naive-source.js';
import { dataOfSections } from '../../data-of-sections.js';
import { scratchDirectory } from '../scratch-directory.js';

/** More bytes than are read at a time, and a multiple of the alignment of sections. */
const LENGTH = (1 << 21) + 64 * 156;

/** Writes a file of random bytes, and opens all bytes but the first 8. */
function openFile() {
  const path = join(scratchDirectory(), 'bytes');
  // No two blocks have the same bytes.
  const content = new Uint8Array(LENGTH + 8).map((_, i) => Math.imul(i, 0x9e3779b1) >>> 24);
  writeFileSync(path, content);
  const descriptor = openSync(path, 'r+');
  onTestFinished(() => closeSync(descriptor));
  const bytes = content.subarray(8);
  const inFile = openBytesInFile(fileOf(path, descriptor), SECTION, checksumsOf(bytes));
  return { path, descriptor, bytes, inFile };
}

function fileOf(path: string, descriptor: number): OpenFile {
  return { path, descriptor, damage: new Uint8Array(new SharedArrayBuffer(1)) };
}

const SECTION = { name: 's.bytes', type: 'u8', offset: 8, length: LENGTH, checksum: 7 } as const;

function checksumsOf(bytes: Uint8Array): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, i) =>
    checksum(bytes.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES)),
  );
}

describe('openBytesInFile', () => {
  it('returns any part of the bytes', () => {
    const { bytes, inFile } = openFile();
    const positions = fc.tuple(fc.nat(LENGTH), fc.nat(LENGTH)).map(([a, b]) => [a, b].sort(order));
    fc.assert(
      fc.property(positions, ([start, end]) => {
        expect(Buffer.compare(inFile.read(start, end), bytes.subarray(start, end))).toBe(0);
      }),
    );
    const short = fc.tuple(fc.nat(LENGTH - 9000), fc.nat(9000));
    fc.assert(
      fc.property(short, ([start, length]) => {
        expect(inFile.read(start, start + length)).toEqual(bytes.subarray(start, start + length));
      }),
    );
  });

  it('keeps the blocks that were read last', () => {
    const { descriptor, bytes, inFile } = openFile();
    inFile.read(5000, 5009);
    writeSync(descriptor, Uint8Array.of(bytes[5000] + 1), 0, 1, 8 + 5000);
    expect(inFile.read(5000, 5009)).toEqual(bytes.subarray(5000, 5009));
  });

  it('reads a block again after another block has taken its place in memory', () => {
    const { bytes, inFile } = openFile();
    const places = [5000, 5000 + (1 << 20), 5000, 5001, 5001 + (1 << 20)];
    for (const start of places) {
      expect(inFile.read(start, start + 9)).toEqual(bytes.subarray(start, start + 9));
    }
  });

  it('decompresses bytes', () => {
    const { inFile } = openFile();
    const text = Buffer.from('whale '.repeat(99));
    expect(inFile.inflate?.(deflateRawSync(text), text.length)).toEqual(text);
  });

  it('reads bytes again after an error', () => {
    const { descriptor, bytes, inFile } = openFile();
    const write = (byte: number) => writeSync(descriptor, Uint8Array.of(byte), 0, 1, 8 + 5000);
    write(bytes[5000] + 1);
    expect(inFile.read(0, 9)).toEqual(bytes.subarray(0, 9));
    expect(() => inFile.read(5000, 5001)).toThrow('damaged');
    expect(inFile.read(0, 9)).toEqual(bytes.subarray(0, 9));
    expect(() => inFile.read(5000, 5001)).toThrow('damaged');
    write(bytes[5000]);
    expect(inFile.read(5000, 5001)).toEqual(bytes.subarray(5000, 5001));
  });

  it('reads a block again after a damaged block has taken its place in memory', () => {
    const { descriptor, bytes, inFile } = openFile();
    const other = 5000 + (1 << 20);
    expect(inFile.read(5000, 5009)).toEqual(bytes.subarray(5000, 5009));
    writeSync(descriptor, Uint8Array.of(bytes[other] + 1), 0, 1, 8 + other);
    expect(() => inFile.read(other, other + 1)).toThrow('damaged');
    expect(inFile.read(5000, 5009)).toEqual(bytes.subarray(5000, 5009));
  });

  it('verifies each of the blocks that it reads together', () => {
    const { descriptor, bytes, inFile } = openFile();
    writeSync(descriptor, Uint8Array.of(bytes[5000] + 1), 0, 1, 8 + 5000);
    expect(() => inFile.read(3000, 5000)).toThrow('damaged');
    expect(() => inFile.read(3000, 9000)).toThrow('damaged');
    expect(inFile.read(1000, 4000)).toEqual(bytes.subarray(1000, 4000));
  });

  it('throws instead of returning bytes that were overwritten', () => {
    const { path, descriptor, bytes, inFile } = openFile();
    writeSync(descriptor, Uint8Array.of(bytes[5000] + 1), 0, 1, 8 + 5000);
    expect(inFile.read(0, 4096)).toEqual(bytes.subarray(0, 4096));
    expect(() => inFile.read(4999, 5001)).toThrow(
      new SnapshotError(
        path,
        'damaged',
        "damaged: a block of section 's.bytes' does not match its checksum; copy the snapshot again",
        { section: 's.bytes' },
      ),
    );
  });

  it('remembers damage that a copy for another thread has found', () => {
    const { descriptor, bytes, inFile } = openFile();
    const sections = new Map([['s.bytes', inFile]]);
    const sent = openSentSections(structuredClone(sections)).get('s.bytes') as BytesInFile;
    writeSync(descriptor, Uint8Array.of(bytes[5000] + 1), 0, 1, 8 + 5000);
    expect(sent.read(0, 9)).toEqual(bytes.subarray(0, 9));
    expect(hasFoundDamage(sections)).toBe(false);
    expect(() => sent.read(5000, 5001)).toThrow('damaged');
    expect(hasFoundDamage(sections)).toBe(true);
  });

  it('throws when the file was truncated', () => {
    const { path, inFile } = openFile();
    truncateSync(path, 5000);
    expect(() => inFile.read(6000, 6001)).toThrow(
      new SnapshotError(path, 'truncated', 'truncated while it was open; open it again'),
    );
  });

  it('throws when the system cannot read the file', () => {
    const path = scratchDirectory();
    const descriptor = openSync(path, 'r');
    onTestFinished(() => closeSync(descriptor));
    const section = { ...SECTION, length: 64 };
    const inFile = openBytesInFile(fileOf(path, descriptor), section, Uint32Array.of(0));
    expect(() => inFile.read(0, 1)).toThrow(
      new SnapshotError(
        path,
        'damaged',
        'expected 64 readable bytes at 8, found EISDIR: illegal operation on a directory, read; check the disk',
      ),
    );
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

function order(a: number, b: number): number {
  return a - b;
}

const TITLES = Array.from({ length: 300 }, (_, i) =>
  book(`t${i}`, `Volume ${i}`, {
    description: `The ${i}th volume of ${'many '.repeat(i % 50)}volumes`,
    ...(i % 2 === 0 && {
      marc: { leader: '', fields: [{ tag: '001', value: String(i).repeat(200) }] },
    }),
  }),
);

async function buildFile(titles = TITLES): Promise<string> {
  const path = join(scratchDirectory(), 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles }), path);
  return path;
}

function openWith(path: string, leavesRecordsInFile = true) {
  const { sections, table } = readCatalogSections(path, { leavesRecordsInFile });
  return { sections, catalog: openSections(path, sections, { table }) };
}

const CHANGES: Change[] = [
  { op: 'put', kind: 'titles', record: book('new', 'New') },
  { op: 'delete', kind: 'titles', id: 't7' },
];

const MORE_CHANGES: Change[] = [
  { op: 'holdings', title: 't8', holdings: [{ branch: 'MAIN', status: 'UNAVAILABLE' }] },
];

/** Returns a difference as another thread receives it, with readable sections. */
function sent(difference: CatalogDifference): CatalogDifference {
  const received = structuredClone(difference);
  return { ...received, sections: openSentSections(received.sections) };
}

function recordsOfTitles(titles: Titles) {
  return Array.from({ length: titles.size }, (_, number) => [
    titles.get(number),
    titles.summary(number),
    titles.pick(number, ['marc', 'description']),
  ]);
}

describe('a catalog whose records stay in the snapshot file', () => {
  it('has the same records as a catalog in memory, and keeps them when the file is replaced', async () => {
    const path = await buildFile();
    const held = openWith(path, false);
    const { sections, catalog } = openWith(path);
    renameSync(await buildFile([book('other', 'Other')]), path);
    expect(held.sections.get('titles.details.bytes')).toBeInstanceOf(Uint8Array);
    for (const part of ['summary', 'listing', 'holdings', 'details', 'marc']) {
      expect(isInFile(sections.get(`titles.${part}.bytes`)!)).toBe(true);
    }
    expect(recordsOfTitles(catalog.titles)).toEqual(recordsOfTitles(held.catalog.titles));
    expect(catalog.fingerprint).toBe(held.catalog.fingerprint);
    expect(dataOfSections(sections)).toEqual(dataOfSections(held.sections));
  });

  it('can be changed like a catalog in memory, and its records stay in the file', async () => {
    const path = await buildFile();
    const [held, inFile] = [false, true].map((inFile) => {
      return applyChanges(applyChanges(openWith(path, inFile).catalog, CHANGES), MORE_CHANGES);
    });
    expect(recordsOfTitles(inFile.titles)).toEqual(recordsOfTitles(held.titles));
    expect(inFile.fingerprint).toBe(held.fingerprint);
    const sections = sectionsOf(withoutChangedHoldings(inFile));
    expect(isInFile(sections.get('titles.details.bytes')!)).toBe(true);
    expect(sections.get('titles.changed.details.bytes')).toBeInstanceOf(Uint8Array);
    expect(dataOfSections(snapshotSections(inFile))).toEqual(
      dataOfSections(snapshotSections(held)),
    );
  });

  it('answers all requests like a catalog in memory, also in another thread after changes', async () => {
    const path = await buildFile();
    const records = arraysOf(recordsOf({ titles: TITLES }));
    const requests = fc.sample(requestsFor(records), isLong ? 500 : 50);
    const [held, inFile] = [false, true].map((inFile) => openWith(path, inFile).catalog);
    let there = runSteps(
      applyDifferenceInSteps(undefined, sent(differenceBetween(undefined, inFile))),
    );
    const expectSame = (catalog: Catalog, expected: Catalog) => {
      for (const request of requests) {
        expect(bodyOf(request, catalog), request.name).toBe(bodyOf(request, expected));
      }
    };
    expectSame(inFile, held);
    expectSame(there, held);
    const changed = applyChanges(inFile, CHANGES);
    there = runSteps(
      applyDifferenceInSteps(undefined, sent(differenceBetween(undefined, changed))),
    );
    const next = applyChanges(changed, MORE_CHANGES);
    expect(canOmitShared(changed, next)).toBe(true);
    there = runSteps(applyDifferenceInSteps(there, sent(differenceBetween(changed, next))));
    expectSame(there, applyChanges(applyChanges(held, CHANGES), MORE_CHANGES));
  });

  it('throws when a damaged record is read, and has all other records', async () => {
    const path = await buildFile();
    const { table = [] } = readCatalogSections(path);
    const { offset } = table.find(({ name }) => name === 'titles.details.bytes')!;
    const file = openSync(path, 'r+');
    writeSync(file, Uint8Array.of(0xff), 0, 1, offset + 3);
    closeSync(file);
    const { titles } = openWith(path).catalog;
    expect(titles.summary(0).title).toBe('Volume 0');
    expect(titles.get(titles.size - 1).title).toBe('Volume 99');
    const expected = { path, code: 'damaged', section: 'titles.details.bytes' };
    expect(thrownBy(() => titles.get(0))).toMatchObject(expected);
    expect(thrownBy(() => inspectSnapshot(path))).toMatchObject(expected);
  });

  it.runIf(process.platform === 'linux')('closes the file when nothing refers to it', async () => {
    const path = await buildFile();
    let opened: ReturnType<typeof openWith> | undefined = openWith(path);
    expect(opened.catalog.titles.size).toBe(300);
    expect(isOpen(path)).toBe(true);
    opened = undefined;
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    for (let i = 0; i < 100 && isOpen(path); i++) {
      await setTimeout(10);
      collectGarbage();
    }
    expect(isOpen(path)).toBe(false);
  });
});

/** Whether this process has opened a file. */
function isOpen(path: string): boolean {
  return readdirSync('/proc/self/fd').some((descriptor) => linkOf(descriptor) === path);
}

function linkOf(descriptor: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
