import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import * as net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { activatedSocket } from '../../src/server/systemd.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { carrel, compile, ROOT, start } from './compiled.js';

beforeAll(compile);

const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
const file = join(directory, 'harbour.snapshot');
beforeAll(() => buildSnapshot(recordsOf({ titles: [book('1', 'Moby-Dick')] }), file));
afterAll(() => rmSync(directory, { recursive: true }));

const PATH = '/v1/titles/1?api_key=a-key-of-24-characters-x';
const SERVE = ['serve', file, '--api-key', 'a-key-of-24-characters-x', '--accept-shrink'];

/** Opens a socket that this process holds but does not accept connections from, like systemd. */
function openSocket(host: string): { readonly fd: number; readonly port: number } {
  const { _createServerHandle: create } = net as unknown as {
    _createServerHandle(
      host: string,
      port: number,
      family: 4,
    ): { fd: number; close(): void; getsockname(name: object): void };
  };
  const handle = create(host, 0, 4);
  const name = { port: 0 };
  handle.getsockname(name);
  onTestFinished(() => handle.close());
  return { fd: handle.fd, port: name.port };
}

/**
 * Sends a request, and returns its status, or the code of its error. Like other clients, sends the request again if the
 * server has just closed the idle connection.
 */
function statusOf(to: object, path: string, agent: Agent | false): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ ...to, path, agent }, (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}`));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = request.reusedSocket && error.code === 'ECONNRESET';
      resolve(isClosed ? statusOf(to, path, agent) : `${error.code}`);
    });
  });
}

/** A client waits for answers, so that a slow start of the server does not queue more requests than it answers in time. */
const MAX_UNANSWERED = 40;

describe.skipIf(process.platform === 'win32')('A server with a socket from systemd', () => {
  it.each([
    ['1', ['--drain', '0']],
    ['2', []],
  ])(
    'and %s workers restarts without refusing or failing a request %j',
    async (workers, more) => {
      const { fd, port } = openSocket('127.0.0.1');
      const args = [...SERVE, '--no-pages', '--workers', workers, ...more];
      const startServer = () => start('carrel.js', args, /Serving/, {}, undefined, fd);
      const before = await startServer();
      expect(before.stdout).toContain(`Serving at http://127.0.0.1:${port}\n`);
      // Idle connections are closed at the end, so that a client without a drain must open new connections.
      const keepAlive = more.length === 0 ? new Agent({ keepAlive: true }) : false;
      const sent: Promise<number | string>[] = [];
      let isSending = true;
      let unanswered = 0;
      const sending = (async () => {
        while (isSending) {
          const agent = sent.length % 2 === 0 ? keepAlive : false;
          if (unanswered < MAX_UNANSWERED) {
            unanswered++;
            const status = statusOf({ host: '127.0.0.1', port }, PATH, agent);
            sent.push(status.finally(() => unanswered--));
          }
          await delay(10);
        }
      })();
      await delay(200);
      expect(await before.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
      const after = await startServer();
      // The new server answers the requests that wait, and others.
      const waiting = sent.length;
      await expect.poll(() => sent.length).toBeGreaterThan(waiting + MAX_UNANSWERED);
      isSending = false;
      await sending;
      const statuses = await Promise.all(sent);
      expect(statuses.length).toBeGreaterThan(50);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      if (keepAlive) keepAlive.destroy();
      await after.stop('SIGTERM');
    },
    120_000,
  );

  it('requires a choice of pages', async () => {
    const { fd } = openSocket('127.0.0.1');
    await expect(start('carrel.js', SERVE, /Serving/, {}, undefined, fd)).rejects.toThrow(
      'expected --pages, --no-pages or --kiosk',
    );
  });

  it('with --open refuses a socket that other machines can reach', async () => {
    const { fd } = openSocket('0.0.0.0');
    const args = ['serve', file, '--open', '--pages'];
    await expect(start('carrel.js', args, /Serving/, {}, undefined, fd)).rejects.toThrow(
      "host: expected 127.0.0.1, ::1 or localhost for an open server, found '0.0.0.0'",
    );
  });

  it('refuses several sockets, and ignores sockets of another process', () => {
    const own = String(process.pid);
    expect(activatedSocket({ LISTEN_PID: own, LISTEN_FDS: '1' })).toEqual({ fd: 3 });
    expect(activatedSocket({ LISTEN_PID: own, LISTEN_FDS: '0' })).toBe(undefined);
    expect(activatedSocket({ LISTEN_PID: '1', LISTEN_FDS: '1' })).toBe(undefined);
    expect(activatedSocket({})).toBe(undefined);
    expect(() => activatedSocket({ LISTEN_PID: own, LISTEN_FDS: '2' })).toThrow(
      'LISTEN_FDS: expected one socket, found 2; use one ListenStream= in the socket unit',
    );
  });
});

