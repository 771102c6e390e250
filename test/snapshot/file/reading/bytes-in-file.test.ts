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
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Catalog, Titles } from '../../../../src/catalog/catalog.js';
import type { Change } from '../../../../src/catalog/changes/change.js';
import { runSteps } from '../../../../src/search/index.js';
import { applyChanges } from '../../../../src/snapshot/changes/apply-changes.js';
import {
  applyDifferenceInSteps,
  type CatalogDifference,
  canOmitShared,
  differenceBetween,
} from '../../../../src/snapshot/changes/catalog-difference.js';
import { withoutChangedHoldings } from '../../../../src/snapshot/changes/change-holdings.js';
import { snapshotSections } from '../../../../src/snapshot/changes/snapshot-sections.js';
import { readCatalogSections } from '../../../../src/snapshot/file/open-catalog.js';
import {
  openBytesInFile,
  openSentSections,
} from '../../../../src/snapshot/file/reading/bytes-in-file.js';
import { checksum } from '../../../../src/snapshot/file/reading/checksum.js';
import { buildSnapshot } from '../../../../src/snapshot/file/writing/build-snapshot.js';
import { isInFile } from '../../../../src/snapshot/format/container/sections.js';
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
  return {
    path,
    descriptor,
    bytes,
    inFile: openBytesInFile({ path, descriptor }, 8, LENGTH),
  };
}

describe('openBytesInFile', () => {
  it('returns the checksum of all bytes, and any part of them', () => {
    const { bytes, inFile } = openFile();
    expect(inFile.checksum).toBe(checksum(bytes));
    const positions = fc.tuple(fc.nat(LENGTH), fc.nat(LENGTH)).map(([a, b]) => [a, b].sort(order));
    fc.assert(
      fc.property(positions, ([start, end]) => {
        expect(Buffer.compare(inFile.read(start, end), bytes.subarray(start, end))).toBe(0);
      }),
    );
  });

  it('reads parts into the same memory, except for parts of more than 1 MiB', () => {
    const { bytes, inFile } = openFile();
    const kept = inFile.read(5, (1 << 20) + 5);
    const parts = [0, 5000, 4097, LENGTH - 9].map((start) => {
      const part = inFile.read(start, start + 9);
      expect(part).toEqual(bytes.subarray(start, start + 9));
      return part.buffer;
    });
    expect(new Set(parts).size).toBe(1);
    expect(Buffer.compare(kept, bytes.subarray(5, (1 << 20) + 5))).toBe(0);
  });

  it('does not overwrite all bytes of a small section', () => {
    const { path, descriptor, bytes } = openFile();
    const small = openBytesInFile({ path, descriptor }, 8, 64 * 156);
    small.read(5000, 5009);
    const all = small.read(0, 64 * 156);
    for (const start of [0, 4097, 9000]) {
      expect(small.read(start, start + 9)).toEqual(bytes.subarray(start, start + 9));
    }
    expect(Buffer.compare(all, bytes.subarray(0, 64 * 156))).toBe(0);
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

  it('throws instead of returning bytes that were overwritten', () => {
    const { path, descriptor, bytes, inFile } = openFile();
    writeSync(descriptor, Uint8Array.of(bytes[5000] + 1), 0, 1, 8 + 5000);
    expect(inFile.read(0, 4096)).toEqual(bytes.subarray(0, 4096));
    expect(() => inFile.read(4097, 4098)).toThrow(
      new SnapshotError(
        path,
        'damaged',
        'damaged: expected the bytes at the time of opening, found others; open it again',
      ),
    );
  });

  it('throws when the file was truncated', () => {
    const { path, inFile } = openFile();
    truncateSync(path, 5000);
    expect(() => inFile.read(4990, 4999)).toThrow(
      new SnapshotError(path, 'truncated', 'truncated while it was open; open it again'),
    );
  });

  it('throws when the system cannot read the file', () => {
    const path = scratchDirectory();
    const descriptor = openSync(path, 'r');
    onTestFinished(() => closeSync(descriptor));
    expect(() => openBytesInFile({ path, descriptor }, 8, 64)).toThrow(
      new SnapshotError(
        path,
        'damaged',
        'expected 64 readable bytes at 8, found EISDIR: illegal operation on a directory, read; check the disk',
      ),
    );
  });
});

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

function openWith(path: string, minBytesInFile?: number) {
  const { sections, table } = readCatalogSections(path, { minBytesInFile });
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
    const held = openWith(path);
    const { sections, catalog } = openWith(path, 0);
    renameSync(await buildFile([book('other', 'Other')]), path);
    expect(held.sections.get('titles.details.bytes')).toBeInstanceOf(Uint8Array);
    for (const part of ['summary', 'holdings', 'details', 'marc']) {
      expect(isInFile(sections.get(`titles.${part}.bytes`)!)).toBe(true);
    }
    expect(recordsOfTitles(catalog.titles)).toEqual(recordsOfTitles(held.catalog.titles));
    expect(catalog.fingerprint).toBe(held.catalog.fingerprint);
    expect(dataOfSections(sections)).toEqual(dataOfSections(held.sections));
  });

  it('can be changed like a catalog in memory, and its records stay in the file', async () => {
    const path = await buildFile();
    const [held, inFile] = [undefined, 0].map((min) => {
      return applyChanges(applyChanges(openWith(path, min).catalog, CHANGES), MORE_CHANGES);
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
    const [held, inFile] = [undefined, 0].map((min) => openWith(path, min).catalog);
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

  it('is held in memory if its records are smaller than the limit', async () => {
    const { sections } = openWith(await buildFile(), 1 << 20);
    expect(sections.get('titles.details.bytes')).toBeInstanceOf(Uint8Array);
  });

  it('is rejected if a record is damaged', async () => {
    const path = await buildFile();
    const { table = [] } = readCatalogSections(path);
    const { offset } = table.find(({ name }) => name === 'titles.details.bytes')!;
    const file = openSync(path, 'r+');
    writeSync(file, Uint8Array.of(0xff), 0, 1, offset + 3);
    closeSync(file);
    const message = "damaged: section 'titles.details.bytes' does not match its checksum";
    expect(() => openWith(path, 0)).toThrow(message);
    expect(() => openWith(path)).toThrow(message);
    if (process.platform === 'linux') expect(isOpen(path)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('closes the file when nothing refers to it', async () => {
    const path = await buildFile();
    let opened: ReturnType<typeof openWith> | undefined = openWith(path, 0);
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
