import {
  appendFileSync,
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalogs } from '../../../src/index.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

/** The longest time that a test waits for a change. */
const WAIT = { timeout: 20_000 };

async function writeSnapshot(path: string, ...titles: string[]): Promise<string> {
  await buildSnapshot(recordsOf({ titles: titles.map((id) => book(id, `Title ${id}`)) }), path);
  return path;
}

/** Writes a snapshot with the title 1, and returns the paths of the snapshot and of a changes file. */
async function branchFiles() {
  const directory = scratchDirectory();
  const path = await writeSnapshot(join(directory, 'branch.snapshot'), '1');
  return { path, changes: join(directory, 'changes.jsonl') };
}

const PUT_2 = `${JSON.stringify({ op: 'put', kind: 'titles', record: book('2', 'Omoo') })}\n`;
const DELETE_1 = `${JSON.stringify({ op: 'delete', kind: 'titles', id: '1' })}\n`;

/** Returns the paths of the files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return [];
    }
  });
}

describe('openCatalogs', () => {
  it('opens catalogs with the changes of a file, and applies further changes', async () => {
    const { path, changes } = await branchFiles();
    writeFileSync(changes, PUT_2);
    await using set = await openCatalogs([path], { changes });
    expect(set.current()[0].titles.size).toBe(2);
    appendFileSync(changes, DELETE_1);
    await expect.poll(() => set.current()[0].titles.size, WAIT).toBe(1);
  });

  it('replaces a catalog whose file changes', async () => {
    const { path } = await branchFiles();
    await using set = await openCatalogs([path], { watch: true });
    await writeSnapshot(path, '1', '2', '3');
    await expect.poll(() => set.current()[0].titles.size, WAIT).toBe(3);
  });

  it('opens files again on refresh, and returns which catalogs were replaced', async () => {
    const { path } = await branchFiles();
    await using set = await openCatalogs([path]);
    await writeSnapshot(path, '1', '2');
    expect((await set.refresh()).replaced).toMatchObject([{ source: path, titles: 2 }]);
    expect(set.current()[0].titles.size).toBe(2);
  });

  it.each(['disposes of the set', 'aborts the signal'])('stops when a program %s', async (how) => {
    const { path, changes } = await branchFiles();
    const controller = new AbortController();
    const set = await openCatalogs([path], { changes, signal: controller.signal });
    const before = set.current();
    if (how === 'aborts the signal') controller.abort();
    await set[Symbol.asyncDispose]();
    writeFileSync(changes, PUT_2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(set.current()).toBe(before);
  });

  it('keeps its catalogs on refresh after it was disposed of', async () => {
    const { path } = await branchFiles();
    const set = await openCatalogs([path]);
    const before = set.current();
    await set[Symbol.asyncDispose]();
    await writeSnapshot(path, '1', '2');
    expect(await set.refresh()).toEqual({ replaced: [], refused: [] });
    expect(set.current()).toBe(before);
  });

  it.skipIf(process.platform !== 'linux')(
    'closes the changes file that a refresh in progress opens',
    async () => {
      const { path, changes } = await branchFiles();
      writeFileSync(changes, PUT_2);
      const set = await openCatalogs([path], { changes });
      expect(openFiles()).toContain(realpathSync(changes));
      await writeSnapshot(path, '1', '3');
      const refresh = set.refresh();
      await set[Symbol.asyncDispose]();
      await refresh;
      expect(openFiles()).not.toContain(realpathSync(changes));
    },
  );

  it('rejects with the reason of the signal if it is aborted', async () => {
    const { path } = await branchFiles();
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(openCatalogs([path], { signal })).rejects.toThrow('stopped');
  });

  it.each([0, 1, 5, 20])('rejects if the signal is aborted after %d milliseconds', async (ms) => {
    const { path, changes } = await branchFiles();
    const holdings = { op: 'holdings', title: '1', holdings: [] };
    writeFileSync(changes, `${JSON.stringify(holdings)}\n`.repeat(50_000));
    const signal = AbortSignal.timeout(ms);
    const opening = openCatalogs([path], { changes, watch: true, signal });
    await expect(opening).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  });

  it('refuses to refresh a path that is not open', async () => {
    const { path } = await branchFiles();
    await using set = await openCatalogs([path]);
    expect(await set.refresh(['other.snapshot', path])).toEqual({
      replaced: [],
      refused: ['other.snapshot: expected the path of an open catalog, found another path'],
    });
  });

  it('rejects if a file is missing, and creates no file', async () => {
    const { path, changes } = await branchFiles();
    await expect(openCatalogs([`${path}.old`], { changes })).rejects.toThrow(
      `${path}.old: expected a snapshot file, found nothing`,
    );
    expect(existsSync(changes)).toBe(false);
  });
});
