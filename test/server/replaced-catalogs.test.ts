import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { createMeter } from '../../src/server/meter.js';
import { openReplaceableCatalogs } from '../../src/snapshot/file/replaceable-catalogs.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { createApi } from '../../src/v1/create-api.js';
import { book, catalogOf, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest, startTestServer } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function typee(): Catalog {
  return catalogOf({ titles: [book('1', 'Typee')] });
}

/** Waits until objects are garbage collected. */
async function expectCollected(objects: readonly WeakRef<object>[]): Promise<void> {
  const isCollected = () => {
    collectGarbage();
    return objects.every((object) => object.deref() === undefined);
  };
  await expect.poll(isCollected).toBe(true);
}

it('A server releases a replaced catalog before it receives the next request', async () => {
  let catalogs = [typee()];
  const { port } = await startTestServer(() => catalogs, {
    monitoring: { host: '127.0.0.1', port: 0 },
    site: createKiosk(),
  });
  for (const path of ['/v1/titles/1?api_key=demo', '/item/show/1', '/readyz', '/metrics']) {
    expect((await sendRequest(port, path)).status).toBe(200);
  }
  const replaced = new WeakRef(catalogs[0].titles);
  catalogs = [catalogOf({ titles: [book('1', 'Omoo')] })];
  await expectCollected([replaced]);
  expect((await sendRequest(port, '/v1/titles/1?api_key=demo')).text).toContain('Omoo');
});

it('The functions of createApi release a replaced catalog before the next call', async () => {
  let catalogs = [typee()];
  const api = createApi({ catalogs: () => catalogs, baseUrl: 'http://localhost' });
  expect(api.search({ q: 'typee', library: 'harbour' }).hits).toHaveLength(1);
  const replaced = new WeakRef(catalogs[0].titles);
  catalogs = [catalogOf({ titles: [book('1', 'Omoo')] })];
  await expectCollected([replaced]);
});

it('openReplaceableCatalogs releases a replaced catalog before it returns the next', async () => {
  const path = `${scratchDirectory()}/harbour.snapshot`;
  await buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), path);
  const files = await openReplaceableCatalogs([path], { opensInCallingThread: true });
  const replaced = new WeakRef(files.current()[0].titles);
  await buildSnapshot(recordsOf({ titles: [book('1', 'Omoo')] }), path);
  expect((await files.refresh([path])).replaced).toHaveLength(1);
  await expectCollected([replaced]);
  await files.close();
});

it('The cache keeps responses after the array of their catalogs was garbage collected', async () => {
  const catalog = typee();
  const arrays: WeakRef<object>[] = [];
  const meter = createMeter();
  const { port } = await startTestServer(
    () => {
      const array = [catalog];
      arrays.push(new WeakRef(array));
      return array;
    },
    { meter },
  );
  await sendRequest(port, '/v1/titles/1?api_key=demo');
  await expectCollected(arrays);
  const { hits } = meter.cache;
  await sendRequest(port, '/v1/titles/1?api_key=demo');
  expect(meter.cache.hits).toBe(hits + 1);
});
