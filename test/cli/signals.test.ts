import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { marcXml, startProvider } from '../import/oai/test-provider.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { compile, ROOT, type Running, start } from './compiled.js';

const contents = Array.from({ length: 20_000 }, (_, n) => `${n} ${'whale '.repeat(100)}`);
const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
const file = join(directory, 'harbour.snapshot');

beforeAll(compile);
beforeAll(async () => {
  await buildSnapshot(recordsOf({ titles: [book('1', 'Moby-Dick', { contents })] }), file);
});
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * Starts a server, sends a request without reading the whole response, sends SIGTERM, and waits until the server
 * refuses connections.
 */
async function startStoppingServer(): Promise<{ server: Running; response: IncomingMessage }> {
  const args = ['serve', file, '--api-key', 'k', '--port', '0', '--accept-shrink'];
  const server = await start('carrel.js', args, /Serving/);
  const request = get({ host: '127.0.0.1', port: server.port, path: '/v1/titles/1?api_key=k' });
  const [response] = await once(request, 'response');
  server.signal('SIGTERM');
  const isListening = () =>
    sendRequest(server.port, '/healthz').then(
      () => true,
      () => false,
    );
  while (await isListening()) await delay(20);
  return { server, response };
}

describe.skipIf(process.platform === 'win32')('A server that is stopping', () => {
  it('finishes its responses, even if it receives SIGHUP', async () => {
    const { server, response } = await startStoppingServer();
    server.signal('SIGHUP');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString()).title.contents).toEqual(contents);
    expect(await server.ended).toEqual({ status: 0, stderr: '' });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'exits at once on a second signal, %s',
    async (signal) => {
      const { server, response } = await startStoppingServer();
      response.on('error', () => {});
      expect((await server.stop(signal)).status).toBe(null);
      response.destroy();
    },
  );
});

describe.skipIf(process.platform === 'win32')('SIGUSR1', () => {
  it.each(['1', '2'])('does not open the inspector with --workers %s', async (workers) => {
    const args = [
      'serve',
      file,
      '--api-key',
      'k',
      '--port',
      '0',
      '--accept-shrink',
      '--workers',
      workers,
    ];
    const server = await start('carrel.js', args, /Serving/);
    server.signal('SIGUSR1');
    await delay(300);
    expect((await sendRequest(server.port, '/healthz')).status).toBe(200);
    expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
  });
});

