import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { book } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { signingKey, snapshotBytes } from '../snapshot/file/addresses/snapshots.js';
import { startStore } from '../snapshot/file/addresses/test-store.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, type Running, start } from './compiled.js';

beforeAll(compile);

const OPTIONS = ['--api-key', 'k', '--no-pages'];

/** Starts a server that serves paths and addresses, and waits until it is ready. */
function serve(args: readonly string[], until = /Serving/): Promise<Running> {
  return start('carrel.js', ['serve', ...args, ...OPTIONS, '--port', '0'], until);
}

async function titleAt(port: number, id = 'harbour0'): Promise<string> {
  const { text } = await sendRequest(port, `/v1/titles/${id}?api_key=k`);
  return JSON.parse(text).title?.title;
}

async function waitForTitle({ port }: Running, title: string, id?: string): Promise<void> {
  while ((await titleAt(port, id)) !== title) await delay(50);
}

describe('A served address', () => {
  it.each(['1', '2'])(
    'is replaced on SIGHUP, and the last good file is served without a network, with --workers %s',
    async (workers) => {
      const store = await startStore();
      const { publicKey, sign } = signingKey();
      const directory = scratchDirectory();
      const keyFile = join(directory, 'public.pem');
      writeFileSync(keyFile, publicKey);
      const put = (bytes: Buffer) => store.files.set('a', bytes).set('a.sig', sign(bytes));
      put(await snapshotBytes('Typee'));
      const secret = store.address.replace('//', '//kiosk:p4ssword@');
      const changes = ['--changes', `${secret}c?token=1`, '--log', 'info', '--metrics', 'all'];
      const cache = ['--cache-dir', join(directory, 'cache')];
      const args = [
        `${secret}a?token=1`,
        ...changes,
        ...cache,
        '--trust',
        keyFile,
        '--workers',
        workers,
      ];
      const server = await serve(args);
      expect(await titleAt(server.port)).toBe('Typee 0');
      put(await snapshotBytes('Omoo'));
      server.signal('SIGHUP');
      await waitForTitle(server, 'Omoo 0');
      const put2 = { op: 'put', kind: 'titles', record: book('n', 'New') };
      store.files.set('c', Buffer.from(`${JSON.stringify(put2)}\n`));
      server.signal('SIGHUP');
      await waitForTitle(server, 'New', 'n');
      const refused = server.waitForLog(/"file not received".*\.sig: expected a signature/);
      store.files.set('a', await snapshotBytes('Mardi'));
      server.signal('SIGHUP');
      await refused;
      const { text } = await sendRequest(server.port, '/metrics');
      expect(text.match(/carrel_address_check_timestamp_seconds\{.*/g)).toEqual([
        expect.stringMatching(`{address="${store.address}a"} 1\\d{9}`),
        expect.stringMatching(`{address="${store.address}c"} 1\\d{9}`),
      ]);
      const { status, stderr } = await server.stop('SIGTERM');
      expect(status).toBe(0);
      expect(stderr + text).not.toMatch(/p4ssword|kiosk|token/);
      expect(stderr).toContain(`"source":"${store.address}a"`);
      expect(store.requests.map(({ headers }) => headers.authorization)).not.toContain(undefined);
      await store.close();
      const offline = await serve(args);
      expect(await titleAt(offline.port)).toBe('Omoo 0');
      expect(await titleAt(offline.port, 'n')).toBe('New');
      expect((await offline.stop('SIGTERM')).status).toBe(0);
    },
  );
});

describe('A served path without --cache-dir', () => {
  it.each([
    [[], 1],
    [['--accept-shrink'], 0],
    [['--max-shrink', '100'], 0],
  ])('is not compared at a start, which is logged once, with %j', async (options, count) => {
    const path = join(scratchDirectory(), 'a.snapshot');
    writeFileSync(path, await snapshotBytes('Typee'));
    const server = await serve([path, ...options]);
    const { stderr } = await server.stop('SIGTERM');
    const lines = stderr.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        level: 'error',
        event: 'catalog not compared',
        reason: `${path}: expected an earlier file to compare the number of titles with, found none; start with --cache-dir, which keeps one, or with --accept-shrink`,
      });
    }
  });
});

describe('A served path with --cache-dir', () => {
  it('is not replaced by a smaller file at a restart, unless --accept-shrink is used', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    const args = [path, '--cache-dir', join(directory, 'cache')];
    writeFileSync(path, await snapshotBytes('Typee', 20));
    const first = await serve(args);
    const refused = first.waitForLog(/.*"event":"file not received".*\n/);
    writeFileSync(path, await snapshotBytes('Omoo', 3));
    const reason = `${path}: expected at least 18 titles (10 % fewer than the 20 titles of the catalog that it replaces), found 3; check the source, or raise --max-shrink`;
    expect(JSON.parse(await refused)).toMatchObject({ reason });
    first.signal('SIGKILL');
    await first.ended;
    const second = await serve(args);
    expect(await titleAt(second.port)).toBe('Typee 0');
    const { text } = await sendRequest(second.port, '/metrics');
    expect(text).toContain('\ncarrel_snapshots_refused_total 1\n');
    expect(JSON.parse((await second.stop('SIGTERM')).stderr)).toMatchObject({ reason });
    const third = await serve([...args, '--accept-shrink']);
    expect(await titleAt(third.port)).toBe('Omoo 0');
    expect(await third.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
  });

  it('is served from the last good file if it is missing at a start', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    const args = [path, '--cache-dir', join(directory, 'cache'), '--log', 'info'];
    writeFileSync(path, await snapshotBytes('Typee'));
    const first = await serve(args);
    writeFileSync(`${path}.next`, await snapshotBytes('Omoo'));
    renameSync(`${path}.next`, path);
    await waitForTitle(first, 'Omoo 0');
    expect((await first.stop('SIGTERM')).stderr).toContain(`"source":"${path}"`);
    rmSync(path);
    const second = await serve(args);
    expect(await titleAt(second.port)).toBe('Omoo 0');
    writeFileSync(path, await snapshotBytes('Mardi'));
    await waitForTitle(second, 'Mardi 0');
    const { status, stderr } = await second.stop('SIGTERM');
    expect(status).toBe(0);
    expect(stderr).toContain(`${path}: expected a snapshot file, found nothing`);
  });
});
