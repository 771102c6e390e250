import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import type { ServerOptions } from '../../src/server/server.js';
import { createServerListener } from '../../src/server/server-listener.js';
import { startService } from '../../src/server/service.js';
import {
  createLocalFiles,
  type LocalFiles,
} from '../../src/snapshot/file/addresses/local-files.js';
import type { Site } from '../../src/web/web-request.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { snapshotBytes } from '../snapshot/file/addresses/snapshots.js';
import { startStore } from '../snapshot/file/addresses/test-store.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const HOST = '127.0.0.1';

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const OPTIONS: Omit<ServerOptions, 'port' | 'catalogs'> = { host: HOST, apiKeys: [], open: true };

describe('/readyz', () => {
  it('returns 503 while a server warms up, and then 200', async () => {
    let isWarm = false;
    const catalogs = [catalogOf({ titles: [book('1', 'Typee')] })];
    const baseUrl = `http://${HOST}`;
    const options = {
      catalogs,
      baseUrl,
      apiKeys: [],
      open: true,
      health: true,
      isWarm: () => isWarm,
    } as const;
    const server = createHttpServer(createServerListener(options)).listen(0, HOST);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const statusOf = async (path: string) => (await sendRequest(port, path)).status;
    const warming = await sendRequest(port, '/readyz');
    expect([warming.status, JSON.parse(warming.text).status]).toEqual([503, 'warming up']);
    expect([await statusOf('/healthz'), await statusOf('/v1/titles/1')]).toEqual([200, 200]);
    isWarm = true;
    expect(await statusOf('/readyz')).toBe(200);
  });
});

describe('A service', () => {
  it('responds with 503 until its snapshot was downloaded', async () => {
    const store = await startStore();
    store.faultOf = () => ({ status: 500 });
    const port = await findFreePort();
    const address = `${store.address}a`;
    const problems: string[] = [];
    const onProblem = (message: string) => problems.push(message);
    const cacheDir = scratchDirectory();
    const local = createLocalFiles([address], { cacheDir, snapshotsMs: 20, onProblem });
    onTestFinished(local.stop);
    const site: Site = () => undefined;
    const options = { ...OPTIONS, port, local, site };
    const starting = startService({ ...options, metrics: 'all' });
    await expect.poll(() => problems).toEqual([`${address}: expected status 200, found 500`]);
    const paths = ['/healthz', '/readyz', '/v1/titles/1', '/', '/metrics'];
    const waiting = await Promise.all(paths.map((path) => sendRequest(port, path)));
    expect(waiting.map(({ status }) => status)).toEqual([200, 503, 503, 503, 200]);
    expect(JSON.parse(waiting[1].text).status).toBe('no snapshot is open');
    expect(JSON.parse(waiting[2].text).error.message).toBe(
      'server: expected an open snapshot, found none; retry after 5 s',
    );
    expect(waiting[3].headers).toMatchObject({ 'retry-after': '5' });
    const metric = `carrel_address_check_timestamp_seconds{address="${address}"} `;
    expect(waiting[4].text).toContain(`${metric}0\n`);
    store.files.set('a', await snapshotBytes('Typee'));
    store.faultOf = () => ({});
    const service = await starting;
    onTestFinished(() => service.close());
    const ready = await Promise.all(paths.map((path) => sendRequest(port, path)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200]);
    const [, checked] = ready[4].text.split(metric);
    expect(Number.parseFloat(checked)).toBeGreaterThan(1e9);
  });

  it('ends when it is stopped after a download, while the snapshot is opened', async () => {
    const store = await startStore();
    store.files.set('a', await snapshotBytes('Typee'));
    const options = { cacheDir: scratchDirectory(), onProblem() {} };
    const local = createLocalFiles([`${store.address}a`], options);
    onTestFinished(local.stop);
    const open: LocalFiles['open'] = (attempt, onWaiting) =>
      local.open(() => {
        local.stop();
        return attempt();
      }, onWaiting);
    const attempts = { ...local, open };
    const port = await findFreePort();
    const starting = startService({ ...OPTIONS, port, local: attempts });
    await expect(starting).rejects.toThrow('This operation was aborted');
  });

  it('logs and counts catalogs that are refused', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a.snapshot');
    writeFileSync(path, await snapshotBytes('Typee'));
    const local = createLocalFiles([path], { onProblem() {} });
    onTestFinished(local.stop);
    const meter = createMeter();
    const logged: string[] = [];
    const log = createLog('error', (lines) => logged.push(lines));
    const port = await findFreePort();
    const service = await startService({ ...OPTIONS, port, local, meter, log });
    onTestFinished(() => service.close());
    rmSync(path);
    await service.refresh();
    expect(meter.measurements().refusedSnapshots).toBe(1);
    const problem = `${path}: expected a snapshot file, found nothing`;
    await expect.poll(() => logged.join('')).toContain(JSON.stringify(problem));
    expect(logged.join('')).toContain('"catalog refused"');
  });
});
