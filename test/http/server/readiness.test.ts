import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerOptions } from '../../../src/http/server/server.js';
import { startService } from '../../../src/http/server/service.js';
import type { Site } from '../../../src/http/site.js';
import { findFreePort } from '../../../src/http/workers/free-port.js';
import { buildSnapshot } from '../../../src/snapshot/file/writing/build-snapshot.js';
import { book, catalogOf, recordsOf } from '../../catalog/catalog-of.js';
import { scratchDirectory } from '../../snapshot/file/scratch-directory.js';
import { sendRequest, startTestServer } from '../test-server.js';

/**
 * Creates a site whose warm-up does not end before a promise settles. The promise is the result of `check`, which
 * is called when the warm-up of a catalog requests the paths of the site.
 */
function siteThatWaitsFor(check: () => Promise<unknown>): Site {
  let isChecking = false;
  let paths: string[] = [];
  const site: Site = () => {
    if (isChecking) paths.push('/');
    return undefined;
  };
  return Object.assign(site, {
    warmUpPaths() {
      isChecking = true;
      paths = ['/'];
      check().finally(() => {
        isChecking = false;
      });
      return paths;
    },
  });
}

const HOST = '127.0.0.1';
const OPTIONS: Omit<ServerOptions, 'port' | 'catalogs'> = { host: HOST, apiKeys: [], open: true };

async function snapshotOf(directory: string, ...titles: string[]): Promise<string> {
  const file = join(directory, 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles: titles.map((title) => book(title, title)) }), file);
  return file;
}

describe('/readyz', () => {
  it('returns 503 while a server warms up, and then 200', async () => {
    const port = await findFreePort(HOST);
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
  it('that warms up first does not listen before it is warm', async () => {
    const port = await findFreePort(HOST);
    const during: unknown[] = [];
    const site = siteThatWaitsFor(() =>
      sendRequest(port, '/healthz').catch(({ code }) => during.push(code)),
    );
    const paths = [await snapshotOf(scratchDirectory(), 'Typee')];
    const service = await startService({ ...OPTIONS, paths, port, site, warmsUpFirst: true });
    onTestFinished(() => service.close());
    expect(during).toEqual(['ECONNREFUSED']);
    expect((await sendRequest(port, '/readyz')).status).toBe(200);
  });

  it('warms up a new catalog before it replaces the old catalog', async () => {
    const port = await findFreePort(HOST);
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
