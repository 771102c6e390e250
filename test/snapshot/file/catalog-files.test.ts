import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CatalogSetError } from '../../../src/catalog/catalog-set.js';
import { buildSnapshot } from '../../../src/snapshot/file/build-snapshot.js';
import { openCatalogFiles } from '../../../src/snapshot/file/catalog-files.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';
import { writeRecords, writeSource } from './source-files.js';

/** Writes a snapshot of a library that holds these titles. */
async function write(file: string, library: string, ...titles: string[]): Promise<string> {
  const records = recordsOf({
    library: { id: library },
    titles: titles.map((title) => book(`${library}-${title}`, title)),
  });
  await buildSnapshot(records, file);
  return file;
}

function names() {
  const directory = scratchDirectory();
  return { harbour: join(directory, 'harbour.snapshot'), hill: join(directory, 'hill.snapshot') };
}

describe('Catalogs in files', () => {
  it('stay the same array until one is replaced', async () => {
    const { harbour, hill } = names();
    const files = openCatalogFiles([
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

  it.each([
    ['is cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['is damaged', (bytes: Buffer) => bytes.with(bytes.length - 1, 99)],
    ['is not a Carrel snapshot', () => Buffer.from('<html>404</html>')],
  ])('are kept when a new file %s, and the good ones are replaced', async (problem, spoil) => {
    const { harbour, hill } = names();
    const files = openCatalogFiles([
      await write(harbour, 'harbour', 'Typee'),
      await write(hill, 'hill', 'Emma'),
    ]);
    await write(harbour, 'harbour', 'Omoo');
    writeFileSync(harbour, spoil(readFileSync(harbour)));
    await write(hill, 'hill', 'Persuasion');
    const { replaced, refused } = await files.refresh([harbour, hill]);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain(`${harbour} ${problem}`);
    expect(replaced.map(({ source }) => source)).toEqual([hill]);
    expect(files.current().map(({ titles }) => titles.get(0).title)).toEqual([
      'Typee',
      'Persuasion',
    ]);
  });

  it('are kept when a file is gone', async () => {
    const { harbour } = names();
    const files = openCatalogFiles([await write(harbour, 'harbour', 'Typee')]);
    rmSync(harbour);
    expect(await files.refresh([harbour])).toEqual({
      replaced: [],
      refused: [`${harbour} does not exist; wanted a snapshot file.`],
    });
    expect(files.current()[0].titles.size).toBe(1);
  });

  it('are all kept when the new ones do not go together, until they do', async () => {
    const { harbour, hill } = names();
    const files = openCatalogFiles([
      await write(harbour, 'harbour', 'Typee'),
      await write(hill, 'hill', 'Emma'),
    ]);
    const moved = recordsOf({ library: { id: 'harbour' }, titles: [book('hill-Emma', 'Emma')] });
    await buildSnapshot(moved, harbour);
    const refused = `${harbour} and ${hill} both hold the title 'hill-Emma'. Open only one of them, or give one of the two another id.`;
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

  it('that wait for others to go together are named', async () => {
    const { harbour, hill } = names();
    const island = join(scratchDirectory(), 'island.snapshot');
    const files = openCatalogFiles([
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
      expect.stringContaining(`${harbour} and ${hill} both hold the title 'hill-Emma'.`),
      `${island} waits until ${harbour} and ${hill} go together.`,
    ]);
  });

  it('are refused at the beginning when they do not go together', async () => {
    const { harbour } = names();
    await write(harbour, 'harbour', 'Typee');
    copyFileSync(harbour, `${harbour}.copy`);
    expect(() => openCatalogFiles([harbour, `${harbour}.copy`])).toThrow(CatalogSetError);
  });

  it('may be source directories', async () => {
    const directory = writeSource(scratchDirectory());
    const files = openCatalogFiles([directory]);
    writeRecords(directory, recordsOf({ titles: [book('1', 'Typee'), book('2', 'Omoo')] }));
    const { replaced } = await files.refresh([directory]);
    expect(replaced.map(({ titles }) => titles)).toEqual([2]);
  });

  it('are replaced one refresh after the other', async () => {
    const { harbour } = names();
    const files = openCatalogFiles([await write(harbour, 'harbour', 'Typee')]);
    await write(harbour, 'harbour', 'Omoo');
    const results = await Promise.all([1, 2, 3].map(() => files.refresh([harbour])));
    expect(results.map(({ replaced }) => replaced.length)).toEqual([1, 0, 0]);
  });
});
