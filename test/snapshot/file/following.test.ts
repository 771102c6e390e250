import { appendFileSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Holding } from '../../../src/catalog/records/title.js';
import type { Change } from '../../../src/snapshot/changes/change.js';
import {
  type ChangesReport,
  openReplaceableCatalogs,
  type RefreshResult,
} from '../../../src/snapshot/file/replaceable-catalogs.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from './scratch-directory.js';

const EXPIRES = '2030-01-01T00:00:00Z';
const OUT: readonly Holding[] = [{ branch: 'MAIN', status: 'UNAVAILABLE' }];
const IN: readonly Holding[] = [{ branch: 'MAIN', status: 'AVAILABLE' }];

function holdings(title: string, next: readonly Holding[], library?: string): Change {
  return { op: 'holdings', title, holdings: next, ...(library !== undefined && { library }) };
}

function put(id: string, more: Partial<Change> = {}): Change {
  return { op: 'put', kind: 'titles', record: book(id, `Title ${id}`), ...more } as Change;
}

function linesOf(changes: readonly object[]): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join('');
}

/** Writes a snapshot of a library with titles that have one available copy each. */
async function writeSnapshot(path: string, library: string, ...titles: string[]): Promise<string> {
  const records = recordsOf({
    library: { id: library },
    titles: titles.map((id) => book(id, `Title ${id}`, { holdings: IN })),
    users: [{ id: 7, name: 'ishmael' }],
  });
  await buildSnapshot(records, path);
  return path;
}

/** Opens snapshots in a new directory, and follows a changes file until the test ends. */
async function follow(libraries: Readonly<Record<string, readonly string[]>>, text = '') {
  const directory = scratchDirectory();
  const changes = join(directory, 'changes.jsonl');
  if (text !== '') writeFileSync(changes, text);
  const paths = await Promise.all(
    Object.entries(libraries).map(([library, titles]) =>
      writeSnapshot(join(directory, `${library}.snapshot`), library, ...titles),
    ),
  );
  const reports: ChangesReport[] = [];
  const results: RefreshResult[] = [];
  const set = await openReplaceableCatalogs(paths, {
    changes,
    onChanges: (report) => reports.push(report),
    onReopened: (result) => results.push(result),
  });
  onTestFinished(set.close);
  return {
    ...set,
    paths,
    changes,
    results,
    reports,
    problems: () => reports.flatMap(({ problems }) => problems),
    append: (...next: readonly object[]) => appendFileSync(changes, linesOf(next)),
    /** Waits until the catalogs contain all changes up to this line. */
    async read(lines: number) {
      await expect
        .poll(() => set.snapshots().map(({ changes }) => changes?.lines))
        .toEqual(paths.map(() => lines));
    },
  };
}

/** Returns the ids of all titles, each with the statuses of its copies. */
function contentsOf({ titles }: Catalog): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: titles.size }, (_, number) => titles.get(number)).map(
      ({ id, holdings = [] }) => [id, holdings.map(({ status }) => status).join()],
    ),
  );
}

