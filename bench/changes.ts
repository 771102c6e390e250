import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  ApiError,
  applyChanges,
  buildSnapshot,
  type Catalog,
  getTitle,
  openCatalog,
  openCatalogs,
  searchTitles,
} from 'carrel';
import { warmUp } from 'carrel/server';
import {
  type PreparedAppend,
  prepareAppend,
  type RandomChanges,
} from './changes/prepare-append.js';
import {
  type BenchChange,
  circulation,
  revision,
  shuffledTitles,
} from './changes/random-changes.js';
import { type ReaderTimes, startTimedReader } from './changes/timed-reader.js';
import { titlesOf } from './changes/titles-of.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { machineLine } from './machine.js';
import { readerQueries, sampleTitles } from './queries/reader-queries.js';
import { mebibytes, significant, table } from './report/table.js';

const HELP = `npm run bench:changes -- [OPTIONS]

Measures a catalog that changes: how fast changes apply while the same thread answers
searches, when a change is visible, and how fast the changed catalog answers.

  --size N     the number of generated titles; repeatable (default: 100000)
  --titles N   the number of titles that are replaced at once, and then of titles
               that are added at once; repeatable (default: 5000 and 20000)
  --help       print this help
`;

const CONTEXT = { baseUrl: 'http://localhost' };
/** The time for which the searches are measured without changes. */
const QUIET_MS = 10_000;
/** The number of changes that are appended one by one. */
const SINGLE_CHANGES = 30;
/** The share of the titles that are replaced before searches are measured. */
const REPLACED_SHARE = 0.02;
/** The numbers of changes after which memory is measured. */
const MEMORY = { holdings: 50_000, titles: 5000 };
/** The number of times that every query is measured in both catalogs. */
const ROUNDS = 5;
const POLL_INTERVAL_MS = 2;
/** The time after changes are visible in which pauses still count, because the replaced catalog is collected in it. */
const AFTER_CHANGES_MS = 1000;
/** The number of garbage collections before memory is measured. */
const COLLECTIONS = 5;

