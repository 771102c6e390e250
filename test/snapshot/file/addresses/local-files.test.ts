import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { partPath } from '../../../../src/snapshot/file/addresses/download.js';
import {
  createLocalFiles,
  type LocalFilesOptions,
} from '../../../../src/snapshot/file/addresses/local-files.js';
import { openCatalogs } from '../../../../src/snapshot/file/open-catalogs.js';
import { openReplaceableCatalogs } from '../../../../src/snapshot/file/replaceable-catalogs.js';
import type { NamedLimits } from '../../../../src/snapshot/file/writing/publishing-limits.js';
import { memoryBytes, readTable } from '../../../../src/snapshot/format/container/read-sections.js';
import { book } from '../../../catalog/catalog-of.js';
import { isLong } from '../../../long-tests.js';
import { scratchDirectory } from '../scratch-directory.js';
import { writeSource } from '../source-files.js';
import { signingKey, snapshotBytes } from './snapshots.js';
import { type Store, startStore } from './test-store.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Starts a store with the snapshots `a` and `b` of two libraries. Returns it, and a cache directory. */
async function storeWithSnapshots() {
  const store = await startStore();
  store.files.set('a', await snapshotBytes('Typee'));
  store.files.set('b', await snapshotBytes('Emma', 1, 'meridian'));
  return { store, cacheDir: join(scratchDirectory(), 'cache') };
}

/** Creates local files that are checked every 50 milliseconds. Returns them, their catalogs, and the problems. */
function localFiles(paths: readonly string[], options: Partial<LocalFilesOptions>) {
  const problems: string[] = [];
  const refusals: string[] = [];
  const onProblem = (message: string, isRefused: boolean) => {
    problems.push(message);
    if (isRefused) refusals.push(message);
  };
  const local = createLocalFiles(paths, { snapshotsMs: 50, changesMs: 50, onProblem, ...options });
  onTestFinished(local.stop);
  const { trust } = options;
  const openFiles = (onWaiting?: () => Promise<void>) =>
    local.open(
      () => openReplaceableCatalogs(local.paths, { cached: local.cached, trust }),
      onWaiting,
    );
  const open = async (onWaiting?: () => Promise<void>) => (await openFiles(onWaiting)).current();
  return { local, problems, refusals, openFiles, open };
}

/** Changes a byte of the records in a file of the cache directory, as a bad disk does, without a new time of the file. */
function damageRecords(path: string): void {
  const bytes = readFileSync(path);
  const stateFile = path.replace('.snapshot', '.json');
  const table = readTable(memoryBytes(path, bytes));
  bytes[table.find(({ name }) => name === 'titles.summary.bytes')!.offset] ^= 1;
  writeFileSync(path, bytes);
  const state = JSON.parse(readFileSync(stateFile, 'utf8'));
  writeFileSync(stateFile, JSON.stringify({ ...state, mtimeMs: statSync(path).mtimeMs }));
}

const addressesOf = ({ address }: Store) => [`${address}a`, `${address}b`];

