import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '../../src/snapshot/changes/change.js';
import type { LocalFilesOptions } from '../../src/snapshot/file/addresses/local-files.js';
import { withSnapshotBytes } from '../../src/snapshot/file/read-snapshot-sections.js';
import { signBytes } from '../../src/snapshot/file/signature.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { FAILING_THREADS } from '../soak/failing-threads.js';
import { compile, type Running, start } from './compiled.js';

const ROOT = join(import.meta.dirname, '../..');
const KEYS = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
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
async function build(path: string, word: string, count = 300): Promise<void> {
  const titles = Array.from({ length: count }, (_, i) =>
    book(String(1000 + i), `${word} ${i}`, {
      description: `The ${i}th volume of ${'many '.repeat(i % 50)}volumes`,
      holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }],
      ...(i % 2 === 0 && {
        marc: { leader: '', fields: [{ tag: '001', value: String(i).repeat(200) }] },
      }),
    }),
  );
  const records = recordsOf({
    titles,
    users: [{ id: 7, name: 'ishmael' }],
    lists: [
      {
        id: '1',
        user: 7,
        name: 'Sea',
        created: '2019-01-01T00:00:00Z',
        updated: '2019-01-01T00:00:00Z',
        list_items: [{ list_item_type: 'title', title: '1002' }],
      },
    ],
  });
  await buildSnapshot(records, `${path}.next`);
  const signature = withSnapshotBytes(`${path}.next`, (bytes) =>
    signBytes(bytes, KEYS.privateKey, 'key'),
  );
  renameSync(`${path}.next`, path);
  writeFileSync(`${path}.sig`, signature);
}

/** Serves a snapshot with changes. With trusted keys, the server reads the records when it opens the file. */
function serve(
  path: string,
  options: Pick<LocalFilesOptions, 'changes' | 'trust'> & { readonly workers: number },
): Promise<Running> {
  const program = join(scratchDirectory(), 'serve.mjs');
  writeFileSync(program, PROGRAM);
  const args = [JSON.stringify({ ...options, paths: [path] })];
  return start(relative(join(ROOT, 'dist/cli'), program), args, /Serving/, FAILING_THREADS);
}

const PATHS = [
  '/v1/titles?q=volumes&library=harbour&metadata=1&limit=100&api_key=k',
  '/v1/titles?q=typee+7&library=harbour&api_key=k',
  '/v1/titles?q=omoo+new&library=harbour&metadata=1&api_key=k',
  ...['1000', '1001', '1007', '1299', 'new', 'nothing'].map((id) => `/v1/titles/${id}?api_key=k`),
  '/v1/user_content?library=harbour&metadata=1&api_key=k',
  '/v1/users/7/user_content?api_key=k',
  '/v1/lists/1?api_key=k',
  '/v1/users/7/lists?api_key=k',
  '/v1/sessions/s1?api_key=k',
];

/** Returns the status and the text of each response, without the port of the server. */
function responsesOf({ port }: Running): Promise<string[]> {
  return Promise.all(
    PATHS.map(async (path) => {
      const { status, text } = await sendRequest(port, path);
      return `${path} ${status} ${text.replaceAll(`:${port}`, ':PORT')}`;
    }),
  );
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
  it.each([1, 2])(
    'returns the responses of a server that holds them, with %i workers',
    async (workers) => {
      const directory = scratchDirectory();
      const path = join(directory, 'harbour.snapshot');
      const changes = join(directory, 'changes.jsonl');
      await build(path, 'Typee');
      const servers = await Promise.all([
        serve(path, { workers, changes }),
        serve(path, { workers, changes, trust: [KEYS.publicKey] }),
      ]);
      const expectSame = async () => {
        const [inFile, held] = await Promise.all(servers.map(responsesOf));
        expect(inFile).toEqual(held);
      };
      const append = (...next: Change[]) =>
        appendFileSync(changes, next.map((change) => `${JSON.stringify(change)}\n`).join(''));
      await expectSame();
      expect(servers.map((server) => openFiles(server, path))).toEqual([[path], []]);

      append(
        { op: 'holdings', title: '1000', holdings: [{ branch: 'MAIN', status: 'UNAVAILABLE' }] },
        { op: 'delete', kind: 'titles', id: '1001' },
        { op: 'put', kind: 'titles', record: book('new', 'Omoo new') },
      );
      await Promise.all(servers.map((server) => waitForTitle(server, 'new', 'Omoo new')));
      await expectSame();
      append({ op: 'put', kind: 'titles', record: book('1007', 'Omoo 7') });
      await Promise.all(servers.map((server) => waitForTitle(server, '1007', 'Omoo 7')));
      await expectSame();
      expect(servers.map((server) => openFiles(server, path))).toEqual([[path], []]);

      await build(path, 'Mardi');
      for (const server of servers) server.signal('SIGHUP');
      await Promise.all(servers.map((server) => waitForTitle(server, '1299', 'Mardi 299')));
      await expectSame();
      append({ op: 'put', kind: 'titles', record: book('1008', 'Omoo 8') });
      await Promise.all(servers.map((server) => waitForTitle(server, '1008', 'Omoo 8')));
      await expectSame();
      await expect.poll(() => openFiles(servers[0], path), WAIT).toEqual([path]);
    },
  );

  it.each([1, 2])('closes the files of replaced snapshots, with %i workers', async (workers) => {
    const path = join(scratchDirectory(), 'harbour.snapshot');
    const words = ['Typee', 'Omoo'];
    for (const word of words) await build(`${path}-${word}`, word);
    copyFileSync(`${path}-Typee`, path);
    const server = await serve(path, { workers });
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
    const server = await serve(path, { workers: 2 });
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