describe('A followed changes file', () => {
  it('is read from its beginning before the catalogs are open', async () => {
    const { current, snapshots } = await follow(
      { harbour: ['1', '2'] },
      linesOf([holdings('1', OUT), put('3'), holdings('3', OUT)]),
    );
    expect(contentsOf(current()[0])).toEqual({
      1: 'UNAVAILABLE',
      2: 'AVAILABLE',
      3: 'UNAVAILABLE',
    });
    expect(snapshots()).toMatchObject([
      {
        library: 'harbour',
        titles: 2,
        changes: { lines: 3, applied: 3, superseded: 0, skipped: 0 },
      },
    ]);
  });

  it('changes the catalogs whenever lines were read, and not only when they are reported', async () => {
    const { current, snapshots, append, reports } = await follow({ harbour: ['1'] });
    const count = 5_000;
    append(...Array.from({ length: count }, (_, i) => holdings('1', i % 2 === 0 ? OUT : IN)));
    const sets = new Set<readonly Catalog[]>();
    let applied = 0;
    while (applied < count) {
      await setImmediate();
      sets.add(current());
      applied = snapshots()[0].changes?.applied ?? 0;
      const last = applied % 2 === 1 ? 'UNAVAILABLE' : 'AVAILABLE';
      expect(contentsOf(current()[0])).toEqual({ 1: last });
    }
    expect(sets.size).toBeGreaterThan(reports.length + 1);
  });

  it('changes sessions and holdings without opening the titles again', async () => {
    const { current, append, read } = await follow({ harbour: ['1', '2'] });
    const { titles } = current()[0];
    append({ op: 'put', kind: 'sessions', record: { id: 's1', user: 7, expires: EXPIRES } });
    append(holdings('1', OUT));
    await read(2);
    const [changed] = current();
    expect(changed.sessions.get('s1')).toEqual({ user: 7, expires: EXPIRES });
    expect(contentsOf(changed)).toEqual({ 1: 'UNAVAILABLE', 2: 'AVAILABLE' });
    expect(changed.titles.works).toBe(titles.works);
    expect(changed.titles.popularityBoosts).toBe(titles.popularityBoosts);
  });

  it('adds more sessions than can be added quickly', async () => {
    const { current, append, read } = await follow({ harbour: ['1'] });
    const count = 6000;
    append(
      ...Array.from({ length: count }, (_, i) => {
        return { op: 'put', kind: 'sessions', record: { id: `s${i}`, user: 7 } };
      }),
    );
    await read(count);
    expect(current()[0].sessions.digests.size).toBe(count);
  });

  it('changes titles without opening the snapshot again', async () => {
    const { current, paths, append, read } = await follow({ harbour: ['1', '2', '3'] });
    rmSync(paths[0]);
    append(holdings('2', OUT), put('0'));
    await read(2);
    append(holdings('3', OUT), { op: 'delete', kind: 'titles', id: '1' }, holdings('2', IN));
    await read(5);
    expect(contentsOf(current()[0])).toEqual({ 0: '', 2: 'AVAILABLE', 3: 'UNAVAILABLE' });
  });

  it('applies changes of holdings and sessions after a change of a title, however their JSON is written', async () => {
    const { current, changes, append, read } = await follow({ harbour: ['1', '2', '3'] });
    append(put('0', { record: book('0', ': "holdings"', { holdings: IN }) }));
    const session = { op: 'put', kind: 'sessions', record: { id: 's1', user: 7 } };
    appendFileSync(changes, linesOf([holdings('1', OUT)]).replaceAll(':', '\t: '));
    appendFileSync(changes, linesOf([holdings('2', OUT)]).replaceAll('o', '\\u006f'));
    appendFileSync(changes, linesOf([session]).replaceAll('s', '\\u0073'));
    await read(4);
    const [changed] = current();
    const all = { 0: 'AVAILABLE', 1: 'UNAVAILABLE', 2: 'UNAVAILABLE', 3: 'AVAILABLE' };
    expect(contentsOf(changed)).toEqual(all);
    expect(changed.sessions.get('s1')).toEqual({ user: 7 });
  });

  it('gives the catalog the time of the latest change', async () => {
    const at = (time: string) => `2026-11-01T${time}:00Z`;
    const { current, append, read } = await follow(
      { harbour: ['1'] },
      linesOf([{ ...holdings('1', OUT), at: at('09:00') }, put('2', { at: at('08:00') })]),
    );
    expect(current()[0].changed).toBe(at('09:00'));
    append({ ...holdings('1', IN), at: at('10:00') }, holdings('1', OUT));
    await read(4);
    expect(current()[0].changed).toBe(at('10:00'));
    append(put('3', { at: at('11:00') }));
    await read(5);
    expect(current()[0].changed).toBe(at('11:00'));
  });

  it('keeps the array of catalogs when no change was applied', async () => {
    const { current, append, read } = await follow({ harbour: ['1'] });
    const before = current();
    append(holdings('9', OUT));
    await read(1);
    expect(current()).toBe(before);
    append({ op: 'put', kind: 'titles', record: {} }, { op: 'delete', kind: 'titles', id: '9' });
    await read(3);
    expect(current()).toBe(before);
  });

  it('reports each line that cannot be applied once, with its number and the reason', async () => {
    const { append, changes, problems, read, snapshots } = await follow(
      { harbour: ['1'] },
      'not JSON\n',
    );
    append(holdings('9', OUT), { op: 'holdings', title: '1' });
    append({ ...holdings('1', OUT), at: '2026-10-31T00:00:00Z' });
    append(put('2'), { op: 'put', kind: 'titles', record: {} }, holdings('9', OUT));
    append(holdings('1', OUT, 'hill'));
    await read(8);
    expect(problems()).toEqual([
      `${changes}:1: expected a JSON object, found text that is not JSON`,
      expect.stringContaining(`${changes}:2: title: expected`),
      `${changes}:3: holdings: expected an array, found nothing`,
      expect.stringContaining(`${changes}:6: record.id: expected`),
      expect.stringContaining(`${changes}:7: title: expected`),
      `${changes}:8: library: expected 'harbour', found 'hill'`,
    ]);
    expect(snapshots()[0].changes).toMatchObject({ applied: 1, superseded: 1, skipped: 6 });
  });

  it('changes each of several libraries, and reports lines that belong to none once', async () => {
    const { current, append, changes, problems, read, snapshots } = await follow(
      { harbour: ['1'], hill: ['2'] },
      linesOf([holdings('1', OUT, 'harbour'), {}, holdings('1', OUT)]),
    );
    append(put('3', { library: 'hill' }), holdings('2', OUT, 'hill'));
    append(holdings('2', OUT, 'island'));
    await read(6);
    expect(current().map(contentsOf)).toEqual([{ 1: 'UNAVAILABLE' }, { 2: 'UNAVAILABLE', 3: '' }]);
    expect(problems()).toEqual([
      `${changes}:2: library: expected 'hill' or 'harbour', found nothing`,
      `${changes}:3: library: expected 'hill' or 'harbour', found nothing`,
      `${changes}:6: library: expected 'hill' or 'harbour', found 'island'`,
    ]);
    expect(snapshots().map(({ changes }) => changes?.applied)).toEqual([1, 2]);
  });

  it('is applied to new snapshots after it was deleted, until there is a new file', async () => {
    const followed = await follow({ harbour: ['1', '2'] });
    const { current, paths, changes, append, read, refresh } = followed;
    append(holdings('1', OUT), put('3'));
    await read(2);
    rmSync(changes);
    for (const title of ['5', '6']) {
      await writeSnapshot(paths[0], 'harbour', '1', title);
      await refresh(paths);
      expect(contentsOf(current()[0])).toEqual({ 1: 'UNAVAILABLE', 3: '', [title]: 'AVAILABLE' });
    }
    append(holdings('6', OUT));
    await read(1);
    expect(contentsOf(current()[0])).toEqual({ 1: 'AVAILABLE', 6: 'UNAVAILABLE' });
  });

  it('is not applied to a snapshot that is unchanged', async () => {
    const { current, paths, append, read, refresh } = await follow({ harbour: ['1'] });
    append(put('2'));
    await read(1);
    const before = current();
    expect(await refresh(paths)).toEqual({ replaced: [], refused: [] });
    expect(current()).toBe(before);
  });

  it('changes other libraries while a change conflicts, and continues when it is resolved', async () => {
    const { current, append, results } = await follow({ harbour: ['1'], hill: ['2'], port: ['3'] });
    append(put('2', { library: 'harbour' }), put('4', { library: 'port' }));
    await expect
      .poll(() => current().map(contentsOf))
      .toEqual([{ 1: 'AVAILABLE' }, { 2: 'AVAILABLE' }, { 3: 'AVAILABLE', 4: '' }]);
    await expect.poll(() => results).toHaveLength(1);
    expect(results[0].refused).toEqual([
      expect.stringMatching(/harbour.*hill.*expected different title ids, found '2' in both/),
    ]);
    expect(contentsOf(current()[0])).toEqual({ 1: 'AVAILABLE' });
    append({ op: 'delete', kind: 'titles', id: '2', library: 'harbour' });
    append(put('5', { library: 'harbour' }));
    await expect.poll(() => contentsOf(current()[0])).toEqual({ 1: 'AVAILABLE', 5: '' });
    expect(results).toHaveLength(1);
  });

  it.each(['harbour', 'hill'])(
    'changes the library whose id a change of %s takes',
    async (taker) => {
      const owner = taker === 'harbour' ? 'hill' : 'harbour';
      const { current, append, results } = await follow({ harbour: ['harbour'], hill: ['hill'] });
      append(put(owner, { library: taker }), put('new', { library: owner }));
      await expect.poll(() => results).toHaveLength(1);
      const expected = {
        harbour: { harbour: 'AVAILABLE', ...(owner === 'harbour' && { new: '' }) },
        hill: { hill: 'AVAILABLE', ...(owner === 'hill' && { new: '' }) },
      };
      await expect.poll(() => current().map(contentsOf)).toEqual([expected.harbour, expected.hill]);
    },
  );

  it('is reported once while it cannot be read', async () => {
    const { changes, results, append, current } = await follow({ harbour: ['1'] });
    mkdirSync(changes);
    await expect.poll(() => results).toHaveLength(1);
    expect(results[0].refused).toEqual([
      `${changes}: expected a file of changes, found a directory`,
    ]);
    rmdirSync(changes);
    append(holdings('1', OUT));
    await expect.poll(() => contentsOf(current()[0])).toEqual({ 1: 'UNAVAILABLE' });
    expect(results).toHaveLength(1);
  });
});
