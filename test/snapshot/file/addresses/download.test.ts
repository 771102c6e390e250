import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { download } from '../../../../src/snapshot/file/addresses/download.js';
import { isAddress, parseAddress } from '../../../../src/snapshot/file/addresses/request.js';
import { scratchDirectory } from '../scratch-directory.js';
import { type Store, startStore } from './test-store.js';

const BYTES = randomBytes(300_000);

/** Starts a store with the file `a`. Returns the store, and a function that downloads the file. */
async function storeWithFile() {
  const store = await startStore();
  store.files.set('a', BYTES);
  const prefix = join(scratchDirectory(), 'p');
  const { signal } = new AbortController();
  const fetchFile = (known?: string, name = 'a', stallMs?: number, maxBytes?: number) =>
    download(parseAddress('URL', `${store.address}${name}`), prefix, known, {
      signal,
      stallMs,
      maxBytes,
    });
  // The client has stored the first bytes of the body before the connection is closed, so that it has a partial file.
  const isStored = () => {
    const directory = dirname(prefix);
    return readdirSync(directory).some((name) => statSync(join(directory, name)).size > 0);
  };
  return { store, prefix, fetchFile, interrupted: { cutAfter: 100_000, cutWhen: isStored } };
}

/** Returns the status and the number of bytes of each response. */
const sent = ({ requests }: Store) => requests.map(({ status, sent }) => [status, sent]);

