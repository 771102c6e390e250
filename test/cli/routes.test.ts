import { type ChildProcess, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import type { SourceRecords } from '../../src/snapshot/source/source.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { type Reply, sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { carrel, compile, type Running, start } from './compiled.js';
import { freePort } from './free-port.js';
import { hasNginx, startNginx } from './nginx.js';

/** Whether a missing nginx fails the tests. In CI, no test may be skipped. */
const mustHaveNginx = process.env.CARREL_NGINX === '1';

beforeAll(compile, 120_000);

async function snapshot(name: string, source: string | SourceRecords): Promise<string> {
  const file = join(scratchDirectory(), `${name}.snapshot`);
  await buildSnapshot(source, file);
  return file;
}

/** Starts a server of snapshots. The links in its responses begin with the address of nginx. */
async function serve(nginxPort: number, ...files: string[]): Promise<Running> {
  const port = await freePort();
  const links = `http://127.0.0.1:${nginxPort}`;
  const args = ['--api-key', 'k', '--port', String(port), '--base-url', links];
  return { ...(await start('carrel.js', ['serve', ...files, ...args], /Serving/)), port };
}

/** Runs nginx with the configuration that `carrel routes` prints, and waits until nginx listens. */
async function nginx(port: number, args: readonly string[], settings = ''): Promise<ChildProcess> {
  const listen = ['--listen', `127.0.0.1:${port}`];
  const { status, stdout, stderr } = await carrel('routes', ...args, ...listen);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return startNginx(port, `${stdout}\n${settings}`);
}

const statusAndBody = ({ status, text }: Reply) => `${status} ${text}`;

/** Checks that nginx and a server respond with the same status and body. Returns the status. */
async function expectSameResponse(
  path: string,
  nginxPort: number,
  serverPort: number,
): Promise<number> {
  const target = `${path}${path.includes('?') ? '&' : '?'}api_key=k`;
  const [routed, direct] = await Promise.all([
    sendRequest(nginxPort, target),
    sendRequest(serverPort, target),
  ]);
  expect(statusAndBody(routed), path).toBe(statusAndBody(direct));
  return direct.status;
}

describe('nginx with the configuration that carrel routes prints', () => {
  it.runIf(mustHaveNginx)('is installed in CI', () => {
    expect(hasNginx).toBe(true);
  });

  it.skipIf(!hasNginx)(
    'responds like one server of both libraries, even after one of two replicas has stopped (skipped without nginx)',
    async () => {
      const port = await freePort();
      const alderwick = await snapshot('alderwick', join(DEMO, 'alderwick'));
      const meridian = await snapshot('meridian', join(DEMO, 'meridian'));
      const replicas = await Promise.all([serve(port, alderwick), serve(port, alderwick)]);
      const other = await serve(port, meridian);
      const both = await serve(port, alderwick, meridian);
      const hosts = (...servers: Running[]) =>
        servers.map((server) => `127.0.0.1:${server.port}`).join();
      await nginx(port, [
        `${alderwick}=${hosts(...replicas)}`,
        `${meridian}=${hosts(other)}`,
        '--all',
        hosts(both),
      ]);
      const statuses = new Set<number>();
      for (const path of [
        '/v1/titles?q=whale&library=alderwick&metadata=1',
        '/v1/titles?metadata=1&q=*&limit=100&library=meridian',
        '/v1/titles?q=whale&library=alderw%69ck',
        '/v1/titles?q=whale&LIBRARY=meridian&library=alderwick',
        '/v1/titles?q=whale&library=nowhere',
        '/v1/titles?q=whale',
        '/v1/titles/0000001101',
        '/v1/titles/%30000001102',
        '/v1/titles/0000001103',
        '/v1/titles/..%2f0000001101',
        '/v1//titles/0000001101',
        '/v1/./titles/0000001101',
        '/v1/lists/500101',
        '/v1/lists/500201',
        '/v1/lists/none',
        '/v1/user_content?metadata=1',
        '/v1/user_content?title=0000001101',
        '/v1/users/1001/user_content',
        '/v1/users/1001/lists',
        '/v1/sessions/c7f1e09b42d84a6ea3d5b81f6027cc9e41d0f35a',
        '/v1/sessions/mw9TqX4zR7bLk2VnE8sHcJ5yGd0UaPf3oQ6iWt1C',
        '/v1/sessions/none',
        '/v1/nothing',
      ]) {
        statuses.add(await expectSameResponse(path, port, both.port));
      }
      expect(statuses).toEqual(new Set([200, 400, 404]));
      const search = '/v1/titles?q=whale&library=alderwick&api_key=k';
      const before = statusAndBody(await sendRequest(port, search));
      await replicas[0].stop('SIGKILL');
      for (let i = 0; i < 20; i++)
        expect(statusAndBody(await sendRequest(port, search))).toBe(before);
      await replicas[1].stop('SIGKILL');
      const { status, text, headers } = await sendRequest(port, search);
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('1');
      expect(JSON.parse(text)).toEqual({
        error: {
          message: 'server: no server of this library is available; retry after 1 s',
          request: search,
        },
      });
      expect((await sendRequest(port, '/v1/titles/0000001102?api_key=k')).status).toBe(200);
    },
  );

  it.skipIf(!hasNginx)(
    'routes requests for title ids without a common prefix or suffix, and for users of only one library (skipped without nginx)',
    async () => {
      const port = await freePort();
      const hill = await snapshot(
        'hill',
        recordsOf({
          library: { id: 'hill' },
          titles: [book('1', 'Emma'), book('a', 'Persuasion'), book('x/y', 'Sanditon')],
        }),
      );
      const harbour = await snapshot(
        'harbour',
        recordsOf({
          titles: [book('2', 'Typee'), book('A', 'Omoo'), book('"$\\', 'Mardi')],
          users: [{ id: 'ishmael', name: 'ishmael' }],
          userContent: [
            {
              user: 'ishmael',
              title: '2',
              content: [
                {
                  content_type: { id: 'comment' },
                  content_data: 'Long.',
                  updated: '2020-01-01T00:00:00Z',
                },
              ],
            },
          ],
          sessions: [{ id: 'secret', user: 'ishmael' }],
        }),
      );
      const servers = await Promise.all([serve(port, hill), serve(port, harbour)]);
      const both = await serve(port, hill, harbour);
      await nginx(port, [
        `${hill}=127.0.0.1:${servers[0].port}`,
        `${harbour}=127.0.0.1:${servers[1].port}`,
      ]);
      const statuses = new Set<number>();
      for (const path of [
        '/v1/titles/1',
        '/v1/titles/a',
        '/v1/titles/x%2Fy',
        '/v1/titles/2',
        '/v1/titles/A',
        '/v1/titles/%22$%5C',
        '/v1/titles/3',
        '/v1/user_content',
        '/v1/user_content?title=2',
        '/v1/user_content?title=1',
        '/v1/user_content?library=hill',
        '/v1/user_content?library=harbour',
        '/v1/user_content?library=nowhere',
        '/v1/users/ishmael/user_content',
        '/v1/users/ahab/lists',
        '/v1/sessions/secret',
        '/v1/lists/1',
      ]) {
        statuses.add(await expectSameResponse(path, port, both.port));
      }
      expect(statuses).toEqual(new Set([200, 404]));
    },
  );

  it.skipIf(!hasNginx)(
    'routes requests for library ids that are nginx keywords or long (skipped without nginx)',
    async () => {
      const port = await freePort();
      const ids = ['default', 'include', 'hostnames', 'volatile', 'harbour-'.repeat(9)];
      const files = await Promise.all(
        ids.map((id) =>
          snapshot(id, recordsOf({ library: { id }, titles: [book(`of-${id}`, 'Emma')] })),
        ),
      );
      const servers = await Promise.all(files.map((file) => serve(port, file)));
      const all = await serve(port, ...files);
      await nginx(
        port,
        files.map((file, i) => `${file}=127.0.0.1:${servers[i].port}`),
      );
      for (const id of ids) {
        expect(await expectSameResponse(`/v1/titles?q=emma&library=${id}`, port, all.port)).toBe(
          200,
        );
        expect(await expectSameResponse(`/v1/titles/of-${id}`, port, all.port)).toBe(200);
      }
    },
  );
});

describe('nginx with limits and TLS', () => {
  /** The address that nginx uses as the address of the client. */
  const REAL_IP = 'set_real_ip_from 127.0.0.1; real_ip_header X-Client;';

  it.skipIf(!hasNginx)(
    'returns 429 in the shape of the API for a client that exceeds the rate (skipped without nginx)',
    async () => {
      const port = await freePort();
      const file = await snapshot('harbour', recordsOf({ titles: [book('1', 'Emma')] }));
      const server = await serve(port, file);
      await nginx(port, [`${file}=127.0.0.1:${server.port}`, '--rate', '1'], REAL_IP);
      const search = '/v1/titles?q=emma&library=harbour&api_key=k';
      const send = (path: string, client: string) =>
        sendRequest(port, path, 'GET', { 'X-Client': client });
      for (const path of [search, '/v1/titles/1?api_key=k', '/v1/user_content?api_key=k']) {
        const client = `2001:db8:0:${path.length}::`;
        const statuses: number[] = [];
        for (let i = 1; i <= 6; i++) statuses.push((await send(path, `${client}${i}`)).status);
        expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
        expect(statuses).toContain(429);
        let refused = await send(path, `${client}7`);
        while (refused.status !== 429) refused = await send(path, `${client}7`);
        expect(refused.headers['retry-after']).toBe('1');
        expect(JSON.parse(refused.text)).toEqual({
          error: {
            message:
              'requests of this client: expected fewer, found more than the limit; retry after 1 s',
            request: path,
          },
        });
        expect((await send(path, `192.0.2.${path.length}`)).status).toBe(200);
      }
    },
  );

  it.skipIf(!hasNginx)(
    'serves TLS, forwards to a Unix socket, and passes the address of the client (skipped without nginx)',
    async () => {
      const directory = scratchDirectory();
      const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(directory, name));
      const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
      execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
      const port = await freePort();
      const file = await snapshot('harbour', recordsOf({ titles: [book('1', 'Emma')] }));
      const socket = join(directory, 'carrel.sock');
      const args = ['serve', file, '--api-key', 'k', '--listen', `unix:${socket}`];
      const more = ['--base-url', `https://localhost:${port}`, '--trusted-proxy', 'unix:'];
      const server = await start('carrel.js', [...args, ...more, '--log', 'info'], /Serving/);
      await nginx(
        port,
        [`${file}=unix:${socket}`, '--certificate', certificate, '--certificate-key', key],
        REAL_IP,
      );
      const logged = server.waitForLog(/"client":"[^"]*"/);
      const status = await new Promise((resolve, reject) => {
        const to = { host: '127.0.0.1', port, path: '/v1/titles/1?api_key=k' };
        const headers = { 'X-Client': '192.0.2.7', 'X-Forwarded-For': '6.6.6.6' };
        const ca = readFileSync(certificate);
        get({ ...to, headers, ca, servername: 'localhost' }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
      expect(status).toBe(200);
      expect(await logged).toBe('"client":"192.0.2.7"');
      await server.stop('SIGTERM');
    },
  );
});

const SERVER = 'expected HOST:PORT with a port from 1 to 65535, or unix:PATH';
const LISTEN = '--listen: expected a port from 1 to 65535, or an address and a port';

describe('carrel routes', () => {
  it('requires --all if more than one library has users', async () => {
    const files = await Promise.all(
      ['alderwick', 'meridian'].map((name) => snapshot(name, join(DEMO, name))),
    );
    expect(await carrel('routes', ...files.map((file, i) => `${file}=10.0.0.${i}:80`))).toEqual({
      status: 1,
      stdout: '',
      stderr: `carrel routes: --all: expected a server that has every library open, found none; the libraries 'alderwick' and 'meridian' have users, and requests for users need all of these libraries\n`,
    });
  });

  it('refuses two snapshots of the same library', async () => {
    const file = await snapshot('alderwick', join(DEMO, 'alderwick'));
    const { status, stderr } = await carrel('routes', `${file}=a:1`, `${file}=b:1`);
    expect(status).toBe(1);
    expect(stderr).toContain("expected different library ids, found 'alderwick' in both");
  });

  it.each([
    [[], 'SNAPSHOT=HOST:PORT: expected at least one, found none'],
    [['a.snapshot'], "SNAPSHOT=HOST:PORT: expected a snapshot and its servers, found 'a.snapshot'"],
    [['a.snapshot=host'], `a.snapshot: ${SERVER}, found 'host'`],
    [['a.snapshot=h:1,h;:2'], `a.snapshot: ${SERVER}, found 'h;:2'`],
    [['a.snapshot=h:0'], `a.snapshot: ${SERVER}, found 'h:0'`],
    [['a.snapshot=h:1,[::1]:65536'], `a.snapshot: ${SERVER}, found '[::1]:65536'`],
    [['a=h:1', '--all', 'h'], `--all: ${SERVER}, found 'h'`],
    [['a=unix:relative'], `a: ${SERVER}, found 'unix:relative'`],
    [['a=unix:/a;b'], `a: ${SERVER}, found 'unix:/a;b'`],
    [['a=h:1', '--rate', 'x'], "--rate: expected a whole number from 0 to 100000, found 'x'"],
    [['a=h:1', '--certificate', 'a'], '--certificate-key: expected a file for TLS, found none'],
    [['a=h:1', '--listen', '80;'], `${LISTEN}, found '80;'`],
    [['a=h:1', '--listen', '0'], `${LISTEN}, found '0'`],
    [['a=h:1', '--listen', '65536'], `${LISTEN}, found '65536'`],
    [['a=h:1', '--listen', '[::]:99999'], `${LISTEN}, found '[::]:99999'`],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await carrel('routes', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(`carrel routes: ${message}\n`);
  });
});
