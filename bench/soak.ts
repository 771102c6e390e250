import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildSnapshot, openCatalog } from '../src/index.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { machineLine } from './machine.js';
import { checkedLoad } from './serving/checked-load.js';
import { expectedAnswers } from './serving/expected-answers.js';
import { childrenOf, residentMemoryOf } from './serving/linux-processes.js';
import { mixedRequests } from './serving/mixed-requests.js';
import { serveSnapshot } from './serving/served-process.js';

const HELP = `npm run soak -- [OPTIONS]

Runs carrel serve under full load, replaces its snapshot every 5 seconds, and kills a
worker every 20 seconds. Compares every response, byte by byte, with the result of the
pure functions. A 503 with Retry-After is allowed. Exits with status 1 when a response
is wrong or is cut short without a kill, when no response is correct, or, in runs of 4
minutes or more, when memory grows by more than 10 % after the second minute. Linux only.

  --minutes N      duration (default: 10)
  --workers N      server processes (default: 2)
  --connections N  concurrent connections (default: 32)
  --titles N       titles of each generated catalog (default: 10000)
  --help           print this help
`;

const REPLACE_SECONDS = 5;
const KILL_SECONDS = 20;
/** The maximum growth of memory from the second minute to the last, as a fraction. */
const MAX_MEMORY_GROWTH = 0.1;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    titles: { type: 'string', default: '10000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-soak-'));
  try {
    const snapshots = [1, 2].map((seed) => join(directory, `${seed}.snapshot`));
    for (const [i, snapshot] of snapshots.entries()) {
      const titles = [...generateTitles(Number(values.titles), i + 1)];
      await buildSnapshot({ library: GENERATED_LIBRARY, titles }, snapshot);
    }
    return await soakSnapshots(snapshots, join(directory, 'served.snapshot'));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function soakSnapshots(snapshots: readonly string[], served: string): Promise<number> {
  copyFileSync(snapshots[0], served);
  const server = await serveSnapshot(served, '--workers', values.workers);
  const catalogs = snapshots.map((snapshot) => openCatalog(snapshot));
  const requests = [...new Set(catalogs.flatMap(mixedRequests))];
  const expected = catalogs.map((catalog) => expectedAnswers(catalog, requests, server.baseUrl));
  write(machineLine());
  write(
    `${values.titles} titles, ${requests.length} different requests, ${values.workers} workers`,
  );

  const load = checkedLoad(server.baseUrl, Number(values.connections), expected);
  const memory: number[] = [];
  const seconds = Math.round(Number(values.minutes) * 60);
  for (let second = 1; second <= seconds; second++) {
    await delay(1000);
    if (second % REPLACE_SECONDS === 0) {
      copyFileSync(snapshots[(second / REPLACE_SECONDS) % 2], `${served}.next`);
      renameSync(`${served}.next`, served);
    }
    if (second % KILL_SECONDS === 0) {
      const workers = childrenOf(server.pid);
      load.recordKill();
      process.kill(workers[(second / KILL_SECONDS) % workers.length], 'SIGKILL');
    }
    const resident = residentMemory(server.pid);
    if (resident !== undefined) memory.push(resident);
    if (second % 60 === 0) report(second / 60, load.counts, memory.slice(-60));
  }
  await load.stop();
  await server.stop();
  const { right, refused, cutByKill, wrong } = load.counts;
  write(`${right} correct, ${refused} rejected with 503, ${cutByKill} cut short by a kill`);
  for (const message of wrong) write(`WRONG ${message}`);
  const [before, after] = [median(memory.slice(60, 120)), median(memory.slice(-60))];
  const isLevel = memory.length < 180 || after / before - 1 <= MAX_MEMORY_GROWTH;
  if (memory.length >= 180) {
    write(
      `memory: ${mebibytes(before)} in the second minute, ${mebibytes(after)} in the last (${((after / before - 1) * 100).toFixed(1)} %)`,
    );
  }
  return wrong.length === 0 && right > 0 && isLevel ? 0 : 1;
}

function report(minute: number, counts: { right: number }, memory: readonly number[]): void {
  write(`minute ${minute}: ${counts.right} correct so far, memory ${mebibytes(median(memory))}`);
}

/**
 * Returns the resident memory of the supervisor and all workers, in bytes. Returns undefined while a worker
 * is missing.
 */
function residentMemory(pid: number): number | undefined {
  const workers = childrenOf(pid);
  if (workers.length < Number(values.workers)) return undefined;
  try {
    return [pid, ...workers].reduce((sum, process) => sum + residentMemoryOf(process), 0);
  } catch {
    return undefined;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
