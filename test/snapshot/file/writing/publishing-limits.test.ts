import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectSnapshot } from '../../../../src/snapshot/file/inspect-snapshot.js';
import {
  type BuildOptions,
  buildSnapshot,
  checkBuild,
} from '../../../../src/snapshot/file/writing/build-snapshot.js';
import {
  PublishingError,
  readTitleCount,
} from '../../../../src/snapshot/file/writing/publishing-limits.js';
import { streamedSource } from '../../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { scratchDirectory } from '../scratch-directory.js';

/** Returns the records of the library `harbour` with a number of titles. */
function recordsWith(count: number) {
  return recordsOf({
    titles: Array.from({ length: count }, (_, i) => book(String(i), `Typee ${i}`)),
  });
}

/** Builds a snapshot with a number of titles, and returns its path. */
async function snapshotWith(count: number): Promise<string> {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  await buildSnapshot(recordsWith(count), file);
  return file;
}

describe('buildSnapshot with maxShrink', () => {
  it.each([
    [10, 30, 27],
    [2.5, 30, 30],
    [100, 30, 0],
    [10, 0, 0],
  ])('of %s replaces %s titles by %s titles, but not by fewer', async (maxShrink, old, fewest) => {
    const file = await snapshotWith(old);
    const before = readFileSync(file);
    if (fewest > 0) {
      const build = buildSnapshot(recordsWith(fewest - 1), file, { maxShrink });
      await expect(build).rejects.toBeInstanceOf(PublishingError);
      const [expected, found] = [fewest, fewest - 1];
      await expect(build).rejects.toMatchObject({
        path: file,
        limit: 'maxShrink',
        expected,
        found,
      });
      await expect(build).rejects.toThrow(
        `${file}: expected at least ${fewest} titles (${maxShrink} % fewer than the ${old} titles of the catalog that it replaces), found ${fewest - 1}; check the source, or raise maxShrink`,
      );
      expect(readFileSync(file)).toEqual(before);
    }
    const { counts, warnings } = await buildSnapshot(recordsWith(fewest), file, { maxShrink });
    expect(counts.titles).toBe(fewest);
    expect(warnings).toEqual([]);
    expect(readdirSync(join(file, '..'))).toEqual(['harbour.snapshot']);
  });

  it('builds a first snapshot without a warning', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    expect((await buildSnapshot(recordsWith(1), file, { maxShrink: 0 })).warnings).toEqual([]);
  });

  it('replaces a snapshot of another library only with allowLibraryChange', async () => {
    const file = await snapshotWith(2);
    const hill = recordsOf({ library: { id: 'hill' } });
    const before = readFileSync(file);
    const build = buildSnapshot(hill, file, { maxShrink: 100, minTitles: 0 });
    await expect(build).rejects.toBeInstanceOf(PublishingError);
    await expect(build).rejects.toMatchObject({
      limit: 'allowLibraryChange',
      expected: 'harbour',
      found: 'hill',
      message: `${file}: expected the library 'harbour', found 'hill'; check the file, or accept the other library with allowLibraryChange`,
    });
    expect(readFileSync(file)).toEqual(before);
    const options = { maxShrink: 0, allowLibraryChange: true };
    expect(await buildSnapshot(hill, file, options)).toMatchObject({
      library: 'hill',
      warnings: [],
    });
  });

  it('replaces an unreadable file only if minTitles is set or any loss is allowed', async () => {
    const file = await snapshotWith(2);
    const bytes = readFileSync(file);
    const truncated = bytes.subarray(0, bytes.length / 2);
    for (const unreadable of [truncated, Buffer.from('other'), Buffer.alloc(0)]) {
      writeFileSync(file, unreadable);
      const build = buildSnapshot(recordsWith(1), file, { maxShrink: 99 });
      await expect(build).rejects.toMatchObject({
        name: 'PublishingError',
        limit: 'allowUnreadable',
        message: expect.stringMatching(
          /harbour\.snapshot: expected a snapshot to compare the number of titles with, found an unreadable file \((truncated|expected a Carrel snapshot).*\); check the file, or set minTitles, or set maxShrink to 100$/,
        ),
      });
      expect(readFileSync(file)).toEqual(unreadable);
      for (const options of [{ minTitles: 1 }, { allowUnreadable: true }, { maxShrink: 100 }]) {
        writeFileSync(file, unreadable);
        await buildSnapshot(recordsWith(1), file, { maxShrink: 0, ...options });
        expect(readTitleCount(file).titles).toBe(1);
      }
    }
  });

  it('refuses fewer titles than minTitles, whatever the existing file is', async () => {
    const file = await snapshotWith(2);
    const other = join(scratchDirectory(), 'other');
    writeFileSync(other, 'unreadable');
    for (const path of [file, other, join(scratchDirectory(), 'new')]) {
      const build = buildSnapshot(recordsWith(2), path, { maxShrink: 10, minTitles: 3 });
      await expect(build).rejects.toThrow(
        `${path}: expected at least 3 titles, found 2; check the source, or lower minTitles`,
      );
    }
  });

  it('has no limits by default', async () => {
    const file = await snapshotWith(20);
    expect((await buildSnapshot(recordsWith(0), file)).counts.titles).toBe(0);
    writeFileSync(file, 'unreadable');
    expect((await buildSnapshot(recordsWith(0), file)).warnings).toEqual([]);
  });

  it.each<[BuildOptions, string]>([
    [{ maxShrink: -1 }, 'maxShrink: expected a number from 0 to 100, found -1'],
    [{ maxShrink: 101 }, 'maxShrink: expected a number from 0 to 100, found 101'],
    [{ maxShrink: Number.NaN }, 'maxShrink: expected a number from 0 to 100, found NaN'],
    [{ maxShrink: '5' as never }, 'maxShrink: expected a number from 0 to 100, found 5'],
    [{ minTitles: 1.5 }, 'minTitles: expected a whole number from 0, found 1.5'],
    [{ minTitles: -1 }, 'minTitles: expected a whole number from 0, found -1'],
  ])('rejects %j', async (options, message) => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await expect(buildSnapshot(recordsWith(1), file, options)).rejects.toThrow(
      new RangeError(message),
    );
    expect(existsSync(file)).toBe(false);
  });
});

describe('checkBuild', () => {
  it('returns the report of buildSnapshot and writes nothing', async () => {
    const file = await snapshotWith(3);
    const { ino, mtimeMs } = statSync(file);
    const report = await checkBuild(streamedSource(recordsWith(4)), file, { maxShrink: 0 });
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
    expect(await checkBuild(streamedSource(recordsWith(4)), undefined)).toEqual(report);
    expect(await buildSnapshot(recordsWith(4), file)).toEqual({ file, ...report });
  });
});

describe('readTitleCount', () => {
  it('reads the library and the number of titles, even if other sections are damaged', async () => {
    const file = await snapshotWith(3);
    const { sections } = inspectSnapshot(file);
    const bytes = readFileSync(file);
    const { offset } = sections.find(({ name }) => name === 'titles.popularity')!;
    bytes[offset] ^= 1;
    writeFileSync(file, bytes);
    expect(() => inspectSnapshot(file)).toThrow("section 'titles.popularity'");
    expect(readTitleCount(file)).toEqual({ library: 'harbour', titles: 3 });
  });
});
