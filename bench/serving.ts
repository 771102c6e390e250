import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSnapshot, openCatalog } from '../src/index.js';
import { quantile } from './figures.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { inScratchDirectory, isLinux, machineLine, processorSeconds, write } from './machine.js';
import { readOptions } from './read-options.js';
import { heldConnectionsInProcess } from './serving/held-connections.js';
import { runLoad } from './serving/load.js';
import { mixedRequests } from './serving/mixed-requests.js';
import { plainConnection } from './serving/plain-connection.js';
import { serveSnapshot } from './serving/served-process.js';

const HELP = `npm run bench:serving -- [OPTIONS]

Measures carrel serve on 127.0.0.1, with load from the same machine: mixed searches
with metadata=1 and titles by id, compressed. Reports responses per second with and
without the cache, response times at half that rate (at most 7500 and 750 requests per
second), and response times while slow clients are connected.

  --source PATH    a source directory or a snapshot
                   (default: ../shared/data/goodbooks, or 10000 generated titles)
  --seconds N      the duration of each load, with slow clients at least 12 (default: 10)
  --workers N      threads that answer requests (default: 1)
  --connections N  concurrent connections (default: 64)
  --slow N         slow clients (default: 1000)
  --help           print this help
`;

const GOODBOOKS = '../shared/data/goodbooks';
const GENERATED_TITLES = 10_000;
/**
 * The minimum duration of the load with slow clients. The server disconnects every slow client at least once
 * in this time, because it allows 10 seconds for the head of a request.
 */
const MIN_SLOW_CLIENT_SECONDS = 12;

const values = readOptions(HELP, {
  source: existsSync(GOODBOOKS) ? GOODBOOKS : '',
  seconds: '10',
  workers: '1',
  connections: '64',
  slow: '1000',
});
await inScratchDirectory(measure);

async function measure(directory: string): Promise<void> {
  const { source } = values;
  if (source.endsWith('.snapshot')) return measureFile(source);
  const file = join(directory, 'served.snapshot');
  const generated = { library: GENERATED_LIBRARY, titles: generateTitles(GENERATED_TITLES) };
  await buildSnapshot(source === '' ? generated : source, file);
  await measureFile(file);
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
  for (const [name, cache, maxRate] of [
    ['cached', '64', 15_000],
    ['not cached', '0', 1_500],
  ] as const) {
    const server = await serveSnapshot(file, ['--workers', values.workers, '--cache', cache]);
    const common = { baseUrl: server.baseUrl, paths, connections };
    await runLoad({ ...common, seconds: 3 });
    const before = isLinux ? processorSeconds(server.pid) : Number.NaN;
    const full = await runLoad({ ...common, seconds });
    const fullRate = full.count / seconds;
    const worked = isLinux ? processorSeconds(server.pid) - before : Number.NaN;
    // At higher rates, the client would be the bottleneck, because it runs on the same cores.
    const rate = Math.round(Math.min(fullRate, maxRate) / 2);
    const half = await runLoad({ ...common, seconds, rate });
    await server.stop();
    write(
      `${name}: ${Math.round(fullRate)} responses per second, ${Math.round(full.count / worked)} per second of processor time; at ${rate} requests per second: median ${half.median.toFixed(1)} ms, 99th percentile ${half.p99.toFixed(1)} ms, worst ${half.max.toFixed(1)} ms (99 % of requests were sent at most ${half.lateness99.toFixed(1)} ms late)`,
    );
  }
  await measureSlowClients(file, paths, seconds);
}

async function measureSlowClients(
  file: string,
  paths: readonly string[],
  seconds: number,
): Promise<void> {
  const server = await serveSnapshot(file, ['--workers', values.workers, '--cache', '0']);
  const normal = await plainConnection(server.baseUrl);
  const requests = paths.map(normal.request);
  for (const request of requests) await normal.send(request);
  const slow = heldConnectionsInProcess(server.baseUrl, Number(values.slow));
  await delay(3000);
  const open: number[] = [];
  const times: number[] = [];
  const end = performance.now() + Math.max(seconds, MIN_SLOW_CLIENT_SECONDS) * 1000;
  for (let i = 0; performance.now() < end; i++) {
    const begin = performance.now();
    const status = await normal.send(requests[i % requests.length]);
    if (status !== 200)
      throw new Error(`response to a normal client: expected status 200, found ${status}`);
    times.push(performance.now() - begin);
    open.push(slow.open());
    await delay(5);
  }
  normal.end();
  slow.end();
  await server.stop();
  const at = (fraction: number) => quantile(times, fraction).toFixed(1);
  write(
    `with ${Math.min(...open)} to ${Math.max(...open)} slow clients, response time of a normal client: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, worst ${at(1)} ms`,
  );
}
