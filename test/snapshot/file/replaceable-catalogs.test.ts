import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inspectSnapshot } from '../../../src/snapshot/file/inspect-snapshot.js';
import { openCatalog } from '../../../src/snapshot/file/open-catalog.js';
import {
  openReplaceableCatalogs,
  type RefreshResult,
} from '../../../src/snapshot/file/replaceable-catalogs.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { writeSections } from '../../../src/snapshot/format/container/write-sections.js';
import { groupOf, sectionsOf, TITLE_GROUPS } from '../../../src/snapshot/format/open-sections.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';
import { writeRecords, writeSource } from './source-files.js';

/** Writes a snapshot of a library with these titles, and returns the path of the snapshot. */
async function write(file: string, library: string, ...titles: string[]): Promise<string> {
  const records = recordsOf({
    library: { id: library },
    titles: titles.map((title) => book(`${library}-${title}`, title)),
  });
  await buildSnapshot(records, file);
  return file;
}

function snapshotPaths() {
  const directory = scratchDirectory();
  return { harbour: join(directory, 'harbour.snapshot'), hill: join(directory, 'hill.snapshot') };
}

describe('openReplaceableCatalogs', () => {
  it('returns the same array until a catalog is replaced', async () => {
    const { harbour, hill } = snapshotPaths();
    const files = await openReplaceableCatalogs([
      await write(harbour, 'harbour', 'Typee'),
      await write(hill, 'hill', 'Emma'),
    ]);
    const before = files.current();
    expect(await files.refresh([harbour, hill])).toEqual({ replaced: [], refused: [] });
    expect(files.current()).toBe(before);
    await write(harbour, 'harbour', 'Typee', 'Omoo');
    const { replaced, refused } = await files.refresh([harbour]);
    expect(refused).toEqual([]);
    expect(replaced).toEqual([
      {
        source: harbour,
        library: 'harbour',
        snapshot: files.current()[0].fingerprint,
        date: '2026-11-01T00:00:00Z',
        titles: 2,
      },
    ]);
    expect(files.current()[0].titles.size).toBe(2);
    expect(files.current()[1]).toBe(before[1]);
    expect(before[0].titles.get(0).title).toBe('Typee');
  });

  it('reads the records of the same titles from a file that was overwritten', async () => {
    const { harbour, hill } = snapshotPaths();
    const titles = Array.from({ length: 300 }, (_, i) =>
      book(`${i}`, `Volume ${i}`, { description: `${i * 7919} `.repeat(20) }),
    );
    const users = Array.from({ length: 1000 }, (_, id) => ({ id, name: `user ${id}` }));
    await buildSnapshot(recordsOf({ titles }), harbour);
    const files = await openReplaceableCatalogs([harbour]);
    const read = () => titles.map((_, number) => files.current()[0].titles.get(number).title);
    const before = read();
    await buildSnapshot(recordsOf({ titles, users }), hill);
    const sections = [...sectionsOf(openCatalog(hill))];
    const [ofTitles, others] = [true, false].map((expected) =>
      sections.filter(([name]) => TITLE_GROUPS.includes(groupOf(name)) === expected),
    );
    // The file has the same inode, and the records are in another place.
    writeFileSync(harbour, Buffer.concat([...writeSections([...others, ...ofTitles])]));
    expect((await files.refresh([harbour])).replaced).toHaveLength(1);
    expect(read()).toEqual(before);
    expect(files.current()[0].users.size).toBe(1000);
  });

  it.skipIf(process.platform === 'win32').each([
    ['the same snapshot', []],
    ['a snapshot of the same titles', [{ id: 1, name: 'ishmael' }]],
  ])('reads damaged records again from a new file with %s', async (_case, users) => {
    const { harbour, hill } = snapshotPaths();
    const titles = [book('1', 'Typee'), book('2', 'Omoo')];
    await buildSnapshot(recordsOf({ titles }), harbour);
    copyFileSync(harbour, `${harbour}.good`);
    const files = await openReplaceableCatalogs([harbour]);
    const damaged = readFileSync(harbour);
    const { sections } = inspectSnapshot(harbour);
    damaged[sections.find(({ name }) => name === 'titles.details.bytes')!.offset] ^= 1;
    writeFileSync(harbour, damaged);
    const read = () => titles.map((_, number) => files.current()[0].titles.get(number).title);
    expect(read).toThrow(
      `${harbour}: damaged: a block of section 'titles.details.bytes' does not match its checksum; copy the snapshot again`,
    );
    copyFileSync(`${harbour}.good`, hill);
    if (users.length > 0) await buildSnapshot(recordsOf({ titles, users }), hill);
    renameSync(hill, harbour);
    const { replaced, refused } = await files.refresh([harbour]);
    expect([replaced.length, refused]).toEqual([1, []]);
    expect(read()).toEqual(['Typee', 'Omoo']);
    const repaired = files.current();
    copyFileSync(harbour, hill);
    renameSync(hill, harbour);
    expect(await files.refresh([harbour])).toEqual({ replaced: [], refused: [] });
    expect(files.current()).toBe(repaired);
  });

  it.each([
    [
      'is truncated',
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 16),
      'truncated in the section table: ',
    ],
    ['is damaged', (bytes: Buffer) => bytes.with(bytes.length - 1, 99), 'damaged: section '],
    [
      'is not a Carrel snapshot',
      () => Buffer.from('<html>404</html>'),
      'expected a Carrel snapshot, found other data; ',
    ],
  ])(
    'keeps a catalog whose new file %s, and replaces the other catalog',
    async (_case, damage, message) => {
      const { harbour, hill } = snapshotPaths();
      const files = await openReplaceableCatalogs([
        await write(harbour, 'harbour', 'Typee'),
        await write(hill, 'hill', 'Emma'),
      ]);
      await write(harbour, 'harbour', 'Omoo');
      writeFileSync(harbour, damage(readFileSync(harbour)));
      await write(hill, 'hill', 'Persuasion');
      const { replaced, refused } = await files.refresh([harbour, hill]);
      expect(refused).toHaveLength(1);
      expect(refused[0]).toContain(`${harbour}: ${message}`);
      expect(replaced.map(({ source }) => source)).toEqual([hill]);
      expect(files.current().map(({ titles }) => titles.get(0).title)).toEqual([
        'Typee',
        'Persuasion',
      ]);
    },
  );

  it('keeps a catalog whose file is deleted', async () => {
    const { harbour } = snapshotPaths();
    const files = await openReplaceableCatalogs([await write(harbour, 'harbour', 'Typee')]);
    rmSync(harbour);
    expect(await files.refresh([harbour])).toEqual({
      replaced: [],
      refused: [`${harbour}: expected a snapshot file, found nothing`],
    });
    expect(files.current()[0].titles.size).toBe(1);
  });

  it('keeps all catalogs until the new catalogs no longer conflict', async () => {
    const { harbour, hill } = snapshotPaths();
    const files = await openReplaceableCatalogs([
      await write(harbour, 'harbour', 'Typee'),
      await write(hill, 'hill', 'Emma'),
    ]);
    const moved = recordsOf({ library: { id: 'harbour' }, titles: [book('hill-Emma', 'Emma')] });
    await buildSnapshot(moved, harbour);
    const refused = `${harbour} and ${hill}: expected different title ids, found 'hill-Emma' in both; open only one of the two, or change the id in one of them`;
    expect(await files.refresh([harbour])).toEqual({ replaced: [], refused: [refused] });
    expect(files.current()[0].titles.get(0).title).toBe('Typee');
    await write(hill, 'hill', 'Persuasion');
    const { replaced } = await files.refresh([hill]);
    expect(replaced.map(({ source }) => source)).toEqual([harbour, hill]);
    expect(files.current().map(({ titles }) => titles.get(0).title)).toEqual([
      'Emma',
      'Persuasion',
    ]);
  });

  it('reports valid files that are deferred because other files conflict', async () => {
    const { harbour, hill } = snapshotPaths();
    const island = join(scratchDirectory(), 'island.snapshot');
    const files = await openReplaceableCatalogs([
      await write(harbour, 'harbour', 'Typee'),
      await write(hill, 'hill', 'Emma'),
      await write(island, 'island', 'Kidnapped'),
    ]);
    const moved = recordsOf({ library: { id: 'harbour' }, titles: [book('hill-Emma', 'Emma')] });
    await buildSnapshot(moved, harbour);
    await files.refresh([harbour]);
    await write(island, 'island', 'Catriona');
    const { replaced, refused } = await files.refresh([island]);
    expect(replaced).toEqual([]);
    expect(refused).toEqual([
      expect.stringContaining(
        `${harbour} and ${hill}: expected different title ids, found 'hill-Emma' in both`,
      ),
      `${island}: valid, but deferred because ${harbour} and ${hill} conflict`,
    ]);
  });

  it('opens watched files again, and reports since when another file than the open one is there', async () => {
    const { harbour, hill } = snapshotPaths();
    const results: RefreshResult[] = [];
    const paths = [await write(harbour, 'harbour', 'Typee'), await write(hill, 'hill', 'Emma')];
    const files = await openReplaceableCatalogs(paths, {
      onReopened: (result) => results.push(result),
    });
    onTestFinished(files.close);
    files.watch(() => {});
    const pending = () => files.checks().map(({ pendingSince }) => pendingSince > 0);
    expect(pending()).toEqual([false, false]);
    writeFileSync(harbour, 'damaged');
    await expect.poll(() => results).toHaveLength(1);
    expect(pending()).toEqual([true, false]);
    const moved = recordsOf({ library: { id: 'harbour' }, titles: [book('hill-Emma', 'Emma')] });
    await buildSnapshot(moved, harbour);
    await expect.poll(() => results).toHaveLength(2);
    expect(results[1].refused).toEqual([expect.stringContaining('expected different title ids')]);
    expect(pending()).toEqual([true, false]);
    await write(hill, 'hill', 'Persuasion');
    await expect.poll(() => results).toHaveLength(3);
    expect(results[2].replaced).toHaveLength(2);
    expect(pending()).toEqual([false, false]);
  });

  it('opens and replaces catalogs from source directories', async () => {
    const directory = writeSource(scratchDirectory());
    const files = await openReplaceableCatalogs([directory]);
    writeRecords(directory, recordsOf({ titles: [book('1', 'Typee'), book('2', 'Omoo')] }));
    const { replaced } = await files.refresh([directory]);
    expect(replaced.map(({ titles }) => titles)).toEqual([2]);
  });

  it('keeps a catalog whose new file lost too many titles, and replaces the other catalog', async () => {
    const { harbour, hill } = snapshotPaths();
    await write(harbour, 'harbour', 'Typee', 'Omoo', 'Mardi', 'Redburn');
    await write(hill, 'hill', 'Emma', 'Persuasion');
    const publishing = { maxShrink: 25, minTitles: 1 };
    const files = await openReplaceableCatalogs([harbour, hill], { publishing });
    await write(harbour, 'harbour', 'Typee', 'Omoo');
    await write(hill, 'hill', 'Emma', 'Sanditon');
    const { replaced, refused } = await files.refresh([harbour, hill]);
    expect(replaced.map(({ source }) => source)).toEqual([hill]);
    expect(refused).toEqual([
      `${harbour}: expected at least 3 titles (25 % fewer than the 4 titles of the catalog that it replaces), found 2; check the source, or raise maxShrink`,
    ]);
    await write(harbour, 'harbour', 'Typee', 'Omoo', 'Pierre');
    expect((await files.refresh([harbour])).replaced).toMatchObject([{ titles: 3 }]);
    await write(harbour, 'harbour');
    expect((await files.refresh([harbour])).refused).toEqual([
      `${harbour}: expected at least 1 title, found 0; check the source, or lower minTitles`,
    ]);
    expect(files.current()[0].titles.size).toBe(3);
  });

  it.each([
    ['with a limit', { maxShrink: 10 }],
    ['without limits', {}],
  ])(
    'replaces a catalog by one of another library only with allowLibraryChange, %s',
    async (_case, publishing) => {
      const { harbour } = snapshotPaths();
      await write(harbour, 'harbour', 'Typee', 'Omoo');
      const files = await openReplaceableCatalogs([harbour], { publishing });
      const allowing = await openReplaceableCatalogs([harbour], {
        publishing: { ...publishing, allowLibraryChange: true },
      });
      await write(harbour, 'hill', 'Emma');
      expect(await files.refresh([harbour])).toEqual({
        replaced: [],
        refused: [
          `${harbour}: expected the library 'harbour', found 'hill'; check the file, or accept the other library with allowLibraryChange`,
        ],
      });
      expect(files.current()[0].titles.size).toBe(2);
      expect(await allowing.refresh([harbour])).toMatchObject({
        replaced: [{ library: 'hill', titles: 1 }],
        refused: [],
      });
    },
  );

  it('runs concurrent refreshes one after another', async () => {
    const { harbour } = snapshotPaths();
    const files = await openReplaceableCatalogs([await write(harbour, 'harbour', 'Typee')]);
    await write(harbour, 'harbour', 'Omoo');
    const results = await Promise.all([1, 2, 3].map(() => files.refresh([harbour])));
    expect(results.map(({ replaced }) => replaced.length)).toEqual([1, 0, 0]);
  });
});