const { values } = parseArgs({
  options: {
    size: { type: 'string', multiple: true, default: ['100000'] },
    titles: { type: 'string', multiple: true, default: ['5000', '20000'] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else {
  process.stdout.write(`${machineLine()}\n`);
  for (const size of values.size) await measure(Number(size));
}

async function measure(size: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-bench-'));
  try {
    const snapshot = join(directory, 'changed.snapshot');
    await buildSnapshot({ library: GENERATED_LIBRARY, titles: generateTitles(size) }, snapshot);
    const rows = [
      ...(await measureFollowing(snapshot, join(directory, 'changes.jsonl'))),
      ...measureAnswers(snapshot),
      ...(await measureMemory(snapshot)),
    ];
    process.stdout.write(`\n${table([`${size} titles`, 'measured'], rows)}\n`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Measures changes that are appended to a file while the catalog answers searches. */
async function measureFollowing(snapshot: string, file: string): Promise<string[][]> {
  writeFileSync(file, '');
  const prepare = (catalogs: readonly Catalog[]) => warmUp(catalogs);
  await using set = await openCatalogs([snapshot], { changes: file, prepare });
  const { titleCount, single, queries } = inputsFor(set.current()[0]);
  for (const q of queries) answer(set.current()[0], q);
  const reader = startTimedReader((search) =>
    answer(set.current()[0], queries[search % queries.length]),
  );
  await collectGarbage();
  reader.restart();
  await delay(QUIET_MS);
  const rows = readerRows('without changes', reader.times());

  /** Appends changes, and returns the time until the last of them is visible. */
  const timeUntilVisible = async ({ last, append }: PreparedAppend) => {
    append();
    await delay(0);
    reader.restart();
    const start = performance.now();
    while (!isVisible(set.current(), last)) await delay(POLL_INTERVAL_MS);
    return performance.now() - start;
  };

  const singleTimes: number[] = [];
  for (const number of single) {
    const last = circulation(set.current()[0], number);
    const append = () => appendFileSync(file, `${JSON.stringify(last)}\n`);
    singleTimes.push(await timeUntilVisible({ last, append }));
  }
  singleTimes.sort((a, b) => a - b);
  const ms = (time: number) => `${significant(time)} ms`;
  rows.push([
    'one holdings change is visible after, median / worst',
    `${ms(singleTimes[singleTimes.length >> 1])} / ${ms(singleTimes.at(-1) ?? Number.NaN)}`,
  ]);
  const measureRate = async (name: string, changes: Omit<RandomChanges, 'snapshot'>) => {
    const { count } = changes;
    const time = await timeUntilVisible(await prepareAppend({ snapshot, ...changes }, file));
    await delay(AFTER_CHANGES_MS);
    const rate = (count / (time / 1000)).toFixed(0);
    rows.push([`${name} a second, ${count} at once`, rate]);
    rows.push(...readerRows(`during ${name}`, reader.times()));
  };
  const all = { start: single.length, count: titleCount - single.length };
  await measureRate('holdings changes', { kind: 'circulation', ...all });
  let { start } = all;
  for (const [name, kind] of [
    ['replaced titles', 'revision'],
    ['added titles', 'addition'],
  ] as const) {
    for (const most of values.titles) {
      const count = Math.min(Number(most), titleCount - start);
      if (count > 0) await measureRate(name, { kind, start, count });
      start += count;
    }
  }
  reader.stop();
  return rows;
}

/**
 * Returns the number of titles that can be changed, the titles that are changed one by one, and the searches. The bench keeps
 * no catalog, because it would also keep what later catalogs replace.
 */
function inputsFor(catalog: Catalog) {
  const numbers = shuffledTitles(catalog);
  const single = numbers.slice(0, SINGLE_CHANGES);
  return { titleCount: numbers.length, single, queries: textsFor(catalog) };
}

function readerRows(when: string, times: ReaderTimes): string[][] {
  const { longestPause, longestWork, answers } = times;
  const work = longestWork === undefined ? '' : ` (${longestWork} on a processor)`;
  return [
    [`longest pause ${when}`, `${longestPause}${work}`],
    [`answers ${when}, median / 95th percentile`, answers],
  ];
}

async function collectGarbage(): Promise<void> {
  // Node frees the memory of buffers some time after a collection.
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc?.();
    await delay(100);
  }
}

function isVisible(catalogs: readonly Catalog[], change: BenchChange): boolean {
  if (change.op === 'put') {
    const { id, title } = change.record;
    return textOfTitle(catalogs, id) === title;
  }
  const { title } = getTitle(catalogs, change.title, {}, CONTEXT);
  const isAvailable = change.holdings.some(({ status }) => status === 'AVAILABLE');
  return (title.availability?.id === 'AVAILABLE') === isAvailable;
}

/** Returns the text of a title, or undefined if no catalog contains the title yet. */
function textOfTitle(catalogs: readonly Catalog[], id: string): string | undefined {
  try {
    return getTitle(catalogs, id, {}, CONTEXT).title.title;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

function textsFor(catalog: Catalog): string[] {
  const titles = titlesOf(catalog);
  function* all() {
    for (let number = 0; number < titles.size; number++) yield titles.get(number);
  }
  return readerQueries(sampleTitles(all(), titles.size)).map(({ text }) => text);
}

function answer(catalog: Catalog, q: string): void {
  const params = { q, library: catalog.library.id, metadata: '1' } as const;
  JSON.stringify(searchTitles([catalog], params, CONTEXT));
}

/** Compares the answers of a changed and an unchanged catalog. */
function measureAnswers(snapshot: string): string[][] {
  const base = openCatalog(snapshot);
  const size = base.counts.titles;
  // In random order, because the searches are for titles at regular distances. A search for a title that was replaced
  // takes longer, since its words are no longer the whole title.
  const replaced = shuffledTitles(base)
    .slice(0, size * REPLACED_SHARE)
    .map((number) => revision(base, number));
  const touched = Array.from({ length: size }, (_, number) => circulation(base, number));
  const changed = applyChanges(applyChanges(base, replaced), touched);
  const times = { base: [] as number[], changed: [] as number[] };
  const time = (catalog: Catalog, q: string) => {
    const start = performance.now();
    answer(catalog, q);
    return performance.now() - start;
  };
  const queries = textsFor(base);
  for (const q of queries) for (const catalog of [base, changed]) time(catalog, q);
  for (const q of queries) {
    const rounds = Array.from({ length: ROUNDS }, () => [time(base, q), time(changed, q)]);
    times.base.push(Math.min(...rounds.map(([ofBase]) => ofBase)));
    times.changed.push(Math.min(...rounds.map(([, ofChanged]) => ofChanged)));
  }
  const at = (sorted: readonly number[], share: number) =>
    sorted[Math.floor(share * (sorted.length - 1))];
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return [
    ['median answer', 0.5],
    ['95th percentile of answers', 0.95],
  ].map(([name, share]) => {
    const [before, after] = [at(times.base, Number(share)), at(times.changed, Number(share))];
    return [
      `${name}, changed / unchanged`,
      `${significant(after)} / ${significant(before)} ms = ${(after / before).toFixed(2)}`,
    ];
  });
}

/** Measures the memory that changes take after garbage collection. */
async function measureMemory(snapshot: string): Promise<string[][]> {
  let catalog = openCatalog(snapshot);
  const queries = textsFor(catalog);
  const used = async () => {
    for (const q of queries) answer(catalog, q);
    await collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = await used();
  const numbers = shuffledTitles(catalog);
  for (const [count, make] of [
    [MEMORY.titles, revision],
    [MEMORY.holdings, circulation],
  ] as const) {
    const changes = numbers.slice(0, count).map((number) => make(catalog, number));
    catalog = applyChanges(catalog, changes);
  }
  const name = `memory for ${MEMORY.holdings} holdings changes and ${MEMORY.titles} titles`;
  return [[name, `${mebibytes((await used()) - before)} MiB`]];
}