describe('Local files', () => {
  it('of addresses are downloaded, named by a hash, and opened without a network afterwards', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const addresses = addressesOf(store).map((address) => address.replace('//', '//us:pw@'));
    const first = localFiles(addresses, { cacheDir });
    expect((await first.open()).map(({ library }) => library.id)).toEqual(['harbour', 'meridian']);
    const hashes = addressesOf(store).map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    const files = hashes.flatMap((hash) => [`${hash}.json`, `${hash}.snapshot`]);
    expect(readdirSync(cacheDir)).toEqual(files.sort());
    expect(statSync(cacheDir).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o700);
    await store.close();
    const { local, problems, open } = localFiles(addresses, { cacheDir });
    const onWaiting = vi.fn();
    expect(await open(onWaiting)).toHaveLength(2);
    expect([onWaiting.mock.calls, problems]).toEqual([[], []]);
    // The first check can fail on an old connection, and all further checks fail in the same way.
    await local.check();
    const found = await local.check();
    expect(found.map((problem) => problem.replace(/ \(\w+\)$/, ''))).toEqual(
      addressesOf(store).map(
        (address) => `${address}: expected a response, found a failed connection`,
      ),
    );
    const reported = problems.length;
    await local.check();
    expect(problems).toHaveLength(reported);
    expect(local.checks([])).toMatchObject(
      addressesOf(store).map((source) => ({ source, isAddress: true, checked: 0 })),
    );
  });

  it('wait for the first download while the address cannot be reached', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    store.faultOf = () => ({ status: 503 });
    const { local, problems, open } = localFiles(addressesOf(store), { cacheDir });
    const onWaiting = vi.fn();
    const opened = open(onWaiting);
    await expect.poll(() => problems.length).toBe(2);
    expect(onWaiting).toHaveBeenCalledOnce();
    store.faultOf = ({ path }) => (path === 'a' ? { status: 429 } : {});
    await expect.poll(() => problems.at(-1)).toMatch(/a: expected status 200, found 429$/);
    store.faultOf = () => ({});
    expect(await opened).toHaveLength(2);
    expect(Math.min(...local.checks([]).map(({ checked }) => checked))).toBeGreaterThan(1e9);
  });

  it.each(isLong ? [401, 403, 404] : [404])(
    'are not opened if the first response has the status %d',
    async (status) => {
      const { store, cacheDir } = await storeWithSnapshots();
      store.faultOf = ({ path }) => (path === 'b' ? { status } : {});
      const { open } = localFiles(addressesOf(store), { cacheDir });
      await expect(open()).rejects.toThrow(
        `${store.address}b: expected status 200, found ${status}`,
      );
    },
  );

  it.each(['paths', 'changes'])('are not opened if the address in %s is blocked', async (place) => {
    const { store, cacheDir } = await storeWithSnapshots();
    const blocked = 'http://127.0.0.1:22/a';
    const { open } =
      place === 'paths'
        ? localFiles([`${store.address}a`, blocked], { cacheDir })
        : localFiles([`${store.address}a`], { cacheDir, changes: blocked });
    await expect(open()).rejects.toThrow(
      `${blocked}: expected an address that can be requested, found another (bad port)`,
    );
  });

  it('have an error in every check while a snapshot is refused', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const publishing = { maxShrink: 0, minTitles: 1 };
    store.files.set('a', await snapshotBytes('Typee', 2));
    const files = localFiles([`${store.address}a`], { cacheDir, publishing });
    const { local, problems, refusals, open } = files;
    await open();
    const [{ source, checked }] = local.checks([]);
    const file = { path: local.paths[0], checked: 1, pendingSince: 0 };
    expect(local.checks([file])).toMatchObject([{ source, checked, pendingSince: 0 }]);
    expect(local.checks([{ ...file, pendingSince: 5 }])).toMatchObject([{ pendingSince: 5 }]);
    store.faultOf = () => ({ status: 503 });
    await local.check();
    store.faultOf = () => ({});
    store.files.set('a', await snapshotBytes('Omoo', 1));
    const refused = `${store.address}a: expected at least 2 titles`;
    for (let i = 0; i < 3; i++) {
      expect(await local.check()).toEqual([expect.stringContaining(refused)]);
    }
    const [refusedCheck] = local.checks([file]);
    expect(refusedCheck).toMatchObject({ source: `${store.address}a`, isAddress: true, checked });
    expect(refusedCheck.pendingSince).toBeGreaterThanOrEqual(checked);
    expect(problems).toEqual([
      `${store.address}a: expected status 200, found 503`,
      expect.stringContaining(refused),
    ]);
    expect(refusals).toEqual(problems.slice(1));
  });

  it('are downloaded again if a file in the cache directory is damaged', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const [address] = addressesOf(store);
    const first = localFiles([address], { cacheDir });
    await first.open();
    writeFileSync(first.local.paths[0], 'damaged');
    const { problems, open } = localFiles([address], { cacheDir });
    expect(await open()).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(`^${address}: expected a Carrel snapshot`)]);
  });

  it('are downloaded again if records are damaged, although the address has the same version', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const [address] = addressesOf(store);
    const { local, openFiles } = localFiles([address], { cacheDir });
    const files = await openFiles();
    const [path] = local.paths;
    damageRecords(path);
    expect(await local.check()).toEqual([]);
    expect(() => files.current()[0].titles.get(0)).toThrow('does not match its checksum');
    expect(files.damaged()).toEqual([path]);
    expect(await local.check()).toEqual([]);
    expect(readFileSync(path).equals(Buffer.from(store.files.get('a')!))).toBe(true);
    expect((await files.refresh([path])).replaced).toHaveLength(1);
    expect(files.current()[0].titles.get(0).title).toBe('Typee 0');
    expect(files.damaged()).toEqual([]);
    const requests = store.requests.length;
    expect(await local.check()).toEqual([]);
    expect(store.requests.slice(requests)).toMatchObject([{ status: 304 }]);
  });

  it('are downloaded again if a signed file is damaged, although the address has the same version', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const [address] = addressesOf(store);
    const { publicKey, sign } = signingKey();
    store.files.set('a.sig', sign(store.files.get('a')!));
    const trust = [publicKey];
    const first = localFiles([address], { cacheDir, trust });
    await first.open();
    damageRecords(first.local.paths[0]);
    const { problems, open } = localFiles([address], { cacheDir, trust });
    expect(await open()).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(`^${address}.sig: expected a signature`)]);
  });

  it.runIf(isLong)('that conflict are opened when the conflict is resolved', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    store.files.set('b', await snapshotBytes('Typee'));
    const publishing = { allowLibraryChange: true };
    const { local, problems, open } = localFiles(addressesOf(store), { cacheDir, publishing });
    const opened = open();
    const conflict = `${addressesOf(store).join(' and ')}: expected different library ids`;
    await expect.poll(() => problems).toContainEqual(expect.stringContaining(conflict));
    store.files.set('b', await snapshotBytes('Emma', 1, 'meridian'));
    await local.check(true);
    expect(await opened).toHaveLength(2);
  });

  it('of paths are kept, and used if a path is missing or damaged', async () => {
    const directory = scratchDirectory();
    const cacheDir = join(directory, 'cache');
    const path = join(directory, 'a.snapshot');
    const source = writeSource(join(directory, 'source'));
    await expect(localFiles([path], { cacheDir }).open()).rejects.toThrow(
      `${path}: expected a snapshot file, found nothing`,
    );
    writeFileSync(path, 'damaged');
    await expect(localFiles([path], { cacheDir }).open()).rejects.toThrow(
      `${path}: expected a Carrel snapshot`,
    );
    writeFileSync(path, await snapshotBytes('Typee'));
    const first = localFiles([path], { cacheDir });
    await first.open();
    for (const spoil of [() => writeFileSync(path, 'damaged'), () => rmSync(path)]) {
      spoil();
      const { problems, open } = localFiles([path], { cacheDir });
      expect((await open())[0].titles.get(0).title).toBe('Typee 0');
      expect(problems).toEqual([
        expect.stringMatching(`^${path}: expected a (?:Carrel )?snapshot`),
      ]);
    }
    first.local.start();
    writeFileSync(path, await snapshotBytes('Omoo'));
    const again = localFiles([path], { cacheDir });
    const title = async () => (await again.open())[0].titles.get(0).title;
    await expect.poll(title).toBe('Omoo 0');
    writeFileSync(again.local.paths[0], 'damaged');
    expect(await title()).toBe('Omoo 0');
    expect(localFiles([source, path], {}).local.paths).toEqual([source, path]);
    expect(localFiles([source], { cacheDir }).local.paths).toEqual([source]);
  });

  it.each(['path', 'address'])(
    'of the same %s are compared with the last good file across restarts, except a start that accepts any loss',
    async (kind) => {
      const { store, cacheDir } = await storeWithSnapshots();
      const path = join(scratchDirectory(), 'a.snapshot');
      const put = (bytes: Buffer) => {
        store.files.set('a', bytes);
        writeFileSync(path, bytes);
      };
      const name = kind === 'path' ? path : `${store.address}a`;
      const start = async (options: Partial<LocalFilesOptions> = {}) => {
        const files = localFiles([name], { cacheDir, publishing: { maxShrink: 10 }, ...options });
        if (kind === 'address' && !options.acceptsShrink) await files.local.check();
        const [{ library, titles }] = await files.open();
        return { ...files, found: `${library.id} ${titles.size}` };
      };
      put(await snapshotBytes('Typee', 20));
      expect((await start()).found).toBe('harbour 20');
      put(await snapshotBytes('Omoo', 17));
      for (let restart = 0; restart < 2; restart++) {
        const { found, refusals } = await start();
        expect(found).toBe('harbour 20');
        expect(refusals).toEqual([
          expect.stringMatching(`^${name}: expected at least 18 titles .* found 17; `),
        ]);
      }
      const accepting = await start({ acceptsShrink: true });
      expect([accepting.found, accepting.problems]).toEqual(['harbour 17', []]);
      put(await snapshotBytes('Mardi', 15));
      expect(await accepting.local.check()).toEqual([
        expect.stringContaining('expected at least 16 titles'),
      ]);
      expect((await start()).found).toBe('harbour 17');
      put(await snapshotBytes('Emma', 20, 'meridian'));
      const { found, refusals } = await start({ publishing: undefined });
      expect(found).toBe('harbour 17');
      expect(refusals).toEqual([
        expect.stringMatching(`^${name}: expected the library 'harbour', found 'meridian'; `),
      ]);
      const allowed = await start({ publishing: { allowLibraryChange: true } });
      expect(allowed.found).toBe('meridian 20');
    },
  );

  it('of a path are compared even if the last good file is damaged', async () => {
    const cacheDir = join(scratchDirectory(), 'cache');
    const path = join(scratchDirectory(), 'a.snapshot');
    // The limits of `carrel serve` without `--min-titles` and `--max-shrink`.
    const publishing: NamedLimits = {
      maxShrink: 10,
      minTitles: 1,
      allowUnreadable: false,
      namesCommandLine: true,
    };
    const files = (options: Partial<LocalFilesOptions> = {}) =>
      localFiles([path], { cacheDir, publishing, ...options });
    writeFileSync(path, await snapshotBytes('Typee', 20));
    const [kept] = files().local.paths;
    await files().open();
    writeFileSync(path, await snapshotBytes('Omoo', 17));
    writeFileSync(kept, 'damaged');
    for (let restart = 0; restart < 2; restart++) {
      await expect(files().open()).rejects.toThrow(`${path}: expected at least 18 titles`);
    }
    rmSync(kept.replace('.snapshot', '.json'));
    for (let restart = 0; restart < 2; restart++) {
      const { problems, open } = files();
      const message = `${path}: expected a snapshot to compare the number of titles with, found the unreadable file ${kept} (expected a Carrel snapshot, found nothing; \`carrel build\` and \`buildSnapshot\` write snapshots); check the file, or set --min-titles, or set --max-shrink to 100, or accept any loss at one start with --accept-shrink`;
      await expect(open()).rejects.toThrow(message);
      expect(problems).toEqual([message]);
    }
    const accepting = files({ acceptsShrink: true });
    expect((await accepting.open())[0].titles.size).toBe(17);
  });

  it('are in the directory of the service, or of the user', () => {
    const directory = join(scratchDirectory(), 'service');
    vi.stubEnv('CACHE_DIRECTORY', `${directory}:/other`);
    const [path] = localFiles(['http://localhost:1/a'], {}).local.paths;
    expect(path.startsWith(join(directory, '/'))).toBe(true);
    const home = scratchDirectory();
    vi.stubEnv('CACHE_DIRECTORY', '').stubEnv('HOME', home);
    const [inHome] = localFiles(['http://localhost:1/a'], {}).local.paths;
    expect(inHome.startsWith(join(homedir(), '.cache/carrel/'))).toBe(true);
    writeFileSync(join(home, 'file'), '');
    expect(() => localFiles(['http://localhost:1/a'], { cacheDir: join(home, 'file') })).toThrow(
      `${join(home, 'file')}: expected a directory for the cache, found an error (EEXIST)`,
    );
  });

  it('report once that the cache directory cannot be written', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    store.faultOf = () => ({ hasNoTag: true });
    store.files.set('c', Buffer.from('one\n'));
    const [a, changes] = [`${store.address}a`, `${store.address}c`];
    const { local, problems } = localFiles([a], { cacheDir, changes });
    rmSync(cacheDir, { recursive: true });
    await local.check();
    await local.check();
    const problem = `: expected to write to ${cacheDir}, found an error (ENOENT)`;
    expect(problems.toSorted()).toEqual([a + problem, changes + problem]);
  });

  it.runIf(isLong)('are checked regularly, with a copy of the changes', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const changes = `${store.address}c`;
    const { local, problems, open } = localFiles([`${store.address}a`], { cacheDir, changes });
    await open();
    expect(problems).toEqual([`${changes}: expected status 200, found 404`]);
    local.start();
    store.files.set('c', Buffer.from('one\n'));
    await expect.poll(() => existsSync(`${local.changes}`)).toBe(true);
    store.files.set('a', await snapshotBytes('Omoo'));
    const title = async () => (await open())[0].titles.get(0).title;
    await expect.poll(title).toBe('Omoo 0');
    expect(local.checks([]).map(({ source }) => source)).toEqual([`${store.address}a`, changes]);
    local.stop();
    const count = store.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(store.requests.length).toBe(count);
  });
});

