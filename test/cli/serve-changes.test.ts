import { appendFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { applyChanges, getTitle, openCatalog, searchTitles } from '../../src/index.js';
import type { Change } from '../../src/snapshot/changes/change.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { makeBatch, type RecordArrays, readRecords } from '../snapshot/changes/naive-source.js';
import { batch } from '../snapshot/changes/random-changes.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { FAILING_THREADS } from '../soak/failing-threads.js';
import { compile, type Running, start } from './compiled.js';

beforeAll(compile);

const QUERIES = ['*', 'moby', 'whale', 'the white whale', 'sea', 'emma'];

/** Starts a server of a snapshot that follows a changes file. */
function serve(snapshot: string, changes: string, ...args: string[]): Promise<Running> {
  const options = ['--api-key', 'k', '--port', '0', '--changes', changes];
  return start('carrel.js', ['serve', snapshot, ...options, ...args], /Serving/);
}

async function answer({ port }: Running, path: string): Promise<unknown> {
  return JSON.parse((await sendRequest(port, path)).text);
}

/** Waits until the server has applied all bytes of a file. */
async function waitUntilRead(server: Running, changes: string): Promise<void> {
  const { size } = statSync(changes);
  const read = async () => {
    const { snapshots } = (await answer(server, '/readyz')) as {
      snapshots: { changes: { bytes: number } }[];
    };
    return snapshots.map((snapshot) => snapshot.changes.bytes);
  };
  await expect.poll(read, { interval: 100 }).toEqual([size]);
}

/** Expects a server to answer searches and requests for titles as a catalog does. */
async function expectSameAnswers(server: Running, catalog: Catalog): Promise<void> {
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const { id: library } = catalog.library;
  for (const q of QUERIES) {
    const params = new URLSearchParams({ q, library, metadata: '1', api_key: 'k' });
    const expected = searchTitles([catalog], params, { baseUrl });
    expect(await answer(server, `/v1/titles?${params}`)).toEqual(
      JSON.parse(JSON.stringify(expected)),
    );
  }
  const step = Math.ceil(catalog.titles.size / 40);
  for (let number = 0; number < catalog.titles.size; number += step) {
    const id = catalog.titles.id(number);
    const expected = getTitle([catalog], id, {}, { baseUrl });
    const path = `/v1/titles/${encodeURIComponent(id)}?api_key=k`;
    expect(await answer(server, path)).toEqual(JSON.parse(JSON.stringify(expected)));
  }
}

async function demoFiles() {
  const directory = scratchDirectory();
  const snapshot = join(directory, 'alderwick.snapshot');
  await buildSnapshot(join(DEMO, 'alderwick'), snapshot);
  return { snapshot, changes: join(directory, 'changes.jsonl') };
}

function linesOf(changes: readonly Change[]): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join('');
}

const PUT: Change = { op: 'put', kind: 'titles', record: book('n1', 'Zyzzyva of the day') };
const HOLDINGS: Change = {
  op: 'holdings',
  title: '0000001101',
  holdings: [{ branch: 'MAIN', status: 'ON_ORDER', call_number: 'F MEL' }],
};

describe('carrel serve --changes', () => {
  it('answers like a rebuilt catalog after the process is killed at any moment', async () => {
    const { snapshot, changes } = await demoFiles();
    let records: RecordArrays = readRecords(join(DEMO, 'alderwick'));
    const applied: Change[] = [];
    writeFileSync(changes, '');
    for (const makers of fc.sample(fc.array(batch, { minLength: 3, maxLength: 6 }), 6)) {
      const server = await serve(snapshot, changes);
      for (const some of makers) {
        const made = makeBatch(records, some);
        records = made.changed;
        applied.push(...made.changes);
        const text = Buffer.from(linesOf(made.changes));
        const cut = Math.floor(text.length / 3);
        appendFileSync(changes, text.subarray(0, cut));
        await delay(applied.length % 200);
        appendFileSync(changes, text.subarray(cut));
      }
      await delay((applied.length * 37) % 400);
      await server.stop('SIGKILL');
    }
    const server = await serve(snapshot, changes);
    await waitUntilRead(server, changes);
    await expectSameAnswers(server, applyChanges(openCatalog(snapshot), applied));
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it('applies changes in every worker, and in a worker that replaces another', async () => {
    const { snapshot, changes } = await demoFiles();
    writeFileSync(changes, linesOf([HOLDINGS]));
    const args = ['--api-key', 'k', '--port', '0', '--changes', changes, '--workers', '2'];
    const server = await start(
      'carrel.js',
      ['serve', snapshot, ...args],
      /Serving/,
      FAILING_THREADS,
    );
    appendFileSync(changes, linesOf([PUT]));
    // Requests at the same time are answered by all workers.
    const statuses = () =>
      Promise.all(
        [1, 2, 3, 4].map(
          async () => (await sendRequest(server.port, '/v1/titles/n1?api_key=k')).status,
        ),
      );
    await expect.poll(statuses).toEqual([200, 200, 200, 200]);
    const changed = applyChanges(openCatalog(snapshot), [HOLDINGS, PUT]);
    await expectSameAnswers(server, changed);
    for (let i = 0; i < 2; i++) {
      expect((await sendRequest(server.port, '/v1/titles/end-thread?api_key=k')).status).toBe(503);
    }
    await expectSameAnswers(server, changed);
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'prepares changes in a thread of lower priority than the threads that answer',
    async () => {
      const { snapshot, changes } = await demoFiles();
      const server = await serve(snapshot, changes, '--workers', '2');
      appendFileSync(changes, linesOf([PUT]));
      await waitUntilRead(server, changes);
      const threads = readdirSync(`/proc/${server.pid}/task`).map(Number);
      const own = getPriority();
      expect(getPriority(server.pid)).toBe(own);
      const lower = threads.map((thread) => getPriority(thread)).filter((nice) => nice !== own);
      expect(lower).toEqual([Math.min(own + 5, 19)]);
      expect((await server.stop('SIGTERM')).status).toBe(0);
    },
  );

  it('applies a new file and a new snapshot, and logs lines that it skips', async () => {
    const { snapshot, changes } = await demoFiles();
    const server = await serve(snapshot, changes, '--log', 'info', '--allow-library-change');
    const skipped = server.waitForLog(/.*"event":"change skipped".*\n/);
    appendFileSync(changes, `${linesOf([PUT])}garbage\n`);
    expect(JSON.parse(await skipped)).toMatchObject({
      level: 'error',
      reason: `${changes}:2: expected a JSON object, found text that is not JSON`,
    });
    await waitUntilRead(server, changes);
    renameSync(changes, `${changes}.1`);
    appendFileSync(changes, linesOf([HOLDINGS]));
    await waitUntilRead(server, changes);
    await expectSameAnswers(server, applyChanges(openCatalog(snapshot), [HOLDINGS]));
    const replaced = server.waitForLog(/"event":"catalog replaced"/);
    await buildSnapshot(join(DEMO, 'meridian'), snapshot);
    appendFileSync(changes, linesOf([PUT]));
    await replaced;
    await waitUntilRead(server, changes);
    await expectSameAnswers(server, applyChanges(openCatalog(snapshot), [HOLDINGS, PUT]));
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });
});