describe('A download', () => {
  it('saves the file, and returns nothing if the version is known', async () => {
    const { store, fetchFile } = await storeWithFile();
    const { part = '', version, isResumed } = (await fetchFile()) ?? {};
    expect([readFileSync(part).equals(BYTES), isResumed]).toEqual([true, false]);
    expect(await fetchFile(version)).toBeUndefined();
    expect(sent(store)).toEqual([
      [200, BYTES.length],
      [304, 0],
    ]);
  });

  it.each([
    ['is cut off', {}, /expected a response, found a failed connection \(.+\)$/],
    ['stalls', { stallAfter: 100_000 }, /expected at least 65536 bytes within 1 s, found \d+$/],
  ])('that %s continues where it stopped', async (_, fault, message) => {
    const { store, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => ('stallAfter' in fault ? fault : interrupted);
    const stallMs = 'stallAfter' in fault ? 1000 : undefined;
    await expect(fetchFile(undefined, 'a', stallMs)).rejects.toThrow(message);
    store.faultOf = () => ({});
    const { part = '', isResumed } = (await fetchFile()) ?? {};
    expect([readFileSync(part).equals(BYTES), isResumed]).toEqual([true, true]);
    const { headers } = store.requests.at(-1) ?? {};
    expect(headers).toMatchObject({ range: expect.stringMatching(/^bytes=\d+-$/) });
    expect(headers?.['if-range']).toMatch(/^"\w+"$/);
    expect(store.requests.at(-1)?.status).toBe(206);
  });

  it('is complete without another transfer if all bytes have arrived before', async () => {
    const { fetchFile } = await storeWithFile();
    const first = await fetchFile();
    expect(await fetchFile()).toEqual({ ...first, isResumed: true });
  });

  it('begins again if the file has changed or is longer than expected', async () => {
    const { store, prefix, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => interrupted;
    await expect(fetchFile()).rejects.toThrow('failed connection');
    store.faultOf = () => ({});
    const next = randomBytes(200_000);
    store.files.set('a', next);
    const { part = '', isResumed } = (await fetchFile()) ?? {};
    expect([readFileSync(part).equals(next), isResumed]).toEqual([true, false]);
    writeFileSync(part, Buffer.concat([next, next]));
    expect(readFileSync((await fetchFile())?.part ?? '').equals(next)).toBe(true);
    expect(store.requests.at(-2)?.status).toBe(416);
    // The partial file of the first version stays as long as another process may still write it.
    const parts = () => readdirSync(join(prefix, '..'));
    writeFileSync(`${part}.sig.tmp-0123`, '');
    expect(parts()).toHaveLength(3);
    for (const name of parts()) utimesSync(join(prefix, '..', name), 0, 0);
    rmSync(part);
    const again = await fetchFile();
    expect(parts()).toEqual([basename(again?.part ?? '')]);
  });

  it('begins again if the file changes between the two requests of a continued download', async () => {
    const { store, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => interrupted;
    await expect(fetchFile()).rejects.toThrow('failed connection');
    const next = randomBytes(200_000);
    store.faultOf = ({ headers }) => {
      if (headers.range !== undefined) store.files.set('a', next);
      return {};
    };
    expect(readFileSync((await fetchFile())?.part ?? '').equals(next)).toBe(true);
  });

  it('uses the whole file if the server ignores Range', async () => {
    const { store, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => ({ ...interrupted, hasNoRanges: true });
    await expect(fetchFile()).rejects.toThrow('failed connection');
    store.faultOf = () => ({ hasNoRanges: true });
    const { part = '', isResumed } = (await fetchFile()) ?? {};
    expect([readFileSync(part).equals(BYTES), isResumed]).toEqual([true, false]);
  });

  it.each([
    [
      'a date',
      { 'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT' },
      'Sun, 01 Nov 2026 00:00:00 GMT',
    ],
    ['a weak ETag', { etag: 'W/"1"' }, 'W/"1"'],
    ['neither', {}, undefined],
  ])('of a file with %s is not continued', async (_, headers, version) => {
    const { store, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => ({ ...interrupted, hasNoTag: true, headers });
    await expect(fetchFile()).rejects.toThrow('failed connection');
    store.faultOf = () => ({ hasNoTag: true, headers });
    const whole = await fetchFile();
    expect(whole).toMatchObject({ version, isResumed: false });
    expect(readFileSync(whole?.part ?? '').equals(BYTES)).toBe(true);
    expect((await fetchFile(version)) === undefined).toBe(version !== undefined);
  });

  it('of a file that the server compresses is decompressed, and is not continued', async () => {
    const { store, fetchFile, interrupted } = await storeWithFile();
    store.files.set('a', gzipSync(BYTES));
    store.faultOf = () => ({ headers: { 'content-encoding': 'gzip' }, ...interrupted });
    await expect(fetchFile()).rejects.toThrow('failed connection');
    store.faultOf = () => ({ headers: { 'content-encoding': 'gzip' } });
    const { part = '', version, isResumed } = (await fetchFile()) ?? {};
    expect([readFileSync(part).equals(BYTES), isResumed]).toEqual([true, false]);
    expect(await fetchFile(version)).toBeUndefined();
    expect(store.requests[0].headers['accept-encoding']).toBe('identity');
  });

  it('by two processes at the same time writes one file', async () => {
    const { store, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => interrupted;
    await expect(fetchFile()).rejects.toThrow('failed connection');
    store.faultOf = () => ({});
    const all = await Promise.all([fetchFile(), fetchFile(), fetchFile()]);
    expect(new Set(all.map((one) => one?.part)).size).toBe(1);
    expect(readFileSync(all[0]?.part ?? '').equals(BYTES)).toBe(true);
  });

  it('is refused if the disk has too little free space', async () => {
    const { store, prefix, fetchFile } = await storeWithFile();
    const headers = { 'content-length': `${2 ** 52}` };
    store.faultOf = () => ({ headers, stallAfter: 10 });
    await expect(fetchFile()).rejects.toThrow(
      new RegExp(`: expected ${2 ** 52} bytes of free disk space in .*, found \\d+$`),
    );
    expect(readdirSync(join(prefix, '..'))).toEqual([]);
  });

  it('stops at a limit if the store sends without end', async () => {
    const { store, prefix, fetchFile, interrupted } = await storeWithFile();
    store.faultOf = () => ({ repeatMs: 0 });
    const limit = 2 * BYTES.length;
    await expect(fetchFile(undefined, 'a', undefined, limit)).rejects.toThrow(
      `${store.address}a: expected at most ${limit} bytes, found more`,
    );
    expect(readdirSync(join(prefix, '..'))).toEqual([]);
    store.faultOf = () => interrupted;
    await expect(fetchFile()).rejects.toThrow('failed connection');
    const [part] = readdirSync(join(prefix, '..'));
    const rest = BYTES.length - statSync(join(prefix, '..', part)).size;
    store.faultOf = ({ headers }) => (headers.range === undefined ? {} : { repeatMs: 0 });
    await expect(fetchFile()).rejects.toThrow(`a: expected at most ${rest} bytes, found more`);
    expect(readdirSync(join(prefix, '..'))).toEqual([]);
  });

  it('ends if the store sends single bytes for a long time', async () => {
    const { store, fetchFile } = await storeWithFile();
    store.files.set('a', Buffer.alloc(1));
    store.faultOf = () => ({ repeatMs: 20 });
    await expect(fetchFile(undefined, 'a', 300)).rejects.toThrow(
      /expected at least 65536 bytes within 0.3 s, found \d+$/,
    );
  });

  it('of an empty file is a new file, and of no file is refused', async () => {
    const { store, fetchFile } = await storeWithFile();
    store.files.set('a', Buffer.alloc(0));
    const { part = '', isResumed } = (await fetchFile()) ?? {};
    expect([statSync(part).size, isResumed]).toEqual([0, false]);
    store.faultOf = () => ({ status: 304 });
    await expect(fetchFile()).rejects.toThrow(`${store.address}a: expected status 200, found 304`);
  });

  it('reports a shorter file, a status and a failed connection with the address', async () => {
    const { store, fetchFile } = await storeWithFile();
    const address = `${store.address}a`;
    await expect(fetchFile(undefined, 'b?token=secret')).rejects.toThrow(
      `${store.address}b: expected status 200, found 404`,
    );
    store.faultOf = ({ path }) =>
      path === 'a' ? { status: 302, headers: { location: '/c?token=secret' } } : {};
    await expect(fetchFile()).rejects.toThrow(
      `${address}: expected status 200, found 404 at ${store.address}c`,
    );
    store.faultOf = () => ({ status: 302, headers: { location: '/a' } });
    await expect(fetchFile()).rejects.toThrow(
      `${address}: expected at most 20 redirects, found more`,
    );
    expect(store.requests.filter(({ path }) => path === 'a').length).toBe(22);
    store.faultOf = ({ path }) => (path === 'a' ? { status: 302, headers: { location: 'c' } } : {});
    store.files.set('c', BYTES);
    expect(statSync((await fetchFile())?.part ?? '').size).toBe(BYTES.length);
    await store.close();
    await expect(fetchFile()).rejects.toThrow(
      `${address}: expected a response, found a failed connection (`,
    );
  });
});

describe('The credentials of an address', () => {
  it('are sent as Basic authentication to its host only, and are in no message', async () => {
    const { store, prefix } = await storeWithFile();
    const other = await startStore();
    other.files.set('a', BYTES);
    const secret = store.address.replace('//', '//us%40er:p%C3%A4ss@');
    const address = parseAddress('URL', `${secret}a?token=1#part`);
    const options = { signal: new AbortController().signal };
    const location = `${other.address.replace('//', '//us:password@')}a`;
    store.faultOf = () => ({ status: 307, headers: { location } });
    await download(address, prefix, undefined, options);
    const basic = `Basic ${Buffer.from('us@er:päss').toString('base64')}`;
    expect(store.requests[0].headers.authorization).toBe(basic);
    expect(other.requests[0].headers.authorization).toBeUndefined();
    expect(address.name).toBe(`${store.address}a`);
    expect(address.url.href).toBe(`${store.address}a?token=1`);
    await other.close();
    const failed = await download(address, prefix, undefined, options).catch(String);
    expect(failed).toContain(`${store.address}a: expected`);
    expect(failed).not.toMatch(/us|token|ss@/);
  });

  it.each(['http://us:pw@host:99999/', 'http://us:pw@host:0/', 'http://us:pw@ho st/', 'https://'])(
    'are in no message about the invalid address %s',
    (text) => {
      expect(() => parseAddress('PATH 1', text)).toThrow(
        /^PATH 1: expected an address with a valid host, and a port from 1 to 65535, found another$/,
      );
    },
  );

  it.each(['ftp://us:pw@host/a', 'file:///a', 's3://bucket/a', 'htps://host/a'])(
    'are in no message about %s, which has another protocol',
    (text) => {
      expect(isAddress(text)).toBe(true);
      expect(() => parseAddress('PATH 1', text)).toThrow(
        /^PATH 1: expected an address that begins with http:\/\/ or https:\/\/, found another$/,
      );
    },
  );

  it.each(['a.snapshot', '/a/b', 'C:\\a.snapshot', 'c:/a', './http:a', 'ftp'])(
    'cannot be in the path %s',
    (text) => {
      expect(isAddress(text)).toBe(false);
    },
  );
});
