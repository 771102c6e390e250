import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastJson from 'fast-json-stringify';
import { expect, it, onTestFinished } from 'vitest';
import { OPERATIONS, type OperationName } from '../../src/v1/operations.js';
import { serializers } from '../../src/web/serializers.js';
import { compile, ROOT } from '../cli/compiled.js';
import { openedCatalog } from '../shared-data.js';

const CONTEXT = { baseUrl: 'https://"api".example.org/\\' };

it.for<[OperationName, id: string, query: string]>([
  ['searchTitles', '', 'q=*&library=alderwick&metadata=1&utm="\\&locale=zh-CN'],
  ['searchTitles', '', 'q=*&library=alderwick&limit=100'],
  ['listUserContent', '', 'metadata=1&locale=ru-RU'],
  ['listContentOfUser', '1001', 'metadata=1'],
  ['listListsOfUser', '1008', 'metadata=1'],
])(
  'the serializer of %s writes the same text as its schema compiled without changes: %s %s',
  ([name, id, query]) => {
    const { response, run } = OPERATIONS[name];
    const compiled = fastJson(response as unknown as Parameters<typeof fastJson>[0]);
    const { body } = run([openedCatalog('alderwick')], id, new URLSearchParams(query), CONTEXT);
    expect(serializers[name](body)).toBe(compiled(body));
  },
);

it('the package contains the code of the serializers, and does not load fast-json-stringify', () => {
  compile();
  const dist = join(ROOT, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(join(dist, path), 'utf8'));
  expect(files.some((text) => text.includes('does not match schema definition'))).toBe(true);
  expect(files.filter((text) => /from ?["']fast-json-stringify/.test(text))).toEqual([]);
});

it('a server and a fetch handler of the package write the text of the serializers', async () => {
  compile();
  const { openCatalog } = await import(join(ROOT, 'dist/index.js'));
  const { startServer } = await import(join(ROOT, 'dist/server/index.js'));
  const { createFetchHandler } = await import(join(ROOT, 'dist/browser/index.js'));
  const catalogs = [openCatalog(join(ROOT, 'data/alderwick'))];
  const server = await startServer({ catalogs, open: true, port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { baseUrl } = server;
  const handle = createFetchHandler({ catalogs });
  for (const [name, id, query] of [
    ['searchTitles', '', 'q=*&library=alderwick&metadata=1'],
    ['getTitle', openedCatalog('alderwick').titles.id(0), ''],
    ['listUserContent', '', 'library=alderwick'],
    ['listContentOfUser', '1001', ''],
    ['listListsOfUser', '1008', ''],
  ] as const) {
    const { path, run } = OPERATIONS[name];
    const params = new URLSearchParams(query);
    const { body } = run([openedCatalog('alderwick')], id, params, { baseUrl });
    const url = `${baseUrl}${path.replace('{id}', id)}?${query}`;
    const headers = { 'accept-encoding': 'identity' };
    const served = await fetch(url, { headers });
    const handled = handle(new Request(url));
    expect(handled.headers.get('etag')).toBe(served.headers.get('etag'));
    for (const response of [served, handled]) {
      expect(await response.text()).toBe(serializers[name](body));
    }
  }
});
