import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  addressSource,
  type CachedSnapshotOptions,
  createCachedSnapshot,
  fileSource,
} from '../../../../src/snapshot/file/addresses/cached-snapshot.js';
import { parseAddress } from '../../../../src/snapshot/file/addresses/request.js';
import { openCatalog } from '../../../../src/snapshot/file/open-catalog.js';
import { isLong } from '../../../long-tests.js';
import { scratchDirectory } from '../scratch-directory.js';
import { signingKey, snapshotBytes } from './snapshots.js';
import { type Fault, startStore } from './test-store.js';

/** Starts a store with a snapshot with the title `Typee 0`. Returns it, and a function that creates a cached snapshot. */
async function storeWithSnapshot() {
  const store = await startStore();
  const bytes = await snapshotBytes('Typee');
  store.files.set('a', bytes);
  const address = `${store.address}a`;
  const directory = scratchDirectory();
  const { signal } = new AbortController();
  const create = (options: Omit<CachedSnapshotOptions, 'signal'> = {}) =>
    createCachedSnapshot(addressSource(parseAddress('PATH', address)), join(directory, 'c'), {
      signal,
      ...options,
    });
  /** The numbers of bytes of snapshots that were sent since the last call. */
  const sent = () => {
    const all = store.requests.filter(({ path }) => path === 'a').map((request) => request.sent);
    store.requests.length = 0;
    return all;
  };
  return { store, bytes, address, directory, create, sent };
}

const titleIn = (file: string, trust?: string[]) =>
  openCatalog(file, { trust }).titles.get(0).title;

describe('The cached snapshot of an address', () => {
  it('is replaced when the address has another snapshot', async () => {
    const { store, bytes, directory, create, sent } = await storeWithSnapshot();
    const cached = create();
    expect(await cached.check()).toBe(true);
    expect(titleIn(cached.file)).toBe('Typee 0');
    expect(await cached.check()).toBe(false);
    expect(await create().check()).toBe(false);
    expect(sent()).toEqual([bytes.length, 0, 0]);
    store.files.set('a', await snapshotBytes('Omoo'));
    expect(await create().check()).toBe(true);
    expect(titleIn(cached.file)).toBe('Omoo 0');
    expect(readdirSync(directory)).toEqual(['c.json', 'c.snapshot']);
    for (const state of ['', 'null', '{}']) {
      writeFileSync(join(directory, 'c.json'), state);
      expect(await create().check()).toBe(true);
    }
  });

  const damages: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['a damaged', (bytes: Buffer) => bytes.fill(1, 2000, 2010), /^\S+a: damaged: /],
    ['a truncated', (bytes: Buffer) => bytes.subarray(0, -100), /^\S+a: truncated /],
    ['another', () => Buffer.from('<html>log in</html>'), /^\S+a: expected /],
    ['an empty', () => Buffer.alloc(0), /^\S+a: expected /],
  ];
  it.each(isLong ? damages : damages.slice(0, 1))(
    'stays when %s file arrives, which is downloaded once',
    async (_, damage, message) => {
      const { store, address, create, sent } = await storeWithSnapshot();
      const cached = create();
      await cached.check();
      const next = await snapshotBytes('Omoo');
      store.files.set('a', damage(Buffer.from(next)));
      sent();
      await expect(cached.check()).rejects.toThrow(message);
      await expect(create().check()).rejects.toThrow(`${address}: `);
      expect(titleIn(cached.file)).toBe('Typee 0');
      const { length } = store.files.get('a') ?? [];
      expect(sent()).toEqual([length, length]);
      await expect(cached.check()).rejects.toThrow(message);
      expect(sent()).toEqual([0]);
      await expect(cached.check(true)).rejects.toThrow(message);
      expect(sent()).toEqual([length]);
      store.files.set('a', next);
      expect(await cached.check()).toBe(true);
      expect(titleIn(cached.file)).toBe('Omoo 0');
    },
  );

  it.runIf(isLong)(
    'stays when a snapshot exceeds the limits, which is downloaded once',
    async () => {
      const { store, address, create, sent } = await storeWithSnapshot();
      store.files.set('a', await snapshotBytes('Typee', 20));
      const options = { publishing: { maxShrink: 10 } };
      const cached = create(options);
      await cached.check();
      store.files.set('a', await snapshotBytes('Omoo', 17));
      const message = `${address}: expected at least 18 titles (10 % fewer than the 20 titles`;
      await expect(cached.check()).rejects.toThrow(message);
      sent();
      await expect(cached.check()).rejects.toThrow(message);
      expect(sent()).toEqual([0]);
      await expect(create(options).check()).rejects.toThrow(message);
      expect(sent()).toEqual([store.files.get('a')?.length]);
      expect(await create().check()).toBe(true);
    },
  );

  it.runIf(isLong)(
    'is downloaded from its beginning if the bytes from before a power failure are damaged',
    async () => {
      const { store, bytes, create, sent } = await storeWithSnapshot();
      store.faultOf = () => ({ cutAfter: 3000 });
      await expect(create().check()).rejects.toThrow('failed connection');
      store.faultOf = () => ({});
      const { file, check } = create();
      const [part] = readdirSync(join(file, '..')).filter((name) => name.endsWith('.part'));
      writeFileSync(join(file, '..', part), Buffer.alloc(3000));
      sent();
      expect(await check()).toBe(true);
      expect(titleIn(file)).toBe('Typee 0');
      expect(sent().at(-1)).toBe(bytes.length);
    },
  );

  it.runIf(isLong)('can be used by several processes at the same time', async () => {
    const { store, create } = await storeWithSnapshot();
    for (const word of ['Typee', 'Omoo', 'Mardi']) {
      store.files.set('a', await snapshotBytes(word));
      const all = [create(), create(), create()];
      await Promise.all(all.map((cached) => cached.check()));
      expect(titleIn(all[0].file)).toBe(`${word} 0`);
      expect(await Promise.all(all.map((cached) => cached.check()))).not.toContain(true);
    }
  });
});

