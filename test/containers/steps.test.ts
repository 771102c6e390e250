import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { compile, ROOT } from '../cli/compiled.js';
import { freePort } from '../cli/free-port.js';
import { configured, hasNginx, startNginx } from '../cli/nginx.js';
import { sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { buildImage, type ContainerImage } from './container-image.js';
import {
  type ContainerOptions,
  canMount,
  runInContainer,
  startInContainer,
} from './container-root.js';
import { startObjectStore } from './object-store.js';

const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(ROOT, 'docs/containers', file), 'utf8');
const manifestsOf = (file: string) =>
  parseAllDocuments(read(`kubernetes/${file}`), { merge: true }).map((document) => document.toJS());

let image: ContainerImage;

beforeAll(async () => {
  if (!canMount) return;
  compile();
  image = await buildImage(directory);
}, 120_000);

/** Starts a container that runs `carrel` with these arguments. */
function startCarrel(args: readonly string[], options: ContainerOptions): ChildProcess {
  const env = { ...image.env, ...options.env };
  const command = [...image.entrypoint, ...args];
  const child = startInContainer(image.root, command, { ...options, env, isReadOnly: true });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Waits until a server responds with status 200. Throws if the server exits first. */
async function waitFor200(child: ChildProcess, port: number, path: string): Promise<void> {
  const status = async () => {
    if (child.exitCode !== null) return `exit status ${child.exitCode}: ${child.stderr?.read()}`;
    return sendRequest(port, path).then(
      (reply) => reply.status,
      () => 'no connection',
    );
  };
  await expect.poll(status, { interval: 100 }).toBe(200);
}

describe.skipIf(!canMount)('The steps for containers (skipped without mount namespaces)', () => {
  it.skipIf(!hasNginx)(
    'start two servers and nginx, which answer while one of them stops (skipped without nginx)',
    async () => {
      const { services } = parse(read('compose.yaml'), { merge: true });
      const srv = scratchDirectory();
      await buildSnapshot(join(DEMO, 'alderwick'), join(srv, 'branch.snapshot'));
      const env = { CARREL_API_KEYS: 'secret' };
      const servers = new Map<string, { port: number; child: ChildProcess }>();
      for (const name of ['carrel-1', 'carrel-2']) {
        const { command, volumes } = services[name];
        expect(volumes).toEqual(['./srv:/srv/carrel:ro']);
        const port = await freePort();
        const child = startCarrel([...command, `--port=${port}`], {
          env,
          // Each container has its own volume for the cache directory.
          volumes: { '/srv/carrel': srv, '/var/cache/carrel': scratchDirectory() },
        });
        servers.set(name, { port, child });
      }
      for (const { child, port } of servers.values()) await waitFor200(child, port, '/readyz');

      const port = await freePort();
      const every_library = [...servers.values()].map((server) => `127.0.0.1:${server.port}`);
      await startNginx(port, configured(`127.0.0.1:${port}`, { every_library }));
      const search = '/v1/titles?q=whale&library=alderwick&api_key=secret';
      expect((await sendRequest(port, search)).status).toBe(200);

      servers.get('carrel-1')?.child.kill('SIGTERM');
      for (let i = 0; i < 20; i++) expect((await sendRequest(port, search)).status).toBe(200);
    },
  );

  it('check the health of a server', async () => {
    const port = await freePort();
    const srv = scratchDirectory();
    await buildSnapshot(join(DEMO, 'alderwick'), join(srv, 'branch.snapshot'));
    const check = () => {
      const command = image.healthCheck.map((word) => word.replace('8080', String(port)));
      return runInContainer(image.root, command, { env: image.env });
    };
    await expect(check()).rejects.toThrow('exit status 1');
    const args = ['serve', '/srv/branch.snapshot', '--open', `--port=${port}`];
    const child = startCarrel(args, { volumes: { '/srv': srv } });
    await waitFor200(child, port, '/readyz');
    await check();
  });

  it('publish a signed snapshot every night, and serve it', async () => {
    const store = await startObjectStore();
    const [{ spec }] = manifestsOf('publish.yaml');
    const { containers, initContainers, volumes } = spec.jobTemplate.spec.template.spec;
    expect(volumes.map(({ name }: { name: string }) => name)).toEqual(['work', 'library', 'key']);
    const files: Record<string, string> = {};
    for (const name of ['work', 'library', 'key']) {
      files[`/${name}`] = join(scratchDirectory(), name);
      mkdirSync(files[`/${name}`]);
    }
    const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeFileSync(join(files['/key'], 'private.pem'), privateKey);
    const library = readFileSync(join(DEMO, 'harbour.library.json'));
    writeFileSync(join(files['/library'], 'library.json'), library);
    store.objects.set('/export.mrc', readFileSync(join(DEMO, 'harbour.mrc')));

    const publish = async () => {
      for (const { command, args, env = [], workingDir } of [...initContainers, ...containers]) {
        const values = env.map(({ name, value }: { name: string; value: string }) => [
          name,
          value.replace(/^https:\/\/[^/]*/, store.address),
        ]);
        await runInContainer(image.root, command ?? [...image.entrypoint, ...args], {
          cwd: workingDir,
          env: { ...image.env, ...Object.fromEntries(values) },
          volumes: files,
        });
      }
    };
    await publish();
    await publish();
    expect([...store.objects.keys()]).toEqual([
      '/export.mrc',
      '/branch.snapshot.sig',
      '/branch.snapshot',
    ]);

    const [{ data }, deployment] = manifestsOf('serve.yaml');
    const [container] = deployment.spec.template.spec.containers;
    const [port, monitoring] = [await freePort(), await freePort()];
    const trust = scratchDirectory();
    writeFileSync(join(trust, 'public.pem'), publicKey);
    const snapshot = data.SNAPSHOT.replace(/^https:\/\/[^/]*/, store.address);
    const args = container.args.map((arg: string) =>
      arg
        .replace('$(SNAPSHOT)', snapshot)
        .replace(/\$\((\w+)\)/, (_, name) => data[name])
        .replace(':9090', `:${monitoring}`),
    );
    const child = startCarrel([...args, `--port=${port}`], {
      env: { CARREL_API_KEYS: 'secret' },
      volumes: { '/trust': trust, '/var/cache/carrel': scratchDirectory() },
    });
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      await waitFor200(child, monitoring, container[probe].httpGet.path);
    }
    const search = '/v1/titles?q=harbour&library=harbour&api_key=secret';
    expect((await sendRequest(port, search)).status).toBe(200);
    expect((await sendRequest(port, '/metrics')).status).toBe(404);
    expect((await sendRequest(monitoring, '/metrics')).status).toBe(200);

    child.kill('SIGTERM');
    const { path } = container.readinessProbe.httpGet;
    await expect.poll(() => sendRequest(monitoring, path).then((reply) => reply.status)).toBe(503);
  });
});
