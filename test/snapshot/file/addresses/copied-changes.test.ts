import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCopiedChanges } from '../../../../src/snapshot/file/addresses/copied-changes.js';
import {
  parseAddress,
  parseChangesAddress,
} from '../../../../src/snapshot/file/addresses/request.js';
import { runs } from '../../../random-seed.js';
import { scratchDirectory } from '../scratch-directory.js';
import { startStore } from './test-store.js';

/** Starts a store with a changes file. Returns it, and functions that write the file and check the copy. */
async function storeWithChanges(text = 'one\ntwo\n') {
  const store = await startStore();
  const put = (next: string) => store.files.set('c', Buffer.from(next));
  put(text);
  const directory = scratchDirectory();
  const { signal } = new AbortController();
  const create = (maxBytes?: number) =>
    createCopiedChanges(parseAddress('changes', `${store.address}c`), join(directory, 'p'), {
      signal,
      maxBytes,
    });
  const copied = create();
  const read = () => readFileSync(copied.file, 'utf8');
  /** The status and the number of bytes of the responses since the last call. */
  const sent = () => {
    const all = store.requests.map(({ status, sent }) => [status, sent]);
    store.requests.length = 0;
    return all;
  };
  return { store, put, directory, create, copied, read, sent };
}

describe('The copy of a changes file', () => {
  it('gets what is appended, with a request for the last line', async () => {
    const { store, put, directory, create, copied, read, sent } = await storeWithChanges();
    await copied.check();
    const { ino } = statSync(copied.file);
    put('one\ntwo\nthree\nfo');
    await copied.check();
    expect([read(), sent().at(-1)]).toEqual(['one\ntwo\nthree\nfo', [206, 12]]);
    await copied.check();
    expect(sent()).toEqual([[304, 0]]);
    put('one\ntwo\nthree\nfour\n');
    await create().check();
    expect([read(), sent()]).toEqual(['one\ntwo\nthree\nfour\n', [[206, 11]]]);
    expect(store.requests).toEqual([]);
    expect([statSync(copied.file).ino, readdirSync(directory)]).toEqual([ino, ['p.jsonl']]);
  });

  it('stops at a limit if the store sends without end', async () => {
    const { store, put, directory, create, read } = await storeWithChanges();
    store.faultOf = () => ({ repeatMs: 0 });
    const copied = create(100);
    const problem = (bytes: number) => `c: expected at most ${bytes} bytes, found more`;
    await expect(copied.check()).rejects.toThrow(problem(100));
    expect(readdirSync(directory)).toEqual([]);
    store.faultOf = () => ({});
    await copied.check();
    put('one\ntwo\nthree\n');
    store.faultOf = () => ({ repeatMs: 0 });
    // The last line, `two`, is requested again.
    await expect(copied.check()).rejects.toThrow(problem(96));
    expect(read().length).toBeLessThanOrEqual(100);
  });

  it.each([
    ['the last line differs', 'one\nTWO\nthree\n', [206, 200]],
    ['the file is shorter', 'one\n', [416, 200]],
    ['the file is empty', '', [416, 200]],
  ])('is replaced by a new file if %s', async (_, next, statuses) => {
    const { put, directory, copied, read, sent } = await storeWithChanges();
    await copied.check();
    const { ino } = statSync(copied.file);
    put(next);
    sent();
    await copied.check();
    expect([read(), sent().map(([status]) => status)]).toEqual([next, statuses]);
    expect(statSync(copied.file).ino).not.toBe(ino);
    expect(readdirSync(directory)).toEqual(['p.jsonl']);
    put(`${next}more\n`);
    await copied.check();
    expect(read()).toBe(`${next}more\n`);
  });

  it('is continued or replaced by a whole file if the server ignores Range', async () => {
    const { store, put, copied, read } = await storeWithChanges();
    store.faultOf = () => ({ hasNoRanges: true, hasNoTag: true });
    await copied.check();
    const { ino } = statSync(copied.file);
    put('one\ntwo\nthree\n');
    await copied.check();
    expect([read(), statSync(copied.file).ino]).toEqual(['one\ntwo\nthree\n', ino]);
    put('one\nTWO\n');
    await copied.check();
    expect(read()).toBe('one\nTWO\n');
    expect(statSync(copied.file).ino).not.toBe(ino);
  });

  it('keeps what has arrived when a response is cut off, and continues there', async () => {
    const { store, put, copied, read, sent } = await storeWithChanges();
    await copied.check();
    put('one\ntwo\nthree\nfour\n');
    store.faultOf = () => ({ cutAfter: 11 });
    await expect(copied.check()).rejects.toThrow('found a failed connection');
    expect('one\ntwo\nthree\nfour\n'.startsWith(read())).toBe(true);
    store.faultOf = () => ({});
    sent();
    await copied.check();
    expect([read(), sent().length]).toEqual(['one\ntwo\nthree\nfour\n', 1]);
  });

  it('stays when the server sends a page of HTML', async () => {
    const { store, put, copied, read } = await storeWithChanges();
    await copied.check();
    put('\n<!doctype html>\n<title>Log in</title>\n');
    await expect(copied.check()).rejects.toThrow(
      `${store.address}c: expected lines of JSON, found HTML or XML`,
    );
    expect(read()).toBe('one\ntwo\n');
  });

  it('is continued after a response with only a part of the range', async () => {
    const { store, put, copied, read } = await storeWithChanges();
    await copied.check();
    put('one\ntwo\nthree\nfour\n');
    store.faultOf = () => ({ maxRange: 12 });
    await copied.check();
    expect(read()).toBe('one\ntwo\nthree\nfo');
    await copied.check();
    expect(read()).toBe('one\ntwo\nthree\nfour\n');
  });

  it('stays when a new file is cut off or cannot be received', async () => {
    const { store, put, directory, copied, read } = await storeWithChanges();
    await copied.check();
    put('ONE\nTWO\nTHREE\n');
    store.faultOf = ({ headers }) => (headers.range === undefined ? { cutAfter: 5 } : {});
    await expect(copied.check()).rejects.toThrow('found a failed connection');
    store.faultOf = () => ({ status: 404 });
    await expect(copied.check()).rejects.toThrow('c: expected status 200, found 404');
    store.faultOf = () => ({ status: 206 });
    await expect(copied.check()).rejects.toThrow('c: expected status 200, found 206');
    expect([read(), readdirSync(directory)]).toEqual(['one\ntwo\n', ['p.jsonl']]);
  });

  it.skipIf(process.platform === 'win32')(
    'is not read after a redirect without TLS, even if another redirect leads back',
    async () => {
      const { store, copied, directory } = await storeWithChanges();
      const location = `${store.address.replace('127.0.0.1', '0.0.0.0')}d`;
      const locations = new Map([
        ['c', location],
        ['d', `${store.address}e`],
      ]);
      store.files.set('e', Buffer.from('one\n'));
      store.faultOf = ({ path }) =>
        locations.has(path) ? { status: 302, headers: { location: `${locations.get(path)}` } } : {};
      await expect(copied.check()).rejects.toThrow(
        `${store.address}c: expected a redirect to https://, found another`,
      );
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  it('is replaced if a power failure damaged its end', async () => {
    const { copied, create, read } = await storeWithChanges();
    await copied.check();
    appendFileSync(copied.file, Buffer.alloc(100));
    await create().check();
    expect(read()).toBe('one\ntwo\n');
  });

  it('repeats only the end of a long line', async () => {
    const long = randomBytes(100_000).toString('hex');
    const { put, copied, read, sent } = await storeWithChanges(`one\n${long}\n`);
    await copied.check();
    put(`one\n${long}\nthree\n`);
    await copied.check();
    expect([read(), sent().at(-1)]).toEqual([`one\n${long}\nthree\n`, [206, 65_536 + 6]]);
  });

  it('equals the file after any appended and replaced lines', async () => {
    const { put, copied, read } = await storeWithChanges('');
    let file = 0;
    let text = '';
    const words = fc.array(fc.constantFrom('a', 'bb\n', 'c\nd\n'), { maxLength: 4 });
    const step = fc.record({ isNew: fc.boolean(), words });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
        for (const { isNew, words } of steps) {
          if (isNew) file++;
          // Every line contains the number of its file, because only the last line is compared.
          const added = words.map((word) => `${file}${word.replace('\nd', `\n${file}d`)}`).join('');
          text = isNew ? added : text + added;
          put(text);
          await copied.check();
          expect(read()).toBe(text);
        }
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('The address of changes', () => {
  it.each(['https://example.org/c', 'http://localhost/c', 'http://127.1/c', 'http://[::1]:8/c'])(
    'can be %s',
    (address) => {
      expect(parseChangesAddress('changes', address).url.href).toBe(new URL(address).href);
    },
  );

  it.each(['http://example.org/c', 'http://127.0.0.1.example.org/c', 'http://10.0.0.1/c'])(
    'needs TLS: %s',
    (address) => {
      expect(() => parseChangesAddress('--changes', address)).toThrow(
        '--changes: expected an address that begins with https://, or an address of this machine, found http:// and another machine; changes have no signature',
      );
    },
  );
});