describe.skipIf(process.platform === 'win32')('The unit carrel.service', () => {
  const unit = readFileSync(join(ROOT, 'docs/carrel.service'), 'utf8');

  it('starts a server with options that carrel serve accepts', async () => {
    const keys = join(directory, 'keys');
    writeFileSync(keys, 'a-key-of-24-characters-x\n');
    const [, command] = /^ExecStart=((?:.*\\\n)*.*)/m.exec(unit) ?? [];
    const words = command
      .replaceAll('\\\n', '')
      .split(/ +/)
      .map((word) => word.replace(/^\/srv\/.*/, file).replace(/^\/etc\/.*/, keys))
      .map((word) => word.replace(/^%C\/.*/, join(directory, 'cache')))
      // systemd replaces the empty variable by nothing.
      .filter((word) => word !== '$CARREL_ONCE');
    expect(words.splice(0, 2)).toEqual(['/usr/bin/env', 'carrel']);
    const { fd, port } = openSocket('127.0.0.1');
    const server = await start('carrel.js', words, /Serving/, {}, undefined, fd);
    expect(server.stdout).toContain('Serving at https://catalog.example.org\n');
    expect(await statusOf({ host: '127.0.0.1', port }, PATH, false)).toBe(200);
    expect(await server.stop('SIGTERM')).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('catalog not compared'),
    });
  });

  it('keeps the last good file in a directory of systemd, as does the unit of a kiosk', () => {
    for (const name of ['carrel', 'carrel-kiosk']) {
      const text = readFileSync(join(ROOT, 'docs', `${name}.service`), 'utf8');
      expect(text).toContain(`--cache-dir %C/${name}`);
      expect(text).toContain(`\nCacheDirectory=${name}\n`);
      expect(text).toContain('\nEnvironmentFile=-/run/carrel-once\n');
    }
  });

  it('is watched by systemd, as is the unit of a kiosk', () => {
    for (const name of ['carrel.service', 'carrel-kiosk.service']) {
      const lines = readFileSync(join(ROOT, 'docs', name), 'utf8').split('\n');
      expect(lines).toEqual(
        expect.arrayContaining(['Type=notify', 'NotifyAccess=all', 'WatchdogSec=30']),
      );
    }
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is valid, as are the other units', () => {
    const names = ['carrel.service', 'carrel.socket', 'carrel-kiosk.service'];
    const units = names.map((name) => {
      copyFileSync(join(ROOT, 'docs', name), join(directory, name));
      return join(directory, name);
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units]);
    expect([status, stderr.toString()]).toEqual([0, '']);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
    'permits that a thread lowers its priority, as does the unit of a kiosk',
    () => {
      for (const name of ['carrel.service', 'carrel-kiosk.service']) {
        const permitted = new Set<string>();
        const lines = readFileSync(join(ROOT, 'docs', name), 'utf8').matchAll(
          /^SystemCallFilter=(~?)(.*)/gm,
        );
        for (const [, isDenied, calls] of lines) {
          for (const call of calls.split(' ').flatMap(systemCalls)) {
            if (isDenied) permitted.delete(call);
            else permitted.add(call);
          }
        }
        expect(permitted).toContain('getpriority');
        expect(permitted).toContain('setpriority');
        expect(permitted).not.toContain('setrlimit');
      }
    },
  );
});

