import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSnapshot, openCatalog } from '../src/index.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { machineLine } from './machine.js';
import { installPeers } from './peer-packages.js';
import { isLinux, processorSeconds } from './serving/linux-processes.js';
import { load } from './serving/load.js';
import { mixedRequests } from './serving/mixed-requests.js';
import { pacedLoad } from './serving/paced-load.js';
import { plainConnection } from './serving/plain-connection.js';
import { serveSnapshot } from './serving/served-process.js';
import { slowClients } from './serving/slow-clients.js';

const HELP = `npm run bench:serving -- [OPTIONS]

Measures carrel serve on 127.0.0.1, with the load made on the same machine: mixed real searches with
metadata=1, taken compressed; answers a second of one worker with and without its cache, how long they
take at half that load, and what a normal client notices of slow ones.

  --source PATH    a source directory or a snapshot (goodbooks beside the project, where it is; else
                   10,000 generated titles)
  --seconds N      how long each load lasts (10); beside slow clients at least 12
  --workers N      processes to serve from (1)
  --connections N  connections at a time (64)
  --slow N         slow clients (1000)
`;

const GOODBOOKS = '../shared/data/goodbooks';
const GENERATED = 10_000;
/** By then all slow clients have been thrown out once, which is when they are felt. */
const THROWN_OUT_SECONDS = 12;

const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    workers: { type: 'string', default: '1' },
    connections: { type: 'string', default: '64' },
    slow: { type: 'string', default: '1000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else await measure();

async function measure(): Promise<void> {
  installPeers();
  const directory = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  try {
    const file = join(directory, 'served.snapshot');
    const source = values.source ?? (existsSync(GOODBOOKS) ? GOODBOOKS : undefined);
    await buildFrom(source, file);
    await measureFile(source?.endsWith('.snapshot') ? source : file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function buildFrom(source: string | undefined, file: string): Promise<void> {
  if (source?.endsWith('.snapshot')) return;
  const generated = () => ({ library: GENERATED_LIBRARY, titles: [...generateTitles(GENERATED)] });
  await buildSnapshot(source ?? generated(), file);
}

async function measureFile(file: string): Promise<void> {
  const catalog = openCatalog(file);
  const paths = mixedRequests(catalog);
  const seconds = Number(values.seconds);
  const connections = Number(values.connections);
  write(machineLine());
  write(
    `${catalog.library.name}: ${catalog.titles.size} titles, ${paths.length} different requests, ${connections} connections, ${values.workers} worker(s)`,
  );
  for (const [name, cache, wanted] of [
    ['cached', '64', 15_000],
    ['not cached', '0', 1_500],
  ] as const) {
    const server = await serveSnapshot(file, '--workers', values.workers, '--cache', cache);
    const given = { baseUrl: server.baseUrl, paths, connections };
    await load({ ...given, seconds: 3 });
    const before = isLinux ? processorSeconds(server.pid) : Number.NaN;
    const full = await load({ ...given, seconds });
    const worked = isLinux ? processorSeconds(server.pid) - before : Number.NaN;
    // What a server is to bear, or bears: beyond that the client on the same cores is what is measured.
    const rate = Math.round(Math.min(full.rate, wanted) / 2);
    const half = await pacedLoad({ ...given, seconds, rate });
    await server.stop();
    write(
      `${name}: ${Math.round(full.rate)} responses a second, ${Math.round(full.count / worked)} a second of processor time; at ${rate} a second, median ${half.median.toFixed(1)} ms, 99th percentile ${half.percentile99.toFixed(1)} ms, worst ${half.worst.toFixed(1)} ms (the client late by up to ${half.lateness99.toFixed(1)} ms in 99 of 100)`,
    );
  }
  await measureSlowClients(file, paths, seconds);
}

async function measureSlowClients(
  file: string,
  paths: readonly string[],
  seconds: number,
): Promise<void> {
  const server = await serveSnapshot(file, '--workers', values.workers, '--cache', '0');
  const normal = await plainConnection(server.baseUrl);
  const requests = paths.map(normal.request);
  for (const request of requests) await normal.ask(request);
  const slow = slowClients(server.baseUrl, Number(values.slow));
  await delay(3000);
  const open: number[] = [];
  const times: number[] = [];
  const end = performance.now() + Math.max(seconds, THROWN_OUT_SECONDS) * 1000;
  for (let i = 0; performance.now() < end; i++) {
    const begin = performance.now();
    const status = await normal.ask(requests[i % requests.length]);
    if (status !== 200) throw new Error(`A normal client was answered with ${status}.`);
    times.push(performance.now() - begin);
    open.push(slow.open());
    await delay(5);
  }
  normal.end();
  slow.end();
  await server.stop();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))].toFixed(1);
  write(
    `beside ${Math.min(...open)} to ${Math.max(...open)} slow clients, a normal one: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, worst ${at(1)} ms`,
  );
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
