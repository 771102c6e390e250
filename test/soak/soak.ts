import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { Agent } from 'node:http';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchChange, circulation, revision } from '../../bench/changes/random-changes.js';
import { mebibytes, quantile } from '../../bench/figures.js';
import { GENERATED_LIBRARY, generateTitles } from '../../bench/generated-catalog.js';
import { inScratchDirectory, machineLine, residentMemoryOf, write } from '../../bench/machine.js';
import { hostileQueries, queriesOf } from '../../bench/queries/hostile-queries.js';
import { readOptions } from '../../bench/read-options.js';
import { runLoad } from '../../bench/serving/load.js';
import { API_KEY, mixedRequests } from '../../bench/serving/mixed-requests.js';
import { type ServedProcess, serveSnapshot } from '../../bench/serving/served-process.js';
import {
  applyChanges,
  buildSnapshot,
  type Catalog,
  type List,
  openCatalog,
} from '../../src/index.js';
import { signBytes } from '../../src/snapshot/file/signature.js';
import { memoryBytes } from '../../src/snapshot/format/container/read-sections.js';
import { checkedLoad, send } from './checked-load.js';
import { type AcceptedAnswers, acceptedAnswers } from './expected-answers.js';
import { FAILING_THREADS } from './failing-threads.js';

/** The number of titles on the list that is requested. */
const LIST_ITEMS = 10_000;
/** The time from SIGTERM until the server must have ended. */
const STOP_SECONDS = 30;

const HELP = `npm run soak -- [OPTIONS]

Runs carrel serve with --cache-dir and --trust under full load. Meanwhile it replaces the snapshot,
also by a damaged file, overwrites it while it is copied, replaces its signature and the file of
API keys by pipes and giant files, appends changes and starts their file again, ends and blocks
threads, closes the reader of the log, requests a list of ${LIST_ITEMS.toLocaleString('en')} titles, and sends queries that are
built to be slow. Compares every response to a typical
request, byte by byte, with the results of the pure functions before and after each change.
A 503 with Retry-After is allowed. The server has the memory and thread settings of carrel.service.
Another client, with another API key, sends 50 requests per second. The process of the full
load has a nice value of 10, because it would run on another machine. Linux only.

Exits with status 1 when a response is wrong or is cut short, when the last changes are not
visible at the end, when the server does not stop within ${STOP_SECONDS} seconds of SIGTERM, when the 99th
percentile of the response times of the client with 50 requests per second is 50 ms or more,
or, in runs of 7 minutes or more, when the median of memory in the last 3 minutes is more than
10 % above minutes 2 to 4.

  --minutes N      duration (default: 10)
  --workers N      threads that answer requests (default: 2)
  --connections N  concurrent connections of the full load (default: 32)
  --titles N       titles of each generated catalog (default: 100000)
  --help           print this help
`;

const REPLACE_SECONDS = 15;
const FAILURE_SECONDS = 20;
/** The times after a replacement at which the snapshot is overwritten, and files next to it are replaced by others. */
const OVERWRITE_SECOND = 5;
const OBSTACLE_SECOND = 10;
/** The times at which the snapshot is overwritten again, in milliseconds: while the server copies it, and after that. */
const OVERWRITE_MS = Array.from({ length: 100 }, (_, i) => i * 40);
/** The size of a file that is too large. It takes no space on the disk. */
const GIANT_BYTES = 1.9e9;
/** The time between two lines of the changes file, which begins again after its last line. */
const CHANGE_SECONDS = 3;
/** The number of changes of holdings in the changes file, which follow one change of a title. */
const HOLDINGS_CHANGES = 2;
/** The time until the last changes must be visible. */
const VISIBLE_SECONDS = 60;
/** The client that sends requests at a constant rate. Like any other client, it has an API key of its own. */
const PACED = { rate: 50, connections: 16, maxP99: 50, key: 'paced' };
/** The environment variables for memory and threads that `carrel.service` sets. */
const SERVICE = { MALLOC_MMAP_THRESHOLD_: '1048576', NODE_OPTIONS: '--v8-pool-size=1' };
/** The nice value of the full load, so that it takes no processor time from the server, as on another machine. */
const LOAD_NICENESS = 10;
/** The maximum growth of memory from minutes 2 to 4 to the last 3 minutes, as a fraction. */
const MAX_MEMORY_GROWTH = 0.1;
/** The user who made the long list. */
const LIST_USER = { id: '1', name: 'ishmael' };