/** Returns the system calls in a set of systemd such as `@resources`, or the name of a single call. */
function systemCalls(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', name]);
  const [, ...lines] = stdout.toString().trim().split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'))
    .flatMap(systemCalls);
}

/** Prints each datagram that arrives at a Unix socket, and its absence for 0.4 seconds. */
const RECEIVER = `
use Socket; $| = 1;
socket(my $in, AF_UNIX, SOCK_DGRAM, 0) || die $!;
bind($in, pack_sockaddr_un($ARGV[0])) || die $!;
print "listening\\n";
for (;;) {
  my $ready = ''; vec($ready, fileno($in), 1) = 1;
  if (select($ready, undef, undef, 0.4)) { recv($in, my $text, 999, 0); print "$text\\n" if $text !~ /BARRIER/ }
  else { print "silence\\n" }
}`;

const hasSystemd = ['/usr/bin/systemd-notify', '/usr/bin/perl'].every((path) => existsSync(path));

describe.skipIf(!hasSystemd)('A server with a watchdog of systemd', () => {
  it.each(['1', '2'])(
    'and %s workers reports that it is ready and answers, and nothing while it hangs',
    async (workers) => {
      const path = join(directory, `notify-${workers}`);
      const receiver = spawn('perl', ['-e', RECEIVER, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => {
        receiver.kill();
      });
      let received = '';
      receiver.stdout.on('data', (text) => {
        received += text;
      });
      const waitFor = (pattern: RegExp) => expect.poll(() => received).toMatch(pattern);
      await waitFor(/listening/);
      const env = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '200000' };
      const args = [...SERVE, '--port', '0', '--workers', workers];
      const server = await start('carrel.js', args, /Serving/, env);
      await waitFor(/READY=1\n(?:silence\n)*WATCHDOG=1\n(?:silence\n)*WATCHDOG=1\n/);
      server.signal('SIGSTOP');
      await waitFor(/silence\nsilence\nsilence\n$/);
      server.signal('SIGCONT');
      await waitFor(/silence\nWATCHDOG=1\n/);
      expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
    },
  );
});

describe('A server with --drain', () => {
  it.each(['1', '2'])(
    'and %s workers answers requests with Connection: close, and /readyz with 503, before it closes',
    async (workers) => {
      const args = [...SERVE, '--port', '0', '--drain', '2', '--workers', workers];
      const server = await start('carrel.js', args, /Serving/);
      const to = { host: '127.0.0.1', port: server.port };
      const stopped = server.stop('SIGTERM');
      while ((await statusOf(to, '/readyz', false)) === 200) await delay(10);
      expect(await statusOf(to, '/readyz', false)).toBe(503);
      const agent = new Agent({ keepAlive: true });
      const request = get({ ...to, path: PATH, agent });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
      expect(await stopped).toEqual({ status: 0, stderr: '' });
      expect(await statusOf(to, PATH, false)).toBe('ECONNREFUSED');
    },
  );
});

describe.skipIf(process.platform === 'win32')('A server with --listen', () => {
  const socketPath = join(directory, 'carrel.sock');
  const args = [
    ...SERVE,
    '--listen',
    `unix:${socketPath}`,
    '--base-url',
    'https://catalog.example.org',
  ];

  it.each(['1', '2'])('and %s workers answers on a Unix socket', async (workers) => {
    const server = await start('carrel.js', [...args, '--workers', workers], /Serving/);
    expect(server.stdout).toContain('Serving at https://catalog.example.org\n');
    expect(statSync(socketPath).mode & 0o777).toBe(0o660);
    expect(await statusOf({ socketPath }, PATH, false)).toBe(200);
    expect(await statusOf({ socketPath }, '/metrics', false)).toBe(200);
    const { status, stderr } = await carrel(...args);
    expect([status, stderr]).toEqual([
      1,
      `carrel serve: ${socketPath}: expected no running server, found one; stop it or use another path\n`,
    ]);
    expect(await statusOf({ socketPath }, PATH, false)).toBe(200);
    expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
    expect(existsSync(socketPath)).toBe(false);
  });
});
