import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { carrel, compile, type Running, start } from './compiled.js';

const REFUSED = /.*"event":"catalog refused".*\n/;

beforeAll(compile);

const recordsWith = (title: string) => recordsOf({ titles: [book('1', title)] });

/** Starts a server that serves a path. */
function serve(path: string, ...args: string[]): Promise<Running> {
  const all = ['serve', path, '--api-key', 'k', '--port', '0', '--accept-shrink', ...args];
  return start('carrel.js', all, /Serving/);
}

async function titleAt({ port }: Running): Promise<string> {
  const { status, text } = await sendRequest(port, '/v1/titles/1?api_key=k');
  expect(status).toBe(200);
  return JSON.parse(text).title.title;
}

/** Waits until the title `after` is served. Every earlier response must have the title `before`. */
async function waitForTitle(server: Running, before: string, after: string): Promise<void> {
  for (;;) {
    const title = await titleAt(server);
    if (title === after) return;
    expect(title).toBe(before);
    await delay(50);
  }
}

describe('The metrics of a served path', () => {
  it.each([
    ['a file', false],
    ['the copy of a file', true],
  ])('show since when a snapshot waits that is not open, with %s', async (_, isCopied) => {
    const args = isCopied ? ['--cache-dir', scratchDirectory()] : [];
    const file = join(scratchDirectory(), 'harbour.snapshot');
    await buildSnapshot(recordsWith('Typee'), file);
    const server = await serve(file, ...args);
    const metric = async (name: string, label: string) => {
      const { text } = await sendRequest(server.port, '/metrics');
      const [line] = text.split('\n').filter((line) => line.startsWith(`${name}{`));
      expect(line).toContain(`{${label}="${file}"} `);
      return Number(line.split(' ').at(-1));
    };
    const checked = () => metric('carrel_path_check_timestamp_seconds', 'path');
    const pending = () => metric('carrel_pending_snapshot_timestamp_seconds', 'source');
    expect(await pending()).toBe(0);
    const first = await checked();
    writeFileSync(file, 'no snapshot');
    await expect.poll(pending).toBeGreaterThan(first);
    const last = await checked();
    await buildSnapshot(recordsWith('Omoo'), file);
    await expect.poll(() => titleAt(server).catch(String)).toBe('Omoo');
    await expect.poll(pending).toBe(0);
    await expect.poll(checked).toBeGreaterThan(last);
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });
});

describe('The catalog of a served path', () => {
  it.each(['1', '2'])(
    'is replaced only by a file with a signature by a trusted key, with --workers %s',
    async (workers) => {
      const directory = scratchDirectory();
      const file = join(directory, 'harbour.snapshot');
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const [publicFile, privateFile] = [join(directory, 'public'), join(directory, 'private')];
      writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
      writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
      await buildSnapshot(recordsWith('Typee'), file);
      expect(await carrel('serve', file, '--open', '--trust', publicFile)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${file}.sig: expected the signature of the snapshot`),
      });
      expect((await carrel('sign', file, '--key', privateFile)).status).toBe(0);
      const server = await serve(file, '--trust', publicFile, '--workers', workers);
      const refused = server.waitForLog(REFUSED);
      await buildSnapshot(recordsWith('Omoo'), file);
      expect(JSON.parse(await refused)).toMatchObject({
        reason: expect.stringContaining(`${file}.sig: expected a signature of these bytes`),
      });
      expect(await titleAt(server)).toBe('Typee');
      expect((await carrel('sign', file, '--key', privateFile)).status).toBe(0);
      while ((await titleAt(server)) !== 'Omoo') await delay(50);
      expect((await server.stop('SIGTERM')).status).toBe(0);
    },
    120_000,
  );

  it.each(['1', '2'])(
    'stays in use when the new file lost too many titles, with --workers %s',
    async (workers) => {
      const file = join(scratchDirectory(), 'harbour.snapshot');
      const titles = (name: string, count: number) =>
        recordsOf({
          titles: Array.from({ length: count }, (_, i) => book(`${i}`, `${name} ${i}`)),
        });
      await buildSnapshot(titles('Typee', 20), file);
      const server = await serve(file, '--workers', workers);
      const refused = server.waitForLog(REFUSED);
      await buildSnapshot(titles('Omoo', 17), file);
      expect(JSON.parse(await refused).reason).toBe(
        `${file}: expected at least 18 titles (10 % fewer than the 20 titles of the catalog that it replaces), found 17; check the source, or raise --max-shrink`,
      );
      expect(await titleAt(server)).toBe('Typee 1');
      await buildSnapshot(titles('Mardi', 18), file);
      await waitForTitle(server, 'Typee 1', 'Mardi 1');
      expect((await server.stop('SIGTERM')).status).toBe(0);
    },
  );

  it('is replaced on SIGHUP if the path is a source directory', async () => {
    const directory = writeRecords(scratchDirectory(), recordsWith('Typee'));
    const server = await serve(directory);
    writeRecords(directory, recordsWith('Omoo'));
    server.signal('SIGHUP');
    await waitForTitle(server, 'Typee', 'Omoo');
    expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
  });
});
