import { EventEmitter, once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import {
  type CatalogSet,
  type CatalogSetEvents,
  openCatalogs,
  type RefreshResult,
} from '../../../src/index.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

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
    await expect.poll(() => set.current()[0].titles.size).toBe(1);
  });

  it('replaces a catalog whose file changes', async () => {
    const { path } = await branchFiles();
    await using set = await openCatalogs([path], { watch: true });
    await writeSnapshot(path, '1', '2', '3');
    await expect.poll(() => set.current()[0].titles.size).toBe(3);
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

  it.each([0, 5])('rejects if the signal is aborted after %d milliseconds', async (ms) => {
    const { path, changes } = await branchFiles();
    const holdings = { op: 'holdings', title: '1', holdings: [] };
    writeFileSync(changes, `${JSON.stringify(holdings)}\n`.repeat(50_000));
    const signal = AbortSignal.timeout(ms);
    const opening = openCatalogs([path], { changes, watch: true, signal });
    await expect(opening).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  });

  it('refuses to refresh a path that is not open', async () => {
    const { path } = await branchFiles();
    await using set = await openCatalogs([path], { onError: () => {} });
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

  it('emits events of replaced and refused files, and of changes from the start on', async () => {
    const { path, changes } = await branchFiles();
    writeFileSync(changes, `${PUT_2}{}\n`);
    await using set = await openCatalogs([path], { changes });
    const events: [keyof CatalogSetEvents, unknown][] = [];
    for (const name of ['replaced', 'refused', 'changes'] as const) {
      set.on(name, (argument: unknown) => events.push([name, argument]));
    }
    await new Promise(setImmediate);
    const problem = expect.stringMatching(/:2: op: expected one of .*, found nothing$/);
    expect(events.splice(0)).toMatchObject([
      ['changes', { library: 'harbour', file: changes, applied: 1, problems: [problem] }],
    ]);
    await writeSnapshot(path, '1', '3');
    await set.refresh();
    expect(events.splice(0).filter(([name]) => name === 'replaced')).toMatchObject([
      ['replaced', { source: path, titles: 2 }],
    ]);
    writeFileSync(path, 'truncated');
    const { refused } = await set.refresh();
    expect(refused).toHaveLength(1);
    expect(events).toEqual([['refused', refused[0]]]);
  });

  it('emits changes only for libraries that have changes, with counts since the beginning', async () => {
    const { path, changes } = await branchFiles();
    const hill = join(scratchDirectory(), 'hill.snapshot');
    await buildSnapshot(recordsOf({ library: { id: 'hill' } }), hill);
    await using set = await openCatalogs([path, hill], { changes });
    const reports: unknown[] = [];
    set.on('changes', ({ library, applied, skipped, problems }) =>
      reports.push([library, applied, skipped, problems.length]),
    );
    const ofHarbour = { op: 'holdings', title: '1', holdings: [], library: 'harbour' } as const;
    appendFileSync(changes, `${JSON.stringify(ofHarbour)}\n`);
    await expect.poll(() => reports).toEqual([['harbour', 1, 0, 0]]);
    appendFileSync(changes, '{}\n');
    await expect.poll(() => reports).toHaveLength(2);
    appendFileSync(changes, `${JSON.stringify(ofHarbour)}\n`);
    await expect.poll(() => reports).toHaveLength(3);
    expect(reports.slice(1)).toEqual([
      ['hill', 0, 1, 1],
      ['harbour', 2, 0, 0],
    ]);
  });

  it('warns once when changes without a time are applied again to a snapshot of another date', async () => {
    const { path, changes } = await branchFiles();
    const writeDated = (snapshot_date: string, title: string) =>
      buildSnapshot(
        recordsOf({ library: { id: 'harbour', snapshot_date }, titles: [book('1', title)] }),
        path,
      );
    const dated = { op: 'put', kind: 'titles', record: book('3', 'Mardi') };
    const lines = [PUT_2, `${JSON.stringify({ ...dated, at: '2026-11-05T00:00:00Z' })}\n`];
    writeFileSync(changes, lines.join(''));
    const errors: string[] = [];
    const onError = ({ message }: Error) => errors.push(message);
    await using set = await openCatalogs([path], { changes, onError });
    const warnings: unknown[] = [];
    set.on('changes', ({ warning }) => warnings.push(warning));
    await expect.poll(() => warnings).toEqual([undefined]);

    await writeDated('2026-11-01T00:00:00Z', 'Same date');
    expect((await set.refresh()).replaced).toHaveLength(1);
    expect(errors).toEqual([]);

    const warning = `${changes}: expected a time (at) in each change, found none in 1, which were applied again to 'harbour' of 2026-11-10T00:00:00Z; add times, or start a new file with each snapshot`;
    await writeDated('2026-11-10T00:00:00Z', 'Later date');
    await set.refresh();
    expect(set.current()[0].titles.size).toBe(2);
    expect([errors, warnings.at(-1)]).toEqual([[warning], warning]);
    appendFileSync(changes, DELETE_1);
    await expect.poll(() => set.current()[0].titles.size).toBe(1);
    await set.refresh();
    expect(errors).toEqual([warning]);

    writeFileSync(changes, '');
    await expect.poll(() => set.current()[0].titles.size).toBe(1);
    appendFileSync(changes, lines[1].replace('-05T', '-15T'));
    await expect.poll(() => set.current()[0].titles.size).toBe(2);
    await writeDated('2026-11-12T00:00:00Z', 'Only with a time');
    await set.refresh();
    expect(errors).toEqual([warning]);
  });

  it('warns at the start of changes without a time in a file that is older than the snapshot', async () => {
    const { path, changes } = await branchFiles();
    const warned = async () => {
      const errors: string[] = [];
      const onError = ({ message }: Error) => errors.push(message);
      await using set = await openCatalogs([path], { changes, onError });
      expect(set.current()[0].titles.size).toBe(2);
      await nextTurn();
      await nextTurn();
      return errors;
    };
    writeFileSync(changes, PUT_2);
    const date = Date.parse('2026-11-01T00:00:00Z') / 1000;
    utimesSync(changes, date + 1, date + 1);
    expect(await warned()).toEqual([]);
    utimesSync(changes, date - 1, date - 1);
    expect(await warned()).toEqual([expect.stringContaining('found none in 1, which were')]);
    writeFileSync(changes, PUT_2.replace('{', '{"at":"2026-11-02T00:00:00Z",'));
    utimesSync(changes, date - 1, date - 1);
    expect(await warned()).toEqual([]);
  });

  it('refuses a file that lost too many titles, and a file of another library', async () => {
    const { path } = await branchFiles();
    await writeSnapshot(path, '1', '2');
    const errors: string[] = [];
    const onError = ({ message }: Error) => errors.push(message);
    await using set = await openCatalogs([path], { maxShrink: 10, minTitles: 1, onError });
    await writeSnapshot(path, '1');
    expect((await set.refresh()).refused).toEqual([
      expect.stringMatching(/expected at least 2 titles .*, found 1; .*, or raise maxShrink/),
    ]);
    await buildSnapshot(recordsOf({ library: { id: 'hill' }, titles: [book('1', 'Typee')] }), path);
    const problem = `${path}: expected the library 'harbour', found 'hill'; check the file, or accept the other library with allowLibraryChange`;
    expect(await set.refresh()).toEqual({ replaced: [], refused: [problem] });
    expect(errors.slice(1)).toEqual([problem]);
    await expect(openCatalogs([path], { minTitles: 2 })).rejects.toThrow(
      'expected at least 2 titles, found 1',
    );
    await expect(openCatalogs([path], { maxShrink: 101 })).rejects.toThrow(
      new RangeError('maxShrink: expected a number from 0 to 100, found 101'),
    );
  });

  it('passes refused files, skipped lines and errors of listeners to onError', async () => {
    const { path, changes } = await branchFiles();
    writeFileSync(changes, '{}\n');
    const errors: string[] = [];
    const onError = ({ message }: Error) => errors.push(message);
    await using set = await openCatalogs([path], { changes, onError });
    await expect.poll(() => errors).toEqual([expect.stringContaining(`${changes}:1: op: `)]);
    set.on('replaced', () => {
      throw new Error('of the listener');
    });
    await writeSnapshot(path, '1', '3');
    await set.refresh();
    expect(errors.slice(1)).toContain('of the listener');
    writeFileSync(path, 'truncated');
    const { refused } = await set.refresh();
    expect(errors).toContain(refused[0]);
  });

  it('writes messages without onError and listeners to standard error, one per line', async () => {
    const { path, changes } = await branchFiles();
    writeFileSync(changes, '{}\n'.repeat(22));
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await using set = await openCatalogs([path], { changes });
    await expect.poll(() => written.mock.calls).toHaveLength(21);
    expect(written.mock.calls[0]).toEqual([
      expect.stringMatching(/^carrel: .*changes\.jsonl:1: op: expected .*\n$/),
    ]);
    expect(written.mock.lastCall).toEqual(['carrel: 2 more messages of this kind\n']);
    await set.refresh(['other.snapshot']);
    set.on('refused', () => {
      throw new Error('of the\nlistener');
    });
    await set.refresh(['other.snapshot']);
    expect(written.mock.calls.slice(21)).toEqual([
      ['carrel: other.snapshot: expected the path of an open catalog, found another path\n'],
      [
        expect.stringMatching(
          /^carrel: listener of openCatalogs: Error: of the listener at [^\n]*\n$/,
        ),
      ],
    ]);
    written.mockRestore();
  });

  it('calls prepare before catalogs are used, and keeps the catalogs if it rejects', async () => {
    const { path } = await branchFiles();
    const prepared: number[] = [];
    const onError = () => {};
    const prepare = async ([{ titles }]: readonly Catalog[]) => {
      if (titles.size > 2) throw new Error('too many titles');
      prepared.push(titles.size);
    };
    await using set = await openCatalogs([path], { prepare, onError });
    await writeSnapshot(path, '1', '2');
    await set.refresh();
    await writeSnapshot(path, '1', '2', '3');
    expect(await set.refresh()).toEqual({ replaced: [], refused: ['too many titles'] });
    expect(prepared).toEqual([1, 2]);
    expect(set.current()[0].titles.size).toBe(2);
    await expect(openCatalogs([path], { prepare })).rejects.toThrow('too many titles');
  });

  it('can be refreshed only after prepare, and disposed of in prepare, without waiting for itself', async () => {
    const { path } = await branchFiles();
    const refusals: string[] = [];
    let isLast = false;
    const prepare = async () => {
      if (set === undefined) return;
      refusals.push(...(await set.refresh()).refused);
      if (isLast) await set[Symbol.asyncDispose]();
    };
    let set: CatalogSet | undefined;
    set = await openCatalogs([path], { prepare, onError() {} });
    await writeSnapshot(path, '1', '2');
    expect((await set.refresh()).replaced).toHaveLength(1);
    expect(refusals).toEqual(['refresh: expected a call after prepare, found a call in prepare']);
    await writeSnapshot(path, '1', '2', '3');
    isLast = true;
    expect(await set.refresh()).toEqual({ replaced: [], refused: [] });
    expect(set.current()[0].titles.size).toBe(2);
  });

  it('can be refreshed from an earlier prepare while prepare is called again', async () => {
    const { path } = await branchFiles();
    const laterCalls = new EventEmitter();
    let refreshed: Promise<RefreshResult> | undefined;
    const prepare = async ([{ titles }]: readonly Catalog[]) => {
      // Begins in the first refresh, and continues in the second one.
      if (titles.size === 2) refreshed = once(laterCalls, 'call').then(() => set.refresh());
      if (titles.size === 3) laterCalls.emit('call');
      await nextTurn();
    };
    await using set: CatalogSet = await openCatalogs([path], { prepare, onError() {} });
    await writeSnapshot(path, '1', '2');
    await set.refresh();
    await writeSnapshot(path, '1', '2', '3');
    await set.refresh();
    expect(await refreshed).toEqual({ replaced: [], refused: [] });
  });

  it.each([null, 'branch.snapshot'])('refuses to refresh %j', async (paths) => {
    const { path } = await branchFiles();
    await using set = await openCatalogs([path], { onError() {} });
    const { replaced, refused } = await set.refresh(paths as never);
    expect(replaced).toEqual([]);
    expect(refused).toEqual([
      expect.stringMatching(/^refresh: expected an array of paths, found /),
    ]);
  });

  it.each([
    [
      'openCatalogs: paths: expected an array of paths, such as [\'branch.snapshot\'], found the string "x"',
      'x',
    ],
    ['openCatalogs: paths[0]: expected a path, found nothing', [undefined]],
    ["openCatalogs: paths[1]: expected each path once, found 'x' again", ['x', 'x']],
    [
      'openCatalogs: changes: expected the path or address of a file, found true',
      ['x'],
      { changes: true },
    ],
    ['openCatalogs: onError: expected a function, found an object', ['x'], { onError: {} }],
    ['openCatalogs: signal: expected an AbortSignal, found an object', ['x'], { signal: {} }],
  ])('rejects with the TypeError %s', async (message, paths, options?: object) => {
    const opening = openCatalogs(paths as string[], options);
    await expect(opening).rejects.toThrow(new TypeError(message));
  });
});
