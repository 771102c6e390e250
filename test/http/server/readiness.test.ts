import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerOptions } from '../../../src/http/server/server.js';
import { startService } from '../../../src/http/server/service.js';
import { createLocalFiles } from '../../../src/snapshot/file/addresses/local-files.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import type { Site } from '../../../src/web/site.js';
import { book, catalogOf, recordsOf } from '../../catalog/catalog-of.js';
import { snapshotBytes } from '../../snapshot/file/addresses/snapshots.js';
import { startStore } from '../../snapshot/file/addresses/test-store.js';
import { scratchDirectory } from '../../snapshot/file/scratch-directory.js';
import { sendRequest, startTestServer } from '../test-server.js';

/**
 * Creates a site whose warm-up does not end before a promise settles. The promise is the result of `check`, which
 * is called when the structures of the site are prepared for a catalog.
 */
function siteThatWaitsFor(check: () => Promise<unknown>): Site {
  const site: Site = () => undefined;
  return Object.assign(site, {
    *prepareInSteps() {
      let isChecking = true;
      check().finally(() => {
        isChecking = false;
      });
      while (isChecking) yield;
    },
  });
}

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

async function snapshotOf(directory: string, ...titles: string[]): Promise<string> {
  const file = join(directory, 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles: titles.map((title) => book(title, title)) }), file);
  return file;
}

describe('/readyz', () => {
  it('returns 503 while a server warms up, and then 200', async () => {
    const port = await findFreePort();
    const during: unknown[] = [];
    const site = siteThatWaitsFor(async () => {
      const { status, text } = await sendRequest(port, '/readyz');
      const health = await sendRequest(port, '/healthz');
      const title = await sendRequest(port, '/v1/titles/1');
      during.push(status, JSON.parse(text).status, health.status, title.status);
    });
    const catalogs = [catalogOf({ titles: [book('1', 'Typee')] })];
    const { send } = await startTestServer(catalogs, { open: true, site, port });
    expect(during).toEqual([503, 'warming up', 200, 200]);
    expect((await send('/readyz')).status).toBe(200);
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
    const starting = startService({ ...OPTIONS, paths: [], port, local, site, metrics: 'all' });
    await expect.poll(() => problems).toEqual([`${address}: expected status 200, found 500`]);
    const paths = ['/healthz', '/readyz', '/v1/titles/1', '/', '/metrics'];
    const waiting = await Promise.all(paths.map((path) => sendRequest(port, path)));
    expect(waiting.map(({ status }) => status)).toEqual([200, 503, 503, 503, 200]);
    expect(JSON.parse(waiting[1].text).status).toBe('no snapshot is open');
    expect(JSON.parse(waiting[2].text).error.message).toBe(
      'server: expected an open snapshot, found none; retry after 5 s',
    );
    expect(waiting[3].headers).toMatchObject({ 'retry-after': '5', refresh: '5' });
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

  it.each(['opened', 'warmed up'])(
    'ends when it is stopped after a download, while the snapshot is %s',
    async (when) => {
      const store = await startStore();
      store.files.set('a', await snapshotBytes('Typee'));
      const options = { cacheDir: scratchDirectory(), onProblem() {} };
      const local = createLocalFiles([`${store.address}a`], options);
      onTestFinished(local.stop);
      const attempts = {
        ...local,
        open: <T>(attempt: () => Promise<T>, onWaiting?: () => Promise<void>) =>
          local.open(() => {
            if (when === 'opened') local.stop();
            return attempt();
          }, onWaiting),
      };
      const site = siteThatWaitsFor(() => {
        local.stop();
        return new Promise((resolve) => onTestFinished(() => resolve(undefined)));
      });
      const port = await findFreePort();
      const starting = startService({ ...OPTIONS, paths: [], port, local: attempts, site });
      await expect(starting).rejects.toThrow('This operation was aborted');
    },
  );

  it('warms up a new catalog before it replaces the old catalog', async () => {
    const port = await findFreePort();
    const titles: number[] = [];
    const readTitles = async () => {
      const { text } = await sendRequest(port, '/readyz');
      titles.push(JSON.parse(text).snapshots[0].titles);
    };
    const directory = scratchDirectory();
    const paths = [await snapshotOf(directory, 'Typee')];
    const site = siteThatWaitsFor(readTitles);
    const service = await startService({ ...OPTIONS, paths, port, site });
    onTestFinished(() => service.close());
    await snapshotOf(directory, 'Typee', 'Omoo');
    expect((await service.refresh(paths)).replaced).toMatchObject([{ titles: 2 }]);
    await readTitles();
    expect(titles).toEqual([1, 1, 2]);
  });
});