/** The requests for the list: for the API, and for its page. */
const LIST_REQUESTS = [
  `/v1/lists/longest?api_key=${API_KEY}`,
  `/list/show/${LIST_USER.id}/longest`,
];
/** The length of each of the two periods, in seconds: several replacements, during which memory rises. */
const MEMORY_PERIOD = 180;

const values = readOptions(HELP, {
  minutes: '10',
  workers: '2',
  connections: '32',
  titles: '100000',
});
process.exitCode = await inScratchDirectory(soak);

async function soak(directory: string): Promise<number> {
  const snapshots = [1, 2].map((seed) => join(directory, `${seed}.snapshot`));
  for (const [i, snapshot] of snapshots.entries()) {
    const titles = [...generateTitles(Number(values.titles), i + 1)];
    const lists = [longList(titles.map(({ id }) => id))];
    const users = [LIST_USER];
    await buildSnapshot({ library: GENERATED_LIBRARY, titles, lists, users }, snapshot);
  }
  return soakSnapshots(snapshots, directory);
}

function longList(titles: readonly string[]): List {
  const created = '2026-10-12T17:23:09Z';
  return {
    id: 'longest',
    name: 'All',
    user: LIST_USER.id,
    created,
    updated: created,
    list_items: titles.slice(0, LIST_ITEMS).map((title) => ({ list_item_type: 'title', title })),
  };
}

