import { expect, it, onTestFinished } from 'vitest';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { createLog } from '../../src/server/log.js';
import { startServer } from '../../src/server/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

it('the log omits the queries of pages, suggestions and the API if logsQueries is false, and the clients if logsClients is false', async () => {
  let lines = '';
  const log = createLog('info', (text) => {
    lines += text;
  });
  const server = await startServer({
    catalogs: [catalogOf({ titles: [book('1', 'Typee')] })],
    apiKeys: ['demo'],
    site: createKiosk({ idleMinutes: 2 }),
    log,
    logsQueries: false,
    logsClients: false,
    port: 0,
    host: '127.0.0.1',
  });
  onTestFinished(() => server.close());
  for (const path of [
    '/search?q=divorce',
    '/suggest?q=divorce',
    '/v1/titles?q=divorce&api_key=demo',
  ]) {
    await (await fetch(server.baseUrl + path)).text();
  }
  await expect.poll(() => lines.split('\n').length).toBe(4);
  expect(lines).not.toContain('divorce');
  expect(lines).not.toContain('127.0.0.1');
  expect(lines).toContain('"url":"/search"');
});
