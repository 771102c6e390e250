import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../src/snapshot/file/build-snapshot.js';
import { inspectSnapshot } from '../../../src/snapshot/file/inspect-snapshot.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import { crc32 } from '../../../src/snapshot/format/crc32.js';
import { SnapshotError } from '../../../src/snapshot/format/snapshot-error.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';
import { writeSource } from './source-files.js';

const AGAIN = 'Copy it again, or build it again from its source.';

async function snapshot() {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  const titles = [book('1', 'Moby-Dick'), book('2', 'Typee')];
  await buildSnapshot(recordsOf({ titles, users: [{ id: 1, name: 'ishmael' }] }), file);
  return { file, bytes: readFileSync(file) };
}

/** What both ways to look into a file are refused with, without the file's name. */
function refusal(file: string): string {
  const [open, inspect] = [openCatalog, inspectSnapshot].map((act) => {
    try {
      act(file);
    } catch (error) {
      expect(error).toBeInstanceOf(SnapshotError);
      return (error as Error).message;
    }
    throw new Error(`${file} was opened.`);
  });
  expect(inspect).toBe(open);
  expect(open.startsWith(`${file} `)).toBe(true);
  return open.slice(file.length + 1);
}

describe('a file is refused', () => {
  it('when it is not there', () => {
    const file = join(scratchDirectory(), 'missing.snapshot');
    expect(refusal(file)).toBe('does not exist; wanted a snapshot file.');
  });

  it('when it is empty, or something else', () => {
    const foreign =
      'is not a Carrel snapshot: it does not begin as one. A snapshot is what `carrel build` writes.';
    const file = join(scratchDirectory(), 'other');
    for (const content of ['', '{"id":"harbour"}', 'x'.repeat(10_000)]) {
      writeFileSync(file, content);
      expect(refusal(file)).toBe(foreign);
    }
  });

  it.skipIf(process.platform === 'win32')('when it is a pipe, without waiting for it', () => {
    const file = join(scratchDirectory(), 'pipe');
    execFileSync('mkfifo', [file]);
    expect(refusal(file)).toBe('is no file; wanted a snapshot file.');
  });

  it('when it was cut short anywhere', async () => {
    const { file, bytes } = await snapshot();
    const lengths = fc.integer({ min: 32, max: bytes.length - 1 });
    fc.assert(
      fc.property(lengths, (length) => {
        writeFileSync(file, bytes.subarray(0, length));
        const [told, part] = refusal(file).split('; its ');
        expect(told).toBe(`is cut short: ${length} bytes of ${bytes.length}`);
        expect(part).toMatch(
          /^section (table|'[a-z_.]+') is not whole\. Copy it again, or build it again from its source\.$/,
        );
      }),
    );
  });

  it('when something follows its end', async () => {
    const { file, bytes } = await snapshot();
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('\n')]));
    expect(refusal(file)).toBe(
      `is damaged: 1 byte follows its last section, 'sessions.record.bytes', after ${bytes.length} bytes. ${AGAIN}`,
    );
  });

  it('when any one byte of it is changed', async () => {
    const { file, bytes } = await snapshot();
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(change, ([at, mask]) => {
        const changed = Buffer.from(bytes);
        changed[at] ^= mask;
        writeFileSync(file, changed);
        expect(refusal(file)).toMatch(
          at < 8
            ? /^is not a Carrel snapshot: /
            : /^is damaged: the bytes of its (header|section table|section '[a-z_.]+') do not give the checksum written with them\. Copy it again, or build it again from its source\.$/,
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      1,
      'is a snapshot of an older format, version 1; this Carrel reads version 3. Build it again from its source.',
    ],
    [
      4,
      'is a snapshot of a newer format, version 4; this Carrel reads version 3. Use the Carrel that wrote it, or build it again with this one.',
    ],
  ])('when its format is version %d', async (version, message) => {
    const { file, bytes } = await snapshot();
    bytes.writeUInt32LE(version, 8);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 28)), 28);
    writeFileSync(file, bytes);
    expect(refusal(file)).toBe(message);
  });

  it('by inspection when it is a directory, since only a file has sections', () => {
    const source = writeSource(scratchDirectory());
    expect(openCatalog(source).titles.size).toBe(1);
    expect(() => inspectSnapshot(source)).toThrow(
      new SnapshotError(source, 'is no file; wanted a snapshot file.'),
    );
  });

  it('within a source when a directory stands in its place', () => {
    const source = writeSource(scratchDirectory(), { 'users.jsonl': undefined });
    mkdirSync(join(source, 'users.jsonl'));
    expect(() => openCatalog(source)).toThrow(
      `${join(source, 'users.jsonl')}: is a directory, wanted a file.`,
    );
  });
});

describe('a snapshot', () => {
  it('is named as the path that it was opened from', async () => {
    const { file } = await snapshot();
    expect(openCatalog(file).source).toBe(file);
  });

  it('is told by inspection in full, no byte left out', async () => {
    const { file, bytes } = await snapshot();
    const { sections, fingerprint, ...about } = inspectSnapshot(file);
    expect(about).toEqual({
      file,
      formatVersion: 3,
      size: bytes.length,
      library: { id: 'harbour', name: 'Harbour Library', snapshot_date: '2026-11-01T00:00:00Z' },
      counts: { titles: 2, users: 1, userContent: 0, lists: 0, sessions: 0 },
    });
    expect(fingerprint).toBe(openCatalog(file).fingerprint);
    let end = sections[0].offset;
    for (const { offset, length, checksum } of sections) {
      expect(offset).toBe(end);
      end = offset + Math.ceil(length / 64) * 64;
      const filled = crc32(bytes.subarray(offset, end));
      expect(checksum).toBe(filled.toString(16).padStart(8, '0'));
    }
    expect(end).toBe(bytes.length);
  });
});