/** Whether a process can be the first of a namespace, like that of a container. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

/** Starts `carrel`, as the first process of a namespace if `isFirst`. The process is killed when the test ends. */
function startCarrel(args: readonly string[], isFirst: boolean): ChildProcess {
  const command = [process.execPath, join(ROOT, 'dist/cli/carrel.js'), ...args];
  const [program, ...rest] = isFirst
    ? ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', ...command]
    : command;
  const child = spawn(program, rest);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Returns the process of `carrel`, which `unshare` has started if `isFirst`. Undefined if it has not. */
function pidOf({ pid }: ChildProcess, isFirst: boolean): number | undefined {
  const children = `/proc/${pid}/task/${pid}/children`;
  return isFirst ? Number(ignoreErrors(() => readFileSync(children, 'utf8'))) || undefined : pid;
}

/** Returns whether a process or one of its descendants has opened `titles.jsonl`. */
function isReadingTitles(pid: number | undefined): boolean {
  const files = ignoreErrors(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  const isOpen = files.some((name) =>
    ignoreErrors(() => readlinkSync(`/proc/${pid}/fd/${name}`))?.endsWith('titles.jsonl'),
  );
  const children = ignoreErrors(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  return (
    isOpen ||
    (children?.trim().split(' ') ?? []).some(
      (child) => child !== '' && isReadingTitles(Number(child)),
    )
  );
}

/** Sends a signal. The program `unshare` does not pass on signals. */
function send(child: ChildProcess, isFirst: boolean, signal: NodeJS.Signals = 'SIGTERM'): void {
  const pid = pidOf(child, isFirst);
  if (pid !== undefined) ignoreErrors(() => process.kill(pid, signal));
}

/** Sends a signal, and returns the exit status. */
async function stop(child: ChildProcess, isFirst: boolean, signal?: NodeJS.Signals) {
  const exit = once(child, 'exit');
  send(child, isFirst, signal);
  const [status] = await exit;
  return status;
}

/** Writes a file with a library, and starts a build that has read some records and waits for more. */
async function startWaitingBuild(output: string, isFirst: boolean): Promise<ChildProcess> {
  const directory = scratchDirectory();
  const [library, columns] = ['library.json', 'columns.json'].map((name) => join(directory, name));
  writeFileSync(library, JSON.stringify(recordsOf({}).library));
  writeFileSync(columns, '{"columns":{}}');
  const args = ['build', '-', '--library', library, '--columns', columns, '-o', output];
  const child = startCarrel(args, isFirst);
  const rows = Array.from({ length: 30_000 }, (_, n) => `${n},Whale ${n}\n`).join('');
  // The rows do not fit into buffers of the system, so they are written when the build has read most of them.
  await new Promise((resolve) => child.stdin?.write(`id,title\n${rows}`, resolve));
  return child;
}

function ignoreErrors<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const KINDS = [
  ['', false],
  [' as the first process of a container', true],
] as const;

describe.each(KINDS)('SIGTERM%s', (_name, isFirst) => {
  const skipped = process.platform === 'win32' || (isFirst && !canUnshare);
  const titles = Array.from({ length: 60_000 }, (_, n) => book(String(n), `Whale ${n} ${n * 7}`));

  it.skipIf(skipped)('ends build while it waits for records, with status 143', async () => {
    const output = scratchDirectory();
    for (const path of [join(output, 's'), '-']) {
      expect(await stop(await startWaitingBuild(path, isFirst), isFirst)).toBe(143);
    }
    expect(readdirSync(output)).toEqual([]);
  });

  it.skipIf(skipped)(
    'ends build of a source directory, and keeps the existing snapshot',
    async () => {
      const source = writeRecords(scratchDirectory(), recordsOf({ titles }));
      const output = scratchDirectory();
      const path = join(output, 'harbour.snapshot');
      writeFileSync(path, readFileSync(file));
      const child = startCarrel(['build', source, '-o', path], isFirst);
      while (!isReadingTitles(child.pid)) await delay(20);
      expect(await stop(child, isFirst)).toBe(143);
      expect(readdirSync(output)).toEqual(['harbour.snapshot']);
      expect(readFileSync(path).equals(readFileSync(file))).toBe(true);
    },
  );

  it.skipIf(skipped)('ends compact and site while they compute', async () => {
    const source = writeRecords(scratchDirectory(), recordsOf({ titles }));
    const changes = join(scratchDirectory(), 'changes.jsonl');
    writeFileSync(changes, '');
    const output = scratchDirectory();
    const path = join(output, 'harbour.snapshot');
    writeFileSync(path, readFileSync(file));
    for (const args of [
      ['compact', source, '--changes', changes, '-o', path],
      ['site', source, '-o', join(output, 'site')],
    ]) {
      const child = startCarrel(args, isFirst);
      while (!isReadingTitles(child.pid)) await delay(20);
      // A process that is not the first ends because of the signal, and has no status.
      expect(await stop(child, isFirst)).toBe(isFirst ? 143 : null);
      expect(readdirSync(output)).toEqual(['harbour.snapshot']);
      expect(readFileSync(path).equals(readFileSync(file))).toBe(true);
    }
  });

  it.skipIf(skipped)(
    'ends harvest while it waits for a response, after complete lines',
    async () => {
      const provider = await startProvider(
        [1, 2, 3].map((n) => ({
          identifier: `o:${n}`,
          datestamp: '2026-11-01',
          marc: marcXml(`${n}`, 'x'),
        })),
      );
      const output = scratchDirectory();
      const library = join(scratchDirectory(), 'library.json');
      writeFileSync(library, JSON.stringify(recordsOf({}).library));
      const waiting = new Promise<boolean>((resolve) => {
        provider.faults.push(
          () => false,
          () => false,
          () => {
            resolve(true);
            return true;
          },
        );
      });
      const args = [provider.address, '--library', library, '-o', join(output, 'changes.jsonl')];
      const child = startCarrel(
        ['harvest', ...args, '--state', join(output, 'state.json')],
        isFirst,
      );
      await waiting;
      expect(await stop(child, isFirst)).toBe(143);
      expect(readdirSync(output)).toEqual(['changes.jsonl']);
      expect(readFileSync(join(output, 'changes.jsonl'), 'utf8')).toMatch(/^$|\n$/);
    },
  );

  it.skipIf(skipped)('ends serve before it is ready', async () => {
    let stdout = '';
    const child = startCarrel(['serve', file, '--open', '--port', '0'], isFirst);
    child.stdout?.on('data', (text) => {
      stdout += text;
    });
    const exit = once(child, 'exit');
    while (child.exitCode === null && child.signalCode === null) {
      send(child, isFirst);
      await Promise.race([exit, delay(20)]);
    }
    const status = child.exitCode;
    expect(status).toBe(isFirst ? 143 : null);
    expect(stdout).toBe('');
  });

  it.skipIf(skipped)('ends serve while it downloads a snapshot', async () => {
    const store = createServer().listen(0, '127.0.0.1');
    const requested = once(store, 'request');
    onTestFinished(() => {
      store.closeAllConnections();
      store.close();
    });
    await once(store, 'listening');
    const address = `http://127.0.0.1:${(store.address() as AddressInfo).port}/a.snapshot`;
    const args = ['serve', address, '--open', '--port', '0', '--cache-dir', scratchDirectory()];
    const child = startCarrel(args, isFirst);
    await requested;
    expect(await stop(child, isFirst)).toBe(0);
  });
});

describe.skipIf(process.platform === 'win32')('SIGINT', () => {
  it('ends build with status 130', async () => {
    const child = await startWaitingBuild(join(scratchDirectory(), 's'), false);
    expect(await stop(child, false, 'SIGINT')).toBe(130);
  });
});
