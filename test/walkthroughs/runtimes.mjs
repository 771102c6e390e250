// Builds, opens and serves a catalog with each part of the package, in any JavaScript runtime. The last line that it
// prints is the number of titles, or the error of the pages if their files are missing.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyChanges, buildSnapshot, openCatalogs, SnapshotError, searchTitles } from 'carrel';
import { openCatalog } from 'carrel/browser';
import { createKiosk } from 'carrel/kiosk';
import { startServer } from 'carrel/server';

const library = { id: 'harbour', name: 'Harbour Library', snapshot_date: '2026-11-01T00:00:00Z' };
const book = (number) => ({ id: `${number}`, title: `Volume ${number}`, format: { id: 'BK' } });
// More titles than a segment has, so that threads index them.
const titles = Array.from({ length: 6000 }, (_, number) => book(number));
// A response that is longer than the buffers of a connection.
titles[0].contents = Array.from({ length: 200_000 }, (_, number) => `Chapter ${number} of the sea`);
const context = { baseUrl: 'https://api.example.org' };
const params = { q: 'volume', library: 'harbour' };

async function main() {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-runtimes-'));
  try {
    await use(join(directory, 'harbour.snapshot'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function use(file) {
  await buildSnapshot({ library, titles }, file, { threads: 2 });
  await assert.rejects(openCatalogs([`${file}.old`]), (error) => {
    assert(error instanceof SnapshotError);
    assert.deepEqual([error.path, error.code], [`${file}.old`, 'not_found']);
    return true;
  });
  const set = await openCatalogs([file]);
  const [catalog] = set.current();
  assert.equal(searchTitles([catalog], params, context).count, 6000);
  assert.equal(searchTitles([openCatalog(readFileSync(file))], params, context).count, 6000);
  const changed = applyChanges(catalog, [{ op: 'delete', kind: 'titles', id: '1' }]);
  assert.equal(searchTitles([changed], params, context).count, 5999);
  let site;
  let output = '6000';
  try {
    site = createKiosk();
  } catch (error) {
    output = error.message;
  }
  const server = await startServer({
    catalogs: [catalog],
    open: true,
    host: '127.0.0.1',
    port: 0,
    ...(site && { site }),
  });
  const address = `http://127.0.0.1:${server.port}`;
  const search = await fetch(`${address}/v1/titles?q=volume&library=harbour&metadata=1`);
  assert.deepEqual([search.status, (await search.json()).count], [200, 6000]);
  if (site) assert.equal((await fetch(`${address}/search?q=volume`)).status, 200);
  const response = await new Promise((resolve, reject) => {
    get(`${address}/v1/titles/0`, resolve).on('error', reject);
  });
  const closed = server.close();
  let length = 0;
  for await (const chunk of response) length += chunk.length;
  assert.equal(length, Number(response.headers['content-length']));
  await closed;
  await assert.rejects(fetch(`${address}/healthz`));
  await set[Symbol.asyncDispose]();
  process.stdout.write(`${output}\n`);
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