describe('openCatalogs', () => {
  it('opens an address with changes at an address, and checks both on refresh', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    const put = { op: 'put', kind: 'titles', record: book('n', 'New') };
    store.files.set('c', Buffer.from(`${JSON.stringify(put)}\nx\n`));
    const [path] = addressesOf(store);
    const changes = `${store.address}c`;
    const errors: string[] = [];
    const onError = ({ message }: Error) => errors.push(message);
    await using set = await openCatalogs([path], { cacheDir, changes, onError });
    expect(set.current()[0].titles.size).toBe(2);
    store.files.set('a', await snapshotBytes('Omoo', 2));
    store.files.delete('c');
    const { replaced } = await set.refresh([path]);
    expect(replaced).toMatchObject([{ source: path, titles: 2 }]);
    expect(set.current()[0].titles.size).toBe(3);
    store.files.set('a', Buffer.from('damaged'));
    const { refused } = await set.refresh();
    const problems = [
      expect.stringContaining(`${path}: expected a Carrel snapshot`),
      `${changes}: expected status 200, found 404`,
    ];
    expect(refused).toEqual(problems);
    const skipped = `${changes}:2: expected a JSON object, found text that is not JSON`;
    expect(errors).toEqual(expect.arrayContaining([skipped, ...problems]));
  });

  it('stops waiting for an address when its signal is aborted', async () => {
    const { store, cacheDir } = await storeWithSnapshots();
    store.faultOf = () => ({ status: 500 });
    const abort = new AbortController();
    const options = {
      cacheDir,
      signal: abort.signal,
      onError: () => abort.abort(new Error('end')),
    };
    await expect(openCatalogs([`${store.address}a`], options)).rejects.toThrow('end');
    await expect(openCatalogs(['http://user:pw@x', 'http://user:pw@x'])).rejects.toThrow(
      'openCatalogs: paths[1]: expected each path once, found an address again',
    );
    mkdirSync(cacheDir, { recursive: true });
    expect(readdirSync(cacheDir)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('A cache directory that others may write', () => {
  /** Returns the path of the files of an address in a cache directory, without their suffixes. */
  const prefixOf = (cacheDir: string, address: string) =>
    join(cacheDir, createHash('sha256').update(address).digest('hex'));

  async function cacheWithVictim() {
    const { store, cacheDir } = await storeWithSnapshots();
    const [address] = addressesOf(store);
    const bytes = await snapshotBytes('Secret');
    const victim = join(scratchDirectory(), 'victim');
    mkdirSync(cacheDir);
    writeFileSync(victim, bytes);
    const prefix = prefixOf(cacheDir, address);
    return { store, cacheDir, address, prefix, victim, bytes };
  }

  it('causes no other file to be written through a link', async () => {
    const { store, cacheDir, address, prefix, victim, bytes } = await cacheWithVictim();
    const changes = `${store.address}c`;
    store.files.set('c', Buffer.from('one\n'));
    const tag = `"${createHash('md5')
      .update(await snapshotBytes('Typee'))
      .digest('hex')}"`;
    const part = partPath(prefix, tag);
    const copy = `${prefixOf(cacheDir, changes)}.jsonl`;
    for (const link of [`${prefix}.json`, part, copy]) symlinkSync(victim, link);
    const { local } = localFiles([address], { cacheDir, changes });
    expect(await local.check()).toEqual([
      `${address}: ${part}: expected a partial file, found a symbolic link`,
      `${changes}: expected a copy of changes, found a symbolic link`,
    ]);
    rmSync(part);
    expect(await local.check()).toHaveLength(1);
    expect(lstatSync(`${prefix}.json`).isFile()).toBe(true);
    expect(readFileSync(victim)).toEqual(bytes);
  });

  it('causes no other file to be served or emptied through a link', async () => {
    const { cacheDir, address, prefix, victim, bytes } = await cacheWithVictim();
    symlinkSync(victim, `${prefix}.snapshot`);
    const { problems, open } = localFiles([address], { cacheDir });
    expect((await open())[0].titles.get(0).title).toBe('Typee 0');
    expect(problems).toEqual([`${address}: expected a snapshot file, found a symbolic link`]);
    expect(lstatSync(`${prefix}.snapshot`).isFile()).toBe(true);
    expect(readFileSync(victim)).toEqual(bytes);
  });

  it.each(['../victim', 'victim'])(
    'causes no other file to be moved by a state with the name %s',
    async (part) => {
      const { cacheDir, address, prefix, victim, bytes } = await cacheWithVictim();
      const moved = join(cacheDir, part);
      renameSync(victim, moved);
      onTestFinished(() => rmSync(moved, { force: true }));
      const { size, mtimeMs } = statSync(moved);
      writeFileSync(`${prefix}.json`, JSON.stringify({ name: address, part, size, mtimeMs }));
      await localFiles([address], { cacheDir }).local.check();
      expect(readFileSync(moved)).toEqual(bytes);
    },
  );

  it.each([{ version: '"\0"' }, { version: '"1"', padding: 'x'.repeat(1e6) }])(
    'has states that are ignored if they are too large or have no valid version',
    async (state) => {
      const { store, cacheDir, address, prefix } = await cacheWithVictim();
      await localFiles([address], { cacheDir }).local.check();
      const stored = JSON.parse(readFileSync(`${prefix}.json`, 'utf8'));
      writeFileSync(`${prefix}.json`, JSON.stringify({ ...stored, ...state }));
      expect(await localFiles([address], { cacheDir }).local.check()).toEqual([]);
      expect(store.requests.at(-1)?.headers['if-none-match']).toBeUndefined();
    },
  );
});
