import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Title } from '../../../../src/catalog/records/title.js';
import { openCatalog } from '../../../../src/snapshot/file/open-catalog.js';
import {
  buildSnapshot,
  buildSnapshotOf,
} from '../../../../src/snapshot/file/writing/build-snapshot.js';
import { type SourceRecords, streamedSource } from '../../../../src/snapshot/source/source.js';
import { book, recordsOf } from '../../../catalog/catalog-of.js';
import { getSession, getTitle } from '../../../v1/validated-operations.js';
import { scratchDirectory } from '../scratch-directory.js';
import { writeSource } from '../source-files.js';

const context = { baseUrl: 'https://api.example.org' };

describe('buildSnapshot', () => {
  it('reports the path and size of the snapshot, the id of the library and the number of records', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    const report = await buildSnapshot(writeSource(join(directory, 'source')), file);
    expect(report).toEqual({
      file,
      size: readFileSync(file).length,
      library: 'harbour',
      counts: { titles: 1, users: 1, userContent: 0, lists: 0, sessions: 1 },
      warnings: [],
    });
  });

  it.each([
    [undefined, 'nothing'],
    ['', 'the string ""'],
  ])('rejects with a TypeError for the path %j', async (file, found) => {
    await expect(buildSnapshot(recordsOf({}), file as string)).rejects.toThrow(
      new TypeError(`buildSnapshot: file: expected the path of a file, found ${found}`),
    );
  });

  it('reports progress after each title, and the share of the work after the last title', async () => {
    const reported: [number, number | undefined][] = [];
    const titles = [book('1', 'Emma'), book('2', 'Persuasion')];
    await buildSnapshot(recordsOf({ titles }), join(scratchDirectory(), 'x.snapshot'), {
      progress: (count, share) => reported.push([count, share]),
    });
    expect(reported.slice(0, 2)).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    const shares = reported.slice(2).map(([, share]) => share as number);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares[0] >= 0.5, (shares.at(-1) as number) <= 1]).toEqual([true, true]);
  });

  it('reports the share of the work while it reads a directory', async () => {
    const source = writeSource(join(scratchDirectory(), 'source'));
    const shares: (number | undefined)[] = [];
    await buildSnapshot(source, join(scratchDirectory(), 'x.snapshot'), {
      progress: (_, share) => shares.push(share),
    });
    expect(shares.every((share) => share !== undefined && share > 0 && share <= 1)).toBe(true);
  });

  it('replaces the old snapshot and leaves no other files', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
    await buildSnapshot(recordsOf({ titles: [book('1', 'Persuasion')] }), file);
    expect(getTitle([openCatalog(file)], '1', {}, context).title.title).toBe('Persuasion');
    expect(readdirSync(directory)).toEqual(['harbour.snapshot']);
  });

  it('rejects a path in a missing directory', async () => {
    const file = join(scratchDirectory(), 'nowhere', 'harbour.snapshot');
    await expect(buildSnapshot(recordsOf({}), file)).rejects.toThrow(
      `${file}: expected a file in an existing directory, found no directory '`,
    );
  });

  it('stores only the SHA-256 digest of a session id', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    const { sessions } = openCatalog(writeSource(join(directory, 'source')));
    await buildSnapshot(join(directory, 'source'), file);
    const bytes = readFileSync(file);
    const digest = createHash('sha256').update('c7f1e09b42d8').digest('hex');
    expect(bytes.includes('c7f1e09b42d8')).toBe(false);
    expect(bytes.includes(digest)).toBe(true);
    expect(sessions.digests.id(0)).toBe(digest);
    expect(getSession([openCatalog(file)], 'c7f1e09b42d8', {}, context).user.name).toBe('ishmael');
  });

  it('writes a file that can be opened without write permission', async () => {
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
    chmodSync(file, 0o444);
    expect(openCatalog(file).titles.size).toBe(1);
  });

  it('reads arrays, generators and asynchronous generators', async () => {
    const directory = scratchDirectory();
    const files = ['a', 'b', 'c'].map((name) => join(directory, `${name}.snapshot`));
    const [users, titles] = [
      [{ id: 7, name: 'ishmael' }],
      [book('2', 'Emma'), book('1', 'Lady Susan')],
    ];
    function* generated<T>(records: readonly T[]) {
      yield* records;
    }
    async function* streamed<T>(records: readonly T[]) {
      await new Promise(setImmediate);
      yield* records;
    }
    for (const [i, iterable] of [generated, streamed].entries()) {
      const records = { ...recordsOf({}), titles: iterable(titles), users: iterable(users) };
      const { counts } = await buildSnapshot(records, files[i]);
      expect(counts).toMatchObject({ titles: 2, users: 1 });
    }
    await buildSnapshot(recordsOf({ titles, users }), files[2]);
    const [a, b, c] = files.map((file) => readFileSync(file));
    expect(a.equals(c) && b.equals(c)).toBe(true);
  });

  it('reports the place of an invalid title of an asynchronous iterable', async () => {
    async function* titles() {
      yield book('1', 'Emma');
      yield { id: '2', title: 'Persuasion' } as Title;
    }
    const records = { ...recordsOf({}), titles: titles() };
    await expect(buildSnapshot(records, join(scratchDirectory(), 'x.snapshot'))).rejects.toThrow(
      'titles[1]: format: expected an object, found nothing',
    );
  });

  it('rejects with the error of an asynchronous iterable and leaves no file', async () => {
    const directory = scratchDirectory();
    async function* titles() {
      yield book('1', 'Emma');
      throw new Error('export.mrc.gz: unexpected end of file');
    }
    const records = { ...recordsOf({}), titles: titles() };
    await expect(buildSnapshot(records, join(directory, 'x.snapshot'))).rejects.toThrow(
      'unexpected end of file',
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  it('rejects with the reason of an aborted signal and leaves no file', async () => {
    const directory = scratchDirectory();
    const abort = new AbortController();
    async function* titles() {
      yield book('1', 'Emma');
      abort.abort(new Error('stopped'));
      yield book('2', 'Persuasion');
    }
    const records = { ...recordsOf({}), titles: titles() };
    const built = buildSnapshot(records, join(directory, 'x.snapshot'), { signal: abort.signal });
    await expect(built).rejects.toThrow(new Error('stopped'));
    expect(readdirSync(directory)).toEqual([]);
  });

  it.for([
    [undefined, 'nothing'],
    [null, 'null'],
    ['harbour', 'the string "harbour"'],
  ])('rejects records whose library is %s', async ([library, found]) => {
    const records = { titles: [], library } as unknown as SourceRecords;
    const file = join(scratchDirectory(), 'x.snapshot');
    await expect(buildSnapshot(records, file)).rejects.toThrow(
      `library: expected an object, found ${found}`,
    );
  });

  it.for([0, -1, 1.5, Number.NaN])('rejects a segment size of %d', async (segmentSize) => {
    const file = join(scratchDirectory(), 'x.snapshot');
    await expect(buildSnapshot(recordsOf({}), file, { segmentSize })).rejects.toThrow(
      `segmentSize: expected a positive whole number, found ${segmentSize}`,
    );
  });

  it.for([0, -1, 1.5, Number.NaN])('rejects %d threads', async (threads) => {
    const file = join(scratchDirectory(), 'x.snapshot');
    await expect(buildSnapshot(recordsOf({}), file, { threads })).rejects.toThrow(
      `threads: expected a positive whole number, found ${threads}`,
    );
  });
});

describe('buildSnapshotOf', () => {
  it('keeps the existing file and rejects with the error of beforePublish', async () => {
    const directory = scratchDirectory();
    const file = join(directory, 'harbour.snapshot');
    writeFileSync(file, 'before');
    const source = streamedSource(recordsOf({ titles: [book('1', 'Emma')] }));
    const titles: number[] = [];
    const build = buildSnapshotOf(source, file, {
      beforePublish: ({ counts }) => {
        titles.push(counts.titles);
        throw new Error('report.json: expected to write the file, found a full disk');
      },
    });
    await expect(build).rejects.toThrow(
      'report.json: expected to write the file, found a full disk',
    );
    expect(titles).toEqual([1]);
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(readdirSync(directory)).toEqual(['harbour.snapshot']);
  });
});
