import { appendFileSync, closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
  addition,
  type BenchChange,
  circulation,
  revision,
  shuffledTitles,
  titlesOf,
} from './changes/random-changes.js';
import { startTimedReader } from './changes/timed-reader.js';
import { mebibytes, quantile, significant, table } from './figures.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { inScratchDirectory, machineLine, write } from './machine.js';
import { readerQueries, sampleTitles } from './queries/reader-requests.js';
import { readOptions } from './read-options.js';

const HELP = `npm run bench:changes -- [OPTIONS]

Measures a catalog that changes: how fast changes apply while the same thread answers
searches, when a change is visible, and how fast the changed catalog answers.

  --titles N   the number of generated titles; repeatable (default: 100000)
  --changed N  the number of titles that are replaced at once, and then of titles
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
const BLOCK_BYTES = 2 ** 20;
/** The time after changes are visible in which pauses still count, because the replaced catalog is collected in it. */
const AFTER_CHANGES_MS = 1000;
/** The number of garbage collections before memory is measured. */
const COLLECTIONS = 5;

const values = readOptions(HELP, { titles: ['100000'], changed: ['5000', '20000'] });
write(machineLine());
for (const titles of values.titles) {
  await inScratchDirectory((directory) => measure(Number(titles), directory));
}

async function measure(size: number, directory: string): Promise<void> {
  const snapshot = join(directory, 'changed.snapshot');
  await buildSnapshot({ library: GENERATED_LIBRARY, titles: generateTitles(size) }, snapshot);
  const rows = [
    ...(await measureFollowing(snapshot, directory)),
    ...measureAnswers(snapshot),
    ...(await measureMemory(snapshot)),
  ];
  write(`\n${table([`${size} titles`, 'measured'], rows)}`);
}

/** Changes that are appended to the file that a catalog follows. */
interface PreparedChanges {
  readonly name: string;
  readonly count: number;
  /** The file of the changes, which are not in the memory that is measured. */
  readonly file: string;
  readonly last: BenchChange;
}

/** Writes changes of titles to files: single changes of holdings, then of all other titles, then of titles. */
function prepareChanges(snapshot: string, directory: string): PreparedChanges[] {
  const catalog = openCatalog(snapshot);
  const numbers = shuffledTitles(catalog);
  let [start, files] = [0, 0];
  const prepare = (name: string, most: number, make: typeof revision): PreparedChanges[] => {
    const chosen = numbers.slice(start, start + most);
    if (chosen.length === 0) return [];
    const file = join(directory, `changes-${files++}`);
    for (const number of chosen) appendFileSync(file, `${JSON.stringify(make(catalog, number))}\n`);
    start += chosen.length;
    return [{ name, count: chosen.length, file, last: make(catalog, chosen[chosen.length - 1]) }];
  };
  const single = Array.from({ length: SINGLE_CHANGES }, () => prepare('single', 1, circulation));
  const all = prepare('holdings changes', numbers.length, circulation);
  start = SINGLE_CHANGES;
  const titles = [
    ...values.changed.map((most) => prepare('replaced titles', Number(most), revision)),
    ...values.changed.map((most) => prepare('added titles', Number(most), addition)),
  ];
  return [...single, all, ...titles].flat();
}

/** Measures changes that are appended to a file while the catalog answers searches. */
async function measureFollowing(snapshot: string, directory: string): Promise<string[][]> {
  const prepared = prepareChanges(snapshot, directory);
  const followed = join(directory, 'followed-changes.jsonl');
  writeFileSync(followed, '');
  const prepare = (catalogs: readonly Catalog[]) => warmUp(catalogs);
  await using set = await openCatalogs([snapshot], { changes: followed, prepare });
  const queries = textsFor(set.current()[0]);
  for (const q of queries) answer(set.current()[0], q);
  const reader = startTimedReader((search) =>
    answer(set.current()[0], queries[search % queries.length]),
  );
  await collectGarbage();
  reader.restart();
  await delay(QUIET_MS);
  const rows = reader.rows('without changes');

  /** Appends changes, and returns the time until the last of them is visible. */
  const timeUntilVisible = async ({ file, last }: PreparedChanges) => {
    appendFile(file, followed);
    await delay(0);
    reader.restart();
    const start = performance.now();
    while (!isVisible(set.current(), last)) await delay(POLL_INTERVAL_MS);
    return performance.now() - start;
  };
  const times: number[] = [];
  for (const changes of prepared.slice(0, SINGLE_CHANGES)) {
    times.push(await timeUntilVisible(changes));
  }
  const [median, worst] = [0.5, 1].map((share) => significant(quantile(times, share)));
  rows.push(['one holdings change is visible after, median / worst', `${median} / ${worst} ms`]);
  for (const changes of prepared.slice(SINGLE_CHANGES)) {
    const { name, count } = changes;
    const rate = count / ((await timeUntilVisible(changes)) / 1000);
    await delay(AFTER_CHANGES_MS);
    rows.push([`${name} a second, ${count} at once`, rate.toFixed(0)]);
    rows.push(...reader.rows(`during ${name}`));
  }
  reader.stop();
  return rows;
}

/** Appends the bytes of a file to another file, with little memory. */
function appendFile(from: string, to: string): void {
  const block = Buffer.alloc(BLOCK_BYTES);
  const source = openSync(from, 'r');
  for (let length = readSync(source, block); length > 0; length = readSync(source, block)) {
    appendFileSync(to, block.subarray(0, length));
  }
  closeSync(source);
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
  return [
    ['median answer', 0.5],
    ['95th percentile of answers', 0.95],
  ].map(([name, share]) => {
    const before = quantile(times.base, Number(share));
    const after = quantile(times.changed, Number(share));
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
