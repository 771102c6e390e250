import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { compile, type Running, start } from '../cli/compiled.js';
import { freePort } from '../cli/free-port.js';
import { configured, hasNginx, startNginx } from '../cli/nginx.js';
import { type Reply, sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

/** Whether a missing nginx fails the tests. In CI, no test may be skipped. */
const mustHaveNginx = process.env.CARREL_NGINX === '1';

beforeAll(compile);

async function buildDemo(name: string): Promise<string> {
  const file = join(scratchDirectory(), `${name}.snapshot`);
  await buildSnapshot(join(DEMO, name), file);
  return file;
}

async function buildOneTitle(): Promise<string> {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles: [book('1', 'Emma')] }), file);
  return file;
}

/** Starts a server of snapshots. The links in its responses begin with the address of nginx. */
async function serve(nginxPort: number, ...files: string[]): Promise<Running> {
  const port = await freePort();
  const links = `http://127.0.0.1:${nginxPort}`;
  const args = ['--api-key', 'k', '--port', String(port), '--base-url', links];
  return { ...(await start('carrel.js', ['serve', ...files, ...args], /Serving/)), port };
}

/** The address that nginx uses as the address of the client. */
const REAL_IP = 'set_real_ip_from 127.0.0.1; real_ip_header X-Client;';

const statusAndBody = ({ status, text }: Reply) => `${status} ${text}`;

it.runIf(mustHaveNginx)('nginx is installed in CI', () => {
  expect(hasNginx).toBe(true);
});

it.skipIf(!hasNginx)(
  'nginx in front of several libraries responds like one server of all, even after a replica has stopped (skipped without nginx)',
  async () => {
    const port = await freePort();
    const [alderwick, meridian] = await Promise.all(['alderwick', 'meridian'].map(buildDemo));
    const replicas = await Promise.all([serve(port, alderwick), serve(port, alderwick)]);
    const other = await serve(port, meridian);
    const both = await serve(port, alderwick, meridian);
    const servers = {
      every_library: [`127.0.0.1:${both.port}`],
      alderwick: replicas.map((replica) => `127.0.0.1:${replica.port}`),
      meridian: [`127.0.0.1:${other.port}`],
    };
    await startNginx(port, configured(`127.0.0.1:${port}`, servers));
    const statuses = new Set<number>();
    for (const path of [
      '/v1/titles?q=whale&library=alderwick&metadata=1',
      '/v1/titles?metadata=1&q=*&limit=100&library=meridian',
      '/v1/titles?q=whale&library=alderw%69ck',
      '/v1/titles?q=whale&LIBRARY=meridian&library=alderwick',
      '/v1/titles?q=whale&library=nowhere',
      '/v1/titles?q=whale&library=default',
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
      const target = `${path}${path.includes('?') ? '&' : '?'}api_key=k`;
      const [routed, direct] = await Promise.all(
        [port, both.port].map((to) => sendRequest(to, target)),
      );
      expect(statusAndBody(routed), path).toBe(statusAndBody(direct));
      statuses.add(direct.status);
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
  'nginx in front of servers that each have one library finds a title by trying (skipped without nginx)',
  async () => {
    const port = await freePort();
    const files = await Promise.all(['alderwick', 'meridian'].map(buildDemo));
    const servers = await Promise.all(files.map((file) => serve(port, file)));
    const every_library = servers.map((server) => `127.0.0.1:${server.port}`);
    await startNginx(port, configured(`127.0.0.1:${port}`, { every_library }));
    for (const id of ['0000001101', '0000001102', '0000001102']) {
      expect((await sendRequest(port, `/v1/titles/${id}?api_key=k`)).status).toBe(200);
    }
    expect((await sendRequest(port, '/v1/titles/none?api_key=k')).status).toBe(404);
  },
);

it.skipIf(!hasNginx)(
  'nginx returns 429 in the shape of the API for a client that exceeds the rate (skipped without nginx)',
  async () => {
    const port = await freePort();
    const server = await serve(port, await buildOneTitle());
    const every_library = [`127.0.0.1:${server.port}`];
    const servers = configured(`127.0.0.1:${port}`, { every_library })
      .replace('rate=50r/s', 'rate=1r/s')
      .replace('burst=100', 'burst=2');
    await startNginx(port, `${servers}\n${REAL_IP}`);
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
  'nginx serves TLS, forwards to a Unix socket, and passes the address of the client (skipped without nginx)',
  async () => {
    const directory = scratchDirectory();
    const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(directory, name));
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
    const port = await freePort();
    const socket = join(directory, 'carrel.sock');
    const args = ['serve', await buildOneTitle(), '--api-key', 'k', '--listen', `unix:${socket}`];
    const more = ['--base-url', `https://localhost:${port}`, '--trusted-proxy', 'unix:'];
    const server = await start('carrel.js', [...args, ...more, '--log', 'info'], /Serving/);
    const tls = configured(`127.0.0.1:${port} ssl`, { every_library: [`unix:${socket}`] })
      .replaceAll(/^( *)# (?=ssl_)/gm, '$1')
      .replace('/etc/ssl/catalog.pem', certificate)
      .replace('/etc/ssl/catalog.key', key);
    await startNginx(port, `${tls}\n${REAL_IP}`);
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
