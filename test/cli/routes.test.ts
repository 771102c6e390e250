import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/build-snapshot.js';
import type { SourceRecords } from '../../src/snapshot/source/source.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { type Reply, sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { carrel, compile, type Running, start } from './compiled.js';
import { freePort } from './free-port.js';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;

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
async function nginx(port: number, ...args: string[]): Promise<ChildProcess> {
  const { status, stdout, stderr } = await carrel(
    'routes',
    ...args,
    '--listen',
    `127.0.0.1:${port}`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const directory = scratchDirectory();
  writeFileSync(join(directory, 'carrel.conf'), stdout);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].filter((kind) =>
    execFileSync('sh', ['-c', 'nginx -V 2>&1'])
      .toString()
      .includes(`--http-${kind.replace('_', '-')}-temp-path`),
  );
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off;
pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
events {}
http {
${temporary.map((kind) => `  ${kind}_temp_path ${directory}/${kind};`).join('\n')}
  include carrel.conf;
}
`,
  );
  const child = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGTERM');
  });
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx: exited early: ${errors}`);
    const isListening = await sendRequest(port, '/').then(
      () => true,
      () => false,
    );
    if (isListening) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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
      await nginx(
        port,
        `${alderwick}=${hosts(...replicas)}`,
        `${meridian}=${hosts(other)}`,
        '--all',
        hosts(both),
      );
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
      await nginx(
        port,
        `${hill}=127.0.0.1:${servers[0].port}`,
        `${harbour}=127.0.0.1:${servers[1].port}`,
      );
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
      await nginx(port, ...files.map((file, i) => `${file}=127.0.0.1:${servers[i].port}`));
      for (const id of ids) {
        expect(await expectSameResponse(`/v1/titles?q=emma&library=${id}`, port, all.port)).toBe(
          200,
        );
        expect(await expectSameResponse(`/v1/titles/of-${id}`, port, all.port)).toBe(200);
      }
    },
  );
});

const SERVER = 'expected HOST:PORT with a port from 1 to 65535';
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
