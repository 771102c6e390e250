import { copyFileSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { FAILING_THREADS } from '../soak/failing-threads.js';
import { compile, type Running, start } from './compiled.js';

const ROOT = join(import.meta.dirname, '../..');
const WAIT = { timeout: 120_000, interval: 50 };

/**
 * Serves snapshots like `carrel serve`, with the options of `startService` and the number of workers as JSON. Opens the
 * files again at each SIGHUP, and collects garbage often, so that files are closed soon.
 */
const PROGRAM = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startService } from '${ROOT}/dist/server/service.js';
import { createLocalFiles } from '${ROOT}/dist/snapshot/file/addresses/local-files.js';
const { workers: count, ...options } = JSON.parse(process.argv[2]);
const local = createLocalFiles(options.paths, { ...options, onProblem() {} });
const module = new URL('file://${ROOT}/dist/cli/serve/serve-thread.js');
const service = await startService({
  host: '127.0.0.1',
  port: 0,
  apiKeys: ['k'],
  cacheSize: 0,
  ...options,
  local,
  workers: count > 1 ? { count, module, options: { pages: false, kiosk: {} } } : undefined,
});
process.on('SIGHUP', () => service.refresh());
setFlagsFromString('--expose-gc');
setInterval(runInNewContext('gc'), 500);
console.log('Serving ' + service.baseUrl);
`;

beforeAll(compile);

/** Builds a snapshot of titles with a word in their titles. */
async function build(path: string, word: string): Promise<void> {
  const titles = Array.from({ length: 300 }, (_, i) => book(String(1000 + i), `${word} ${i}`));
  await buildSnapshot(recordsOf({ titles }), `${path}.next`);
  renameSync(`${path}.next`, path);
}

/** Serves a snapshot with a number of workers. */
function serve(path: string, workers: number): Promise<Running> {
  const program = join(scratchDirectory(), 'serve.mjs');
  writeFileSync(program, PROGRAM);
  const args = [JSON.stringify({ workers, paths: [path] })];
  return start(relative(join(ROOT, 'dist/cli'), program), args, /Serving/, FAILING_THREADS);
}

/** Waits until the title of a record is served. */
async function waitForTitle({ port }: Running, id: string, title: string): Promise<void> {
  const current = async () =>
    JSON.parse((await sendRequest(port, `/v1/titles/${id}?api_key=k`)).text).title?.title;
  await expect.poll(current, WAIT).toBe(title);
}

/** Returns the files at a path that a process has open. A file that was replaced counts too. */
function openFiles({ pid }: Running, path: string): string[] {
  const linkOf = (descriptor: string) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${descriptor}`)];
    } catch {
      return [];
    }
  };
  const links = readdirSync(`/proc/${pid}/fd`).flatMap(linkOf);
  return links.filter((link) => link.startsWith(path));
}

describe.runIf(process.platform === 'linux')('A server whose records stay in the file', () => {
  it.each([1, 2])('closes the files of replaced snapshots, with %i workers', async (workers) => {
    const path = join(scratchDirectory(), 'harbour.snapshot');
    const words = ['Typee', 'Omoo'];
    for (const word of words) await build(`${path}-${word}`, word);
    copyFileSync(`${path}-Typee`, path);
    const server = await serve(path, workers);
    for (let i = 1; i <= 6; i++) {
      const word = words[i % 2];
      copyFileSync(`${path}-${word}`, `${path}.next`);
      renameSync(`${path}.next`, path);
      server.signal('SIGHUP');
      await waitForTitle(server, '1000', `${word} 0`);
    }
    await expect.poll(() => openFiles(server, path), WAIT).toEqual([path]);
    await waitForTitle(server, '1299', 'Typee 299');
    expect(await server.stop('SIGTERM')).toMatchObject({ stderr: '' });
  });

  it('reads the records in a thread that replaces another', async () => {
    const path = join(scratchDirectory(), 'harbour.snapshot');
    await build(path, 'Typee');
    const server = await serve(path, 2);
    const statusOf = async (id: string) =>
      (await sendRequest(server.port, `/v1/titles/${id}?api_key=k`)).status;
    expect(await statusOf('end-thread')).toBe(503);
    const blocked = [statusOf('block-thread'), statusOf('block-thread')];
    await build(path, 'Omoo');
    server.signal('SIGHUP');
    await waitForTitle(server, '1000', 'Omoo 0');
    expect(await Promise.all(blocked)).toEqual([503, 503]);
    const ids = Array.from({ length: 40 }, (_, i) => String(1000 + 7 * i));
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set([200]));
    await expect.poll(() => openFiles(server, path), WAIT).toEqual([path]);
  });
});