async function soakSnapshots(snapshots: readonly string[], directory: string): Promise<number> {
  const at = (name: string) => join(directory, name);
  const files = { served: at('served.snapshot'), changes: at('changes'), keys: at('keys') };
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(at('public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const sign = (file: string) =>
    writeFileSync(`${file}.sig`, signBytes(memoryBytes(file, readFileSync(file)), pem, 'key'));
  for (const snapshot of snapshots) sign(snapshot);
  for (const suffix of ['', '.sig']) copyFileSync(snapshots[0] + suffix, files.served + suffix);
  writeFileSync(files.changes, '');
  writeFileSync(files.keys, PACED.key);
  const args = ['--api-keys', files.keys, '--workers', values.workers, '--changes', files.changes];
  args.push('--trust', at('public.pem'), '--cache-dir', at('cache'));
  const options = `${FAILING_THREADS.NODE_OPTIONS} ${SERVICE.NODE_OPTIONS}`;
  const env = { ...FAILING_THREADS, ...SERVICE, NODE_OPTIONS: options };
  const server = await serveSnapshot(files.served, args, env, 'pipe');
  const refusals = { file: 0, keys: 0 };
  server.log?.setEncoding('utf8').on('data', (text: string) => {
    refusals.file += text.match(/"file not received"/g)?.length ?? 0;
    refusals.keys += text.match(/"API keys not reloaded"/g)?.length ?? 0;
  });
  const catalogs = snapshots.map((snapshot) => openCatalog(snapshot));
  const changes = changesOf(catalogs[0]);
  const requests = [...new Set(catalogs.flatMap(mixedRequests))];
  const states = catalogs.flatMap((catalog) => statesOf(catalog, changes));
  const accepted = acceptedAnswers(states, requests, server.baseUrl);
  const hostile = hostileRequests(Number(values.titles)).flatMap((request, i) =>
    i % 10 === 0 ? [request, ...LIST_REQUESTS] : [request],
  );
  write(machineLine());
  write(
    `${values.titles} titles, ${requests.length} different requests, ${hostile.length} hostile queries, ${values.workers} workers`,
  );

  const seconds = Math.round(Number(values.minutes) * 60);
  const load = checkedLoad(server.baseUrl, Number(values.connections), accepted, hostile);
  const paced = runLoad({
    ...PACED,
    baseUrl: server.baseUrl,
    paths: requests.map((path) => path.replace(`api_key=${API_KEY}`, `api_key=${PACED.key}`)),
    seconds,
    allowsFailures: true,
  });
  setPriority(LOAD_NICENESS);
  const faults = createFaults(server, snapshots, files, changes);
  const memory: number[] = [];
  for (let second = 1; second <= seconds; second++) {
    await delay(1000);
    faults.run(second);
    if (second === Math.ceil(seconds / 3)) server.log?.destroy();
    memory.push(residentMemoryOf(server.pid));
    if (second % 60 === 0) report(second / 60, load.counts, memory.slice(-60));
  }
  await load.stop();
  const { p99, median: p50, max, count, failures, lateness99 } = await paced;
  faults.finish();
  const last = applyChanges(catalogs[0], changes);
  const outdated = await outdatedAnswers(acceptedAnswers([last], requests, server.baseUrl), server);
  const isStopped = await isSoon(server.stop());
  if (!isStopped) process.kill(server.pid, 'SIGKILL');

  const { right, unchecked, refused, wrong } = load.counts;
  write(
    `${right} correct, ${unchecked} hostile, ${refused} rejected with 503; ${faults.summary()}`,
  );
  write(`refused until the log was closed: ${JSON.stringify(refusals)}`);
  if (!isStopped) write(`HUNG the server did not end within ${STOP_SECONDS} s of SIGTERM`);
  for (const message of wrong) write(`WRONG ${message}`);
  for (const message of outdated) write(`OUTDATED ${message}`);
  write(
    `${PACED.rate} requests per second: ${count} requests, median ${p50.toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms, longest ${max.toFixed(0)} ms, sent ${lateness99.toFixed(1)} ms late (99th percentile)`,
  );
  write(`other responses to them: ${JSON.stringify(failures)}`);
  const before = quantile(memory.slice(60, 60 + MEMORY_PERIOD), 0.5);
  const after = quantile(memory.slice(-MEMORY_PERIOD), 0.5);
  const isComparable = memory.length >= 60 + 2 * MEMORY_PERIOD;
  const isLevel = !isComparable || after / before - 1 <= MAX_MEMORY_GROWTH;
  if (isComparable) {
    write(
      `memory: ${mebibytes(before)} MiB in minutes 2 to 4, ${mebibytes(after)} MiB in the last 3 (${((after / before - 1) * 100).toFixed(1)} %)`,
    );
  }
  const isDocumented = Object.keys(failures).every((reason) => reason === '503');
  const isRight = wrong.length === 0 && outdated.length === 0 && right > 0 && isDocumented;
  return isRight && isLevel && isStopped && p99 < PACED.maxP99 ? 0 : 1;
}

/** Returns whether a promise is resolved within {@link STOP_SECONDS}. */
function isSoon(promise: Promise<void>): Promise<boolean> {
  const late = delay(STOP_SECONDS * 1000, false, { ref: false });
  return Promise.race([promise.then(() => true), late]);
}

/** Returns a change of a title, and changes of the holdings of other titles. */
function changesOf(catalog: Catalog): readonly BenchChange[] {
  const step = Math.floor(catalog.titles.size / (HOLDINGS_CHANGES + 1));
  const numbers = Array.from({ length: HOLDINGS_CHANGES }, (_, i) => (i + 1) * step);
  return [revision(catalog, 0), ...numbers.map((number) => circulation(catalog, number))];
}

/**
 * Returns every state of a catalog in which a server can answer while it applies the changes one after the other. A
 * change of a title takes longer than the changes of holdings after it.
 */
function statesOf(catalog: Catalog, [title, ...holdings]: readonly BenchChange[]): Catalog[] {
  return [[], [title]].flatMap((first) =>
    Array.from({ length: holdings.length + 1 }, (_, count) =>
      applyChanges(catalog, [...first, ...holdings.slice(0, count)]),
    ),
  );
}

/** Returns the requests for queries that are built to be slow. */
function hostileRequests(titles: number): string[] {
  const queries = hostileQueries(generateTitles(titles)).flatMap((family) => queriesOf(family));
  return queries
    .filter(({ type }) => type !== 'suggest')
    .map(({ q, type, params }) => {
      const all = { q, search_type: type, library: GENERATED_LIBRARY.id, api_key: API_KEY };
      return `/v1/titles?${new URLSearchParams({ ...all, metadata: '1', ...params })}`;
    });
}

/** The files that the server follows. */
interface ServedFiles {
  readonly served: string;
  readonly changes: string;
  readonly keys: string;
}

/** Creates the function that replaces files, and ends or blocks threads, once per second. */
function createFaults(
  server: ServedProcess,
  snapshots: readonly string[],
  { served, changes: file, keys }: ServedFiles,
  changes: readonly BenchChange[],
) {
  const lines = changes.map((change) => `${JSON.stringify(change)}\n`);
  const counts = { replaced: 0, damaged: 0, overwritten: 0, obstacles: 0, failures: 0, changes: 0 };
  const damaged = `${snapshots[0]}.damaged`;
  let overwriting: NodeJS.Timeout[] = [];
  for (const suffix of ['', '.sig']) copyFileSync(snapshots[0] + suffix, damaged + suffix);
  appendFileSync(damaged, 'damaged');

  function replaceBy(snapshot: string): void {
    for (const suffix of ['', '.sig']) {
      copyFileSync(snapshot + suffix, `${served}.next`);
      renameSync(`${served}.next`, served + suffix);
    }
  }

  /** Truncates and overwrites the snapshot for some seconds. At the end, it is complete and stays so. */
  function overwriteBy(snapshot: string): void {
    const bytes = readFileSync(snapshot);
    copyFileSync(`${snapshot}.sig`, `${served}.sig`);
    overwriting = OVERWRITE_MS.map((ms, i) => {
      const isLast = i === OVERWRITE_MS.length - 1;
      return setTimeout(() => {
        if (isLast || i % 2 === 1) writeFileSync(served, bytes);
        else truncateSync(served, Math.floor((bytes.length * i) / OVERWRITE_MS.length));
      }, ms);
    });
  }

  /** Replaces the signature of the snapshot and the file of API keys by a pipe or a giant file until they are restored. */
  function placeObstacles(): void {
    for (const path of [`${served}.sig`, keys]) {
      rmSync(path);
      if (counts.obstacles % 2 === 0) execFileSync('mkfifo', [path]);
      else {
        writeFileSync(path, '');
        truncateSync(path, GIANT_BYTES);
      }
    }
    process.kill(server.pid, 'SIGHUP');
  }

  /** Restores the file of API keys. The next replacement of the snapshot restores the signature. */
  function restoreKeys(): void {
    writeFileSync(`${keys}.next`, PACED.key);
    renameSync(`${keys}.next`, keys);
    process.kill(server.pid, 'SIGHUP');
  }

  return {
    run(second: number): void {
      if (second % REPLACE_SECONDS === 0) {
        const turn = second / REPLACE_SECONDS;
        const isDamaged = turn % 3 === 2;
        counts[isDamaged ? 'damaged' : 'replaced']++;
        if (turn > 1) restoreKeys();
        replaceBy(isDamaged ? damaged : snapshots[turn % 2]);
      }
      if (second > REPLACE_SECONDS && second % REPLACE_SECONDS === OVERWRITE_SECOND) {
        overwriteBy(snapshots[counts.overwritten % 2]);
        counts.overwritten++;
      }
      if (second > REPLACE_SECONDS && second % REPLACE_SECONDS === OBSTACLE_SECOND) {
        placeObstacles();
        counts.obstacles++;
      }
      if (second % CHANGE_SECONDS === 0) {
        const line = (second / CHANGE_SECONDS) % (lines.length + 1);
        if (line === lines.length) writeFileSync(file, '');
        else appendFileSync(file, lines[line]);
        counts.changes++;
      }
      if (second % FAILURE_SECONDS === 0) {
        const how = (second / FAILURE_SECONDS) % 2 === 0 ? 'block' : 'end';
        fetch(`${server.baseUrl}/v1/titles/${how}-thread?api_key=${API_KEY}`).catch(() => {});
        counts.failures++;
      }
    },
    /** Replaces the snapshot by the first snapshot, and the changes file by all changes. */
    finish(): void {
      for (const timer of overwriting) clearTimeout(timer);
      restoreKeys();
      replaceBy(snapshots[0]);
      writeFileSync(file, '');
      appendFileSync(file, lines.join(''));
    },
    summary: () =>
      `${counts.replaced} replacements, ${counts.damaged} damaged files, ${counts.overwritten} files overwritten for seconds, ${counts.obstacles} pipes and giant files, ${counts.changes} writes to the changes file, ${counts.failures} ended or blocked threads`,
  };
}

/** Waits until all answers are the expected ones. Returns up to 5 requests with other answers after a while. */
async function outdatedAnswers(
  expected: AcceptedAnswers,
  { baseUrl }: ServedProcess,
): Promise<string[]> {
  const end = performance.now() + VISIBLE_SECONDS * 1000;
  const agent = new Agent();
  for (;;) {
    const outdated: string[] = [];
    for (const [request, answers] of expected) {
      const outcome = await send(agent, baseUrl + request, false);
      if (!('answer' in outcome) || !answers.has(outcome.answer)) outdated.push(request);
      if (outdated.length === 5) break;
    }
    if (outdated.length === 0 || performance.now() > end) return outdated;
    await delay(1000);
  }
}

function report(minute: number, counts: { right: number }, memory: readonly number[]): void {
  write(
    `minute ${minute}: ${counts.right} correct so far, memory ${mebibytes(quantile(memory, 0.5))}`,
  );
}