describe('The cached snapshot of an address with trusted keys', () => {
  it('is replaced only with a signature, which may arrive later', async () => {
    const { store, bytes, address, create, sent } = await storeWithSnapshot();
    const { publicKey, sign } = signingKey();
    const trust = [publicKey];
    const cached = create({ trust });
    await expect(cached.check()).rejects.toThrow(`${address}.sig: expected status 200, found 404`);
    store.files.set('a.sig', signingKey().sign(bytes));
    const untrusted = `${address}.sig: expected a signature of these bytes by a trusted key`;
    await expect(cached.check()).rejects.toThrow(untrusted);
    sent();
    await expect(cached.check()).rejects.toThrow(untrusted);
    expect(sent()).toEqual([0]);
    store.files.set('a.sig', sign(bytes));
    expect(await cached.check()).toBe(true);
    expect(titleIn(cached.file, trust)).toBe('Typee 0');
    expect(sent()).toEqual([0]);
    const next = await snapshotBytes('Omoo');
    store.files.set('a', next);
    await expect(cached.check()).rejects.toThrow(untrusted);
    expect(titleIn(cached.file, trust)).toBe('Typee 0');
    store.files.set('a.sig', Buffer.alloc(2000));
    await expect(cached.check()).rejects.toThrow(
      `${address}.sig: expected at most 1024 bytes, found more`,
    );
    store.files.set('a.sig', sign(next));
    expect(await cached.check()).toBe(true);
    expect(titleIn(cached.file, trust)).toBe('Omoo 0');
  });

  it.each<[string, Fault & Required<Pick<Fault, 'headers'>>]>([
    ['a weak ETag', { headers: { etag: 'W/"1"' } }],
    ['a date', { hasNoTag: true, headers: { 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' } }],
  ])('is downloaded once with %s while its signature is missing', async (_, fault) => {
    const { store, bytes, address, create, sent } = await storeWithSnapshot();
    const { publicKey, sign } = signingKey();
    const trust = [publicKey];
    const cached = create({ trust });
    let version = fault.headers;
    store.faultOf = ({ path, headers }) => {
      if (path !== 'a') return {};
      const known = headers['if-none-match'] ?? headers['if-modified-since'];
      return Object.values(version).includes(`${known}`)
        ? { status: 304 }
        : { ...fault, headers: version };
    };
    const missing = `${address}.sig: expected status 200, found 404`;
    await expect(cached.check()).rejects.toThrow(missing);
    await expect(cached.check()).rejects.toThrow(missing);
    expect(sent()).toEqual([bytes.length, 0]);
    store.files.set('a.sig', sign(bytes));
    expect([await cached.check(), await cached.check(), sent()]).toEqual([true, false, [0, 0]]);
    expect(titleIn(cached.file, trust)).toBe('Typee 0');

    const next = await snapshotBytes('Omoo');
    store.files.set('a', next).delete('a.sig');
    version = Object.fromEntries(
      Object.entries(fault.headers).map(([name, value]) => [name, value.replace('1', '2')]),
    );
    await expect(cached.check()).rejects.toThrow(missing);
    await expect(cached.check()).rejects.toThrow(missing);
    await expect(cached.check(true)).rejects.toThrow(missing);
    expect(sent()).toEqual([next.length, 0, next.length]);
    expect(titleIn(cached.file, trust)).toBe('Typee 0');
    store.files.set('a.sig', sign(next));
    expect([await cached.check(), sent()]).toEqual([true, [0]]);
    expect(titleIn(cached.file, trust)).toBe('Omoo 0');
  });

  it.runIf(isLong)('gets a new signature without another download of the snapshot', async () => {
    const { store, bytes, directory, create, sent } = await storeWithSnapshot();
    const [before, after] = [signingKey(), signingKey()];
    await create().check();
    store.files.set('a.sig', before.sign(bytes));
    expect(await create({ trust: [before.publicKey] }).check()).toBe(true);
    store.files.set('a.sig', after.sign(bytes));
    const trust = [after.publicKey];
    const cached = create({ trust });
    sent();
    expect([await cached.check(), await cached.check(), sent()]).toEqual([true, false, [0, 0]]);
    expect(titleIn(cached.file, trust)).toBe('Typee 0');
    expect(readdirSync(directory)).toEqual(['c.json', 'c.snapshot', 'c.snapshot.sig']);
  });

  it.each(isLong ? ['before', 'between', 'after'] : ['between'])(
    'is replaced at the next start after a power failure %s moving the two files',
    async (when) => {
      const { store, bytes, directory, create } = await storeWithSnapshot();
      const { publicKey, sign } = signingKey();
      const trust = [publicKey];
      store.files.set('a.sig', sign(bytes));
      const { file, check } = create({ trust });
      await check();
      const old = [file, `${file}.sig`].map((path) => readFileSync(path));
      const next = await snapshotBytes('Omoo');
      store.files.set('a', next).set('a.sig', sign(next));
      await check();
      const part = join(
        directory,
        JSON.parse(readFileSync(join(directory, 'c.json'), 'utf8')).part,
      );
      // The state after writing c.json, and after moving no file, the signature, or both files.
      if (when !== 'after') renameSync(file, part);
      if (when === 'before') renameSync(`${file}.sig`, `${part}.sig`);
      if (when !== 'after') writeFileSync(file, old[0]);
      if (when === 'before') writeFileSync(`${file}.sig`, old[1]);
      await store.close();
      expect(titleIn(create({ trust }).file, trust)).toBe('Omoo 0');
      expect(readdirSync(directory)).toEqual(['c.json', 'c.snapshot', 'c.snapshot.sig']);
    },
  );

  it.runIf(isLong)('stays if the state was not written before a power failure', async () => {
    const { store, bytes, directory, create } = await storeWithSnapshot();
    const { file, check } = create();
    await check();
    const state = readFileSync(join(directory, 'c.json'));
    store.files.set('a', await snapshotBytes('Omoo'));
    await check();
    const { part } = JSON.parse(readFileSync(join(directory, 'c.json'), 'utf8'));
    renameSync(file, join(directory, part));
    truncateSync(join(directory, part), 100);
    writeFileSync(file, bytes);
    writeFileSync(join(directory, 'c.json'), state);
    expect(titleIn(create().file)).toBe('Typee 0');
    rmSync(join(directory, 'c.json'));
    writeFileSync(join(directory, 'c.json'), '{');
    expect(titleIn(create().file)).toBe('Typee 0');
    expect(await create().check()).toBe(true);
    expect(titleIn(create().file)).toBe('Omoo 0');
  });
});

describe('The cached snapshot of a path', () => {
  it('is the last good file of the path, with its signature', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    const { publicKey, sign } = signingKey();
    const trust = [publicKey];
    const put = (bytes: Buffer) => {
      writeFileSync(path, bytes);
      writeFileSync(`${path}.sig`, sign(bytes));
    };
    const { signal } = new AbortController();
    const cached = createCachedSnapshot(fileSource(path), join(directory, 'c'), { trust, signal });
    await expect(cached.check()).rejects.toThrow(
      `${path}: expected a snapshot file, found nothing`,
    );
    put(await snapshotBytes('Typee'));
    expect([await cached.check(), await cached.check()]).toEqual([true, false]);
    writeFileSync(path, 'damaged');
    for (let i = 0; i < 2; i++) {
      await expect(cached.check()).rejects.toThrow(
        `${path}.sig: expected a signature of these bytes`,
      );
    }
    rmSync(`${path}.sig`);
    await expect(cached.check(true)).rejects.toThrow(`${path}.sig: expected the signature`);
    rmSync(path);
    await expect(cached.check()).rejects.toThrow('found nothing');
    expect(titleIn(cached.file, trust)).toBe('Typee 0');
    put(await snapshotBytes('Omoo'));
    expect(await cached.check()).toBe(true);
    expect(titleIn(cached.file, trust)).toBe('Omoo 0');
  });

  it.skipIf(process.platform === 'win32')(
    'refuses named pipes and files that are too large',
    async () => {
      const directory = scratchDirectory();
      const path = join(directory, 'a.snapshot');
      writeFileSync(path, await snapshotBytes('Typee'));
      const { publicKey } = signingKey();
      const { signal } = new AbortController();
      const options = { trust: [publicKey], signal };
      const cached = createCachedSnapshot(fileSource(path), join(directory, 'c'), options);
      const expected = `${path}.sig: expected the signature of the snapshot`;
      execFileSync('mkfifo', [`${path}.sig`]);
      await expect(cached.check()).rejects.toThrow(`${expected}, found a named pipe`);
      rmSync(`${path}.sig`);
      writeFileSync(`${path}.sig`, '');
      truncateSync(`${path}.sig`, 1.9e9);
      await expect(cached.check()).rejects.toThrow(
        `${expected} (at most 1024 bytes), found 1900000000 bytes`,
      );
      rmSync(path);
      execFileSync('mkfifo', [path]);
      await expect(cached.check()).rejects.toThrow(
        `${path}: expected a snapshot file, found a named pipe`,
      );
    },
  );

  it.each<[string, (path: string) => void]>([
    ['shrinks', (path) => truncateSync(path, 100)],
    ['grows', (path) => appendFileSync(path, 'more')],
  ])('is not replaced by a file that %s while it is copied', async (_, change) => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    const bytes = await snapshotBytes('Typee');
    writeFileSync(path, bytes);
    const { signal } = new AbortController();
    const cached = createCachedSnapshot(fileSource(path), join(directory, 'c'), { signal });
    // The signal is checked before each piece is read.
    const throwIfAborted = () => change(path);
    const changing = Object.assign(new AbortController().signal, { throwIfAborted });
    await expect(
      fileSource(path).save(join(directory, 'c'), undefined, { signal: changing }),
    ).rejects.toThrow(`${path}: expected a file that stays the same while it is copied`);
    expect(readdirSync(directory)).toEqual(['a.snapshot']);
    writeFileSync(path, bytes);
    expect(await cached.check()).toBe(true);
    expect(titleIn(cached.file)).toBe('Typee 0');
  });

  it('stops copying when the disk does not respond', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    writeFileSync(path, await snapshotBytes('Typee'));
    const file = await open(path);
    const prototype: FileHandle = Object.getPrototypeOf(file);
    await file.close();
    const hung = new Promise<never>(() => {});
    const read = vi.spyOn(prototype, 'read').mockImplementation(function (this: FileHandle) {
      const close = this.close;
      onTestFinished(() => close.call(this));
      // As in Node, closing a file waits for its reads.
      this.close = () => hung;
      return hung;
    });
    onTestFinished(() => read.mockRestore());
    const { signal } = new AbortController();
    const saved = fileSource(path).save(join(directory, 'c'), undefined, { signal, stallMs: 1 });
    await expect(saved).rejects.toThrow(
      `${path}: expected data within 0.001 s, found none; check the disk`,
    );
    expect(readdirSync(directory)).toEqual(['a.snapshot']);
  });

  it('stops copying when its signal is aborted', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    writeFileSync(path, await snapshotBytes('Typee'));
    const signal = AbortSignal.abort(new Error('stopped'));
    const saved = fileSource(path).save(join(directory, 'c'), undefined, { signal });
    await expect(saved).rejects.toThrow('stopped');
    expect(readdirSync(directory)).toEqual(['a.snapshot']);
  });
});
