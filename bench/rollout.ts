import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSnapshot } from '../src/index.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { inScratchDirectory, machineLine, write } from './machine.js';
import { readOptions } from './read-options.js';
import { API_KEY } from './serving/mixed-requests.js';
import { type ServedProcess, serveSnapshot } from './serving/served-process.js';

const HELP = `npm run bench:rollout -- [OPTIONS]

Starts several servers that download one snapshot by its address, replaces the snapshot in
the store, and sends SIGHUP to all servers. Measures the time until each server answers from
the new snapshot, while it answers searches. All servers, the store and the client run on
this machine.

Exits with status 1 when a search has a status other than 200.

  --servers N  servers (default: 20)
  --titles N   titles of each generated catalog (default: 85000, a snapshot of 34 MB)
  --help       print this help
`;

/** The time between two searches of a server. */
const SEARCH_MS = 200;
/** The time between two reads of the metrics of a server. */
const POLL_MS = 100;

const values = readOptions(HELP, { servers: '20', titles: '85000' });
process.exitCode = await inScratchDirectory(measure);

async function measure(directory: string): Promise<number> {
  const [before, after] = [1, 2].map((seed) => join(directory, `${seed}.snapshot`));
  for (const [i, snapshot] of [before, after].entries()) {
    const titles = generateTitles(Number(values.titles), i + 1);
    await buildSnapshot({ library: GENERATED_LIBRARY, titles }, snapshot);
  }
  const store = await startStore(before);
  const servers: ServedProcess[] = [];
  const stopping = new AbortController();
  try {
    for (let i = 0; i < Number(values.servers); i++) {
      const cache = join(directory, `cache-${i}`);
      servers.push(await serveSnapshot(store.address, ['--cache-dir', cache], {}, 'pipe'));
    }
    for (const { log } of servers) log?.resume();
    const versions = await Promise.all(servers.map(versionOf));
    const statuses: Record<string, number> = {};
    const searches = servers.map((server) => search(server, statuses, stopping.signal));
    store.replaceBy(after);
    const begin = performance.now();
    for (const { pid } of servers) process.kill(pid, 'SIGHUP');
    const seconds = await Promise.all(
      servers.map(async (server, i) => {
        while ((await versionOf(server)) === versions[i]) await delay(POLL_MS);
        return (performance.now() - begin) / 1000;
      }),
    );
    stopping.abort();
    await Promise.all(searches);
    const megabytes = statSync(after).size / 1e6;
    write(machineLine());
    write(
      `${servers.length} servers, a snapshot of ${megabytes.toFixed(0)} MB: the first answers from it after ${Math.min(...seconds).toFixed(1)} s, the last after ${Math.max(...seconds).toFixed(1)} s`,
    );
    write(`statuses of the searches meanwhile: ${JSON.stringify(statuses)}`);
    return Object.keys(statuses).every((status) => status === '200') ? 0 : 1;
  } finally {
    stopping.abort();
    await Promise.all(servers.map((server) => server.stop()));
    store.close();
  }
}

/** Starts a store with one object, whose version is the path of its file. */
async function startStore(file: string) {
  let stored = file;
  const server = createServer(({ headers }, response) => {
    const etag = `"${stored}"`;
    if (headers['if-none-match'] === etag) {
      response.writeHead(304, { ETag: etag }).end();
      return;
    }
    response.writeHead(200, { ETag: etag, 'Content-Length': statSync(stored).size });
    createReadStream(stored).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/branch.snapshot`,
    replaceBy(next: string): void {
      stored = next;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the fingerprint of the snapshot that a server answers from. */
async function versionOf({ baseUrl }: ServedProcess): Promise<string | undefined> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  return /snapshot="(\w+)"/.exec(metrics)?.[1];
}

/** Searches until the signal is aborted, and counts the statuses. */
async function search(
  { baseUrl }: ServedProcess,
  statuses: Record<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const params = { q: 'history', library: GENERATED_LIBRARY.id, metadata: '1', api_key: API_KEY };
  while (!signal.aborted) {
    const response = await fetch(`${baseUrl}/v1/titles?${new URLSearchParams(params)}`).catch(
      (error: Error) => ({ status: error.message, arrayBuffer: async () => undefined }),
    );
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    await delay(SEARCH_MS);
  }
}
