import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { GENERATED_LIBRARY, generateTitles } from '../../bench/generated-catalog.js';
import { heldConnections } from '../../bench/serving/held-connections.js';
import { API_KEY, mixedRequests } from '../../bench/serving/mixed-requests.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { checkedLoad } from '../soak/checked-load.js';
import { acceptedAnswers } from '../soak/expected-answers.js';
import { FAILING_THREADS } from '../soak/failing-threads.js';
import { compile, start } from './compiled.js';

beforeAll(compile);

const ROUNDS = 2;

/** Opens one connection per request, and closes each connection in the middle of a request or a response. */
function disconnectEarly(baseUrl: string, requests: readonly string[]): void {
  const { hostname, port } = new URL(baseUrl);
  for (const [i, request] of requests.entries()) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    if (i % 2 === 0) {
      socket.end(`GET ${request} HTTP/1.1\r\nHost: ${hostname}\r\nX-`);
    } else {
      socket.write(`GET ${request} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(20));
      socket.once('data', () => socket.resetAndDestroy());
    }
  }
}

it.runIf(process.platform === 'linux')(
  'Every complete response is correct while files, workers and other clients fail',
  async () => {
    const directory = scratchDirectory();
    const good = [1, 2].map((seed) => join(directory, `${seed}.snapshot`));
    for (const [i, file] of good.entries()) {
      const titles = [...generateTitles(300, i + 1)];
      await buildSnapshot({ library: GENERATED_LIBRARY, titles }, file);
    }
    const served = join(directory, 'served.snapshot');
    copyFileSync(good[0], served);
    const args = ['--api-key', API_KEY, '--port', '0', '--workers', '2'];
    const server = await start('carrel.js', ['serve', served, ...args], /Serving/, FAILING_THREADS);
    const baseUrl = `http://127.0.0.1:${server.port}`;

    const catalogs = good.map((file) => openCatalog(file));
    const requests = [...new Set(catalogs.flatMap(mixedRequests))];
    const accepted = acceptedAnswers(catalogs, requests, baseUrl);
    const slow = heldConnections(baseUrl, 50);
    await expect.poll(slow.open).toBeGreaterThan(0);
    const load = checkedLoad(baseUrl, 2, accepted);

    const bytes = readFileSync(good[1]);
    // Only this request may fail when its thread ends or is blocked. On a busy machine, the requests of connections that
    // were closed early still count for the API key, so that the response is 429 for a moment.
    const fail = async (how: 'end' | 'block') => {
      const path = `/v1/titles/${how}-thread?api_key=${API_KEY}`;
      const status = async () => (await sendRequest(server.port, path)).status;
      await expect.poll(status).toBe(503);
    };
    const renameTo = (file: string) => {
      copyFileSync(file, `${served}.next`);
      renameSync(`${served}.next`, served);
    };
    // Each event, and the pause after the event in milliseconds. The server opens a changed file one to two seconds
    // after the change, unless the file changes again before that.
    const events: [() => unknown, number][] = [
      [() => writeFileSync(served, bytes.subarray(0, bytes.length / 2)), 300],
      [() => disconnectEarly(baseUrl, requests.slice(0, 40)), 100],
      [() => writeFileSync(served, 'nothing of the kind'), 300],
      [() => copyFileSync(good[1], served), 300],
      [() => fail('end'), 100],
      [() => fail('block'), 100],
      [() => renameTo(good[0]), 2500],
      [() => server.signal('SIGHUP'), 100],
      [() => renameTo(good[1]), 300],
    ];
    const refused = server.waitForLog(/catalog refused/);
    writeFileSync(served, bytes.subarray(0, bytes.length / 3));
    await refused;
    for (let round = 0; round < ROUNDS; round++) {
      for (const [cause, pause] of events) {
        await cause();
        await delay(pause);
      }
    }
    await load.stop();
    slow.end();
    const { stderr, status } = await server.stop('SIGTERM');
    expect(load.counts.wrong).toEqual([]);
    expect(load.counts.right).toBeGreaterThan(100);
    expect(status).toBe(0);
    expect(stderr).toContain('worker exited');
  },
  300_000,
);
