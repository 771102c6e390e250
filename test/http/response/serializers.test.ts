import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastJson from 'fast-json-stringify';
import { expect, it, onTestFinished } from 'vitest';
import { serializers } from '../../../src/http/response/compiled-serializers.js';
import { OPERATIONS, type OperationName } from '../../../src/v1/operations.js';
import { compile, ROOT } from '../../cli/compiled.js';
import { openedCatalog } from '../../shared-data.js';

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

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

it('the package requires the version of fast-json-stringify that compiled it, and does not load the compiler', () => {
  compile();
  const required = readJson('package.json').dependencies['fast-json-stringify'];
  expect(required).toBe(readJson('node_modules/fast-json-stringify/package.json').version);
  const dist = join(ROOT, 'dist');
  const imported = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => readFileSync(join(dist, path), 'utf8').match(/"fast-json-stringify.*"/g));
  expect(imported).toContain('"fast-json-stringify/lib/serializer.js"');
  expect(imported).not.toContain('"fast-json-stringify"');
});

it('the serializers in the package write the same text', async () => {
  compile();
  const { openCatalog } = await import(join(ROOT, 'dist/index.js'));
  const { startServer } = await import(join(ROOT, 'dist/http/index.js'));
  const catalogs = [openCatalog(join(ROOT, 'data/alderwick'))];
  const server = await startServer({ catalogs, open: true, port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const { baseUrl } = server;
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
    const response = await fetch(`${baseUrl}${path.replace('{id}', id)}?${query}`);
    expect(await response.text()).toBe(serializers[name](body));
  }
});
