import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectSnapshot } from '../../../src/snapshot/file/inspect-snapshot.js';
import { createCatalog, openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { crc32 } from '../../../src/snapshot/format/container/sections.js';
import { SnapshotError } from '../../../src/snapshot/format/container/snapshot-error.js';
import { RECORD_BYTES } from '../../../src/snapshot/format/title-records.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';
import { scratchDirectory } from './scratch-directory.js';
import { writeSource } from './source-files.js';

async function writeSnapshot() {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  const titles = [book('1', 'Moby-Dick'), book('2', 'Typee')];
  await buildSnapshot(recordsOf({ titles, users: [{ id: 1, name: 'ishmael' }] }), file);
  return { file, bytes: readFileSync(file) };
}

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error, found none');
}

/** Returns the message with which `openCatalog` and `inspectSnapshot` reject a file, without the path of the file. */
function rejectionOf(file: string): string {
  const [open, inspect] = [openCatalog, inspectSnapshot].map((openFile) => {
    const error = thrownBy(() => openFile(file));
    expect(error).toBeInstanceOf(SnapshotError);
    return error.message;
  });
  expect(inspect).toBe(open);
  expect(open.startsWith(`${file}: `)).toBe(true);
  return open.slice(`${file}: `.length);
}

describe('a file that is not a valid snapshot', () => {
  it('is rejected when it is missing', () => {
    const file = join(scratchDirectory(), 'missing.snapshot');
    expect(rejectionOf(file)).toBe('expected a snapshot file, found nothing');
  });

  it('is rejected when it contains other data', () => {
    const message =
      'expected a Carrel snapshot, found other data; `carrel build` and `buildSnapshot` write snapshots';
    const file = join(scratchDirectory(), 'other');
    for (const content of ['{"id":"harbour"}', 'x'.repeat(10_000)]) {
      writeFileSync(file, content);
      expect(rejectionOf(file)).toBe(message);
    }
  });

  it.skipIf(process.platform === 'win32')(
    'is rejected when it is a pipe, without reading it',
    () => {
      const file = join(scratchDirectory(), 'pipe');
      execFileSync('mkfifo', [file]);
      expect(rejectionOf(file)).toBe('expected a snapshot file, found a named pipe');
    },
  );

  it('is rejected when any byte is changed', async () => {
    const { file, bytes } = await writeSnapshot();
    const records = inspectSnapshot(file).sections.filter(({ name }) =>
      RECORD_BYTES.includes(name),
    );
    const isRecord = (at: number) =>
      records.some(
        ({ offset, length }) => at >= offset && at < offset + Math.ceil(length / 64) * 64,
      );
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(change, ([at, mask]) => {
        const changed = Buffer.from(bytes);
        changed[at] ^= mask;
        writeFileSync(file, changed);
        // Opening a file does not read its records.
        const rejected = isRecord(at) ? thrownBy(() => inspectSnapshot(file)).message : '';
        expect(rejected.slice(`${file}: `.length) || rejectionOf(file)).toMatch(
          at < 8
            ? /^expected a Carrel snapshot, found other data; /
            : /^damaged: (the header|the section table|section '[a-z_.]+') does not match its checksum; copy the snapshot again, or build it again from its source$/,
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('is rejected by inspectSnapshot when it is a source directory', () => {
    const source = writeSource(scratchDirectory());
    expect(openCatalog(source).titles.size).toBe(1);
    expect(() => inspectSnapshot(source)).toThrow(
      new SnapshotError(source, 'not_a_snapshot', 'expected a snapshot file, found a directory'),
    );
  });
});

describe('a source directory', () => {
  it('is rejected when one of its files is a directory', () => {
    const source = writeSource(scratchDirectory(), { 'users.jsonl': undefined });
    mkdirSync(join(source, 'users.jsonl'));
    expect(() => openCatalog(source)).toThrow(
      `${join(source, 'users.jsonl')}: expected a file, found a directory\n`,
    );
  });

  it.skipIf(process.platform === 'win32')(
    'is rejected when one of its files is a pipe, without waiting for a writer',
    () => {
      const source = writeSource(scratchDirectory(), { 'users.jsonl': undefined });
      execFileSync('mkfifo', [join(source, 'users.jsonl')]);
      expect(() => openCatalog(source)).toThrow(
        `${join(source, 'users.jsonl')}: expected a file, found a named pipe\n`,
      );
    },
  );
});

describe('a snapshot', () => {
  it('is opened as a catalog whose source is the path of the file', async () => {
    const { file } = await writeSnapshot();
    expect(openCatalog(file).source).toBe(file);
  });

  it('is described by inspectSnapshot with its counts and its consecutive sections', async () => {
    const { file, bytes } = await writeSnapshot();
    const { sections, fingerprint, ...rest } = inspectSnapshot(file);
    expect(rest).toEqual({
      file,
      formatVersion: 11,
      size: bytes.length,
      library: { id: 'harbour', name: 'Harbour Library', snapshot_date: '2026-11-01T00:00:00Z' },
      counts: { titles: 2, users: 1, userContent: 0, lists: 0, sessions: 0 },
      synonyms: openCatalog(file).titles.synonyms.size,
    });
    expect(fingerprint).toBe(openCatalog(file).fingerprint);
    let end = sections[0].offset;
    for (const { offset, length, checksum } of sections) {
      expect(offset).toBe(end);
      end = offset + Math.ceil(length / 64) * 64;
      const padded = bytes.subarray(offset, end);
      expect(checksum).toBe(crc32(padded).toString(16).padStart(8, '0'));
    }
    expect(end).toBe(bytes.length);
  });
});

it('openCatalog and createCatalog throw a TypeError for a missing argument', () => {
  expect(() => openCatalog(undefined as never)).toThrow(
    new TypeError('openCatalog: path: expected a path, found nothing'),
  );
  expect(() => createCatalog(undefined as never)).toThrow(
    new TypeError(
      'createCatalog: records: expected an object with a library and titles, found nothing',
    ),
  );
});

it('createCatalog and buildSnapshot throw a TypeError for records that are not iterable', async () => {
  const { library } = recordsOf({});
  expect(() => createCatalog({ library } as never)).toThrow(
    new TypeError('createCatalog: titles: expected an iterable, such as an array, found nothing'),
  );
  async function* titles() {}
  expect(() => createCatalog({ library, titles: titles() } as never)).toThrow(
    'createCatalog: titles: expected an iterable, such as an array, found an object',
  );
  const records = { library, titles: titles(), users: null } as never;
  await expect(buildSnapshot(records, 'unused.snapshot')).rejects.toThrow(
    new TypeError('buildSnapshot: users: expected an iterable, such as an array, found null'),
  );
});
