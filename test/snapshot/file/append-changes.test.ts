import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Change, openCatalog, openCatalogs } from '../../../src/index.js';
import { appendChanges } from '../../../src/snapshot/file/append-changes.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

/** Writes snapshots of libraries, each with one title that has the id of its library, and returns their paths. */
async function snapshotsOf(...libraries: readonly string[]) {
  const directory = scratchDirectory();
  const paths: string[] = [];
  for (const id of libraries) {
    const path = join(directory, `${id}.snapshot`);
    await buildSnapshot(recordsOf({ library: { id }, titles: [book(id, `Title ${id}`)] }), path);
    paths.push(path);
  }
  return { paths, changes: join(directory, 'changes.jsonl') };
}

const put = (id: string, more = {}): Change => ({
  op: 'put',
  kind: 'titles',
  record: book(id, 'Omoo'),
  ...more,
});

/** Returns the parsed lines of a changes file. */
function linesIn(changes: string): Record<string, unknown>[] {
  const text = readFileSync(changes, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns the changes in a changes file, without their times. */
const changesIn = (changes: string) => linesIn(changes).map(({ at: _, ...change }) => change);

describe('append of a catalog set', () => {
  it('creates the file, and the catalogs contain the changes', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    await using set = await openCatalogs(paths, { changes });
    expect(await set.append([put('2'), put('3')])).toEqual({ appended: 2, skipped: [] });
    expect(changesIn(changes)).toEqual([put('2'), put('3')]);
    await expect.poll(() => set.current()[0].titles.size).toBe(3);
  });

  it('adds the time, so that a later snapshot is not changed again', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    await using set = await openCatalogs(paths, { changes });
    const before = Math.floor(Date.now() / 1000) * 1000;
    await set.append([put('2'), put('3', { at: '2026-11-01T01:00:00+01:00' })]);
    const after = Date.now();
    const [first, second] = linesIn(changes).map(({ at }) => at as string);
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(first)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(first)).toBeLessThanOrEqual(after);
    expect(second).toBe('2026-11-01T01:00:00+01:00');
    await expect.poll(() => set.current()[0].titles.size).toBe(3);
    const library = { id: 'harbour', snapshot_date: new Date(after + 1000).toISOString() };
    await buildSnapshot(recordsOf({ library, titles: [book('1', 'Mardi')] }), paths[0]);
    await set.refresh();
    expect(set.current()[0].titles.size).toBe(1);
  });

  it('adds the date of the snapshot if it is later than the clock', async () => {
    const { paths, changes } = await snapshotsOf('harbour', 'hill');
    const snapshot_date = '2999-01-01T00:00:00.5Z';
    const library = { id: 'hill', snapshot_date };
    await buildSnapshot(recordsOf({ library, titles: [book('hill', 'Omoo')] }), paths[1]);
    await using set = await openCatalogs(paths, { changes });
    const appended = await set.append([put('2', { library: 'hill' })]);
    expect(appended).toEqual({ appended: 1, skipped: [] });
    expect(linesIn(changes)).toEqual([put('2', { library: 'hill', at: snapshot_date })]);
    await expect.poll(() => set.current()[1].titles.size).toBe(2);
  });

  it.skipIf(!existsSync('/dev/full'))('names the file when the disk is full', async () => {
    const { paths } = await snapshotsOf('harbour');
    const appended = appendChanges(
      '/dev/full',
      paths.map((path) => openCatalog(path)),
      [put('2')],
    );
    await expect(appended).rejects.toThrow(
      '/dev/full: expected to write the file, found an error (ENOSPC: no space left on device, write)',
    );
  });

  it('does not mix the lines of several programs', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    await using first = await openCatalogs(paths, { changes });
    await using second = await openCatalogs(paths, { changes });
    const call_number = 'x'.repeat(1000);
    const holdings: Change = {
      op: 'holdings',
      title: 'harbour',
      holdings: [{ branch: 'MAIN', status: 'AVAILABLE', call_number }],
    };
    const many = Array<Change>(1000).fill(holdings);
    await Promise.all([first, second].map((set) => set.append(many)));
    const lines = changesIn(changes).map((change) => JSON.stringify(change));
    expect(new Set(lines)).toEqual(new Set([JSON.stringify(holdings)]));
    expect(lines).toHaveLength(2000);
  });

  it('appends nothing for invalid changes, and returns their problems', async () => {
    const { paths, changes } = await snapshotsOf('harbour', 'hill');
    await using set = await openCatalogs(paths, { changes });
    const { appended, skipped } = await set.append([
      put('2'),
      put('2', { library: 'island' }),
      put('2', { library: 'hill', at: '2020-01-01T00:00:00Z' }),
      { op: 'holdings', library: 'hill', title: 'hill', holdings: 5 } as never,
      null as never,
      undefined as never,
      put('2', {
        library: 'hill',
        record: { ...book('2', 'Omoo'), notes: ['x'.repeat(5_000_000)] },
      }),
      put('2', { library: 'hill' }),
    ]);
    expect(appended).toBe(1);
    expect(skipped.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(skipped.map(({ problem }) => problem)).toEqual([
      "library: expected 'harbour' or 'hill', found nothing",
      "library: expected 'harbour' or 'hill', found 'island'",
      'at: expected a time from 2026-11-01T00:00:00Z on, found 2020-01-01T00:00:00Z',
      'holdings: expected an array, found the number 5',
      "library: expected 'harbour' or 'hill', found nothing",
      "library: expected 'harbour' or 'hill', found nothing",
      expect.stringMatching(/^expected a line of at most 4194304 bytes, found 50\d+$/),
    ]);
    expect(changesIn(changes)).toEqual([put('2', { library: 'hill' })]);
  });

  it('skips values that are not those of JSON, and checks what it writes', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    await using set = await openCatalogs(paths, { changes });
    const { appended, skipped } = await set.append([
      put('2', { record: { ...book('2', 'Omoo'), publication_year: 1n } as never }),
      { ...put('2'), toJSON: () => ({ op: 'delete' }) } as never,
      put('2'),
    ]);
    expect([appended, skipped]).toEqual([
      1,
      [
        {
          index: 0,
          problem:
            'expected values of JSON, found another value (Do not know how to serialize a BigInt)',
        },
        { index: 1, problem: expect.stringContaining('kind: expected') },
      ],
    ]);
    expect(changesIn(changes)).toEqual([put('2')]);
  });

  it('begins a line of its own after a line without a line break, and keeps the order of calls', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    writeFileSync(changes, '{"op":');
    await using set = await openCatalogs(paths, { changes });
    set.on('changes', () => {});
    const ids = ['2', '3', '4', '5'];
    await Promise.all(ids.map((id) => set.append([put(id)])));
    const text = readFileSync(changes, 'utf8').replaceAll(/,"at":"[^"]*"/g, '');
    expect(text.split('\n')).toEqual(['{"op":', ...ids.map((id) => JSON.stringify(put(id))), '']);
    await expect.poll(() => set.current()[0].titles.size).toBe(5);
  });

  it('is finished before the set is closed', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    const set = await openCatalogs(paths, { changes });
    const results = [set.append([put('2')]), set.append([put('3')])];
    await set.close();
    expect(readFileSync(changes, 'utf8').match(/\n/g)).toHaveLength(2);
    expect(await Promise.all(results)).toEqual(Array(2).fill({ appended: 1, skipped: [] }));
  });

  it('throws without a file to write to, for no changes, and after the set was closed', async () => {
    const { paths, changes } = await snapshotsOf('harbour');
    const without = await openCatalogs(paths);
    await expect(without.append([])).rejects.toThrow(
      new TypeError(
        'append: expected the path of a file as the option changes of openCatalogs, found nothing',
      ),
    );
    await without.close();
    const set = await openCatalogs(paths, { changes });
    for (const [value, found] of [
      [put('2'), 'an object'],
      [null, 'null'],
      ['put', 'the string "put"'],
    ] as const) {
      await expect(set.append(value as never)).rejects.toThrow(
        new TypeError(
          `append: changes: expected an iterable of changes, such as an array, found ${found}`,
        ),
      );
    }
    await set.close();
    await expect(set.append([put('2')])).rejects.toThrow(
      new Error('append: expected open catalogs, found a set that is closed'),
    );
  });
});
