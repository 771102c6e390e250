/*
 * `npm run bench`: measures what callers of Carrel get from one catalog, and compares search engines on it. Each
 * measurement runs in a process of its own (`measuring/`). `report.ts` writes the report.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Library } from 'carrel';
import { SNAPSHOT } from './engines/carrel.js';
import { COMPARED_ENGINES } from './engines/compared-engines.js';
import type { Engine } from './engines/engine.js';
import { titleSource } from './engines/title-source.js';
import { mebibytes } from './figures.js';
import { comparableSize, statisticsTable } from './generated/catalog-statistics.js';
import { generateTitles, hasRealWords } from './generated-catalog.js';
import { latencyChart } from './latency-chart.js';
import { inScratchDirectory, machineLine, write } from './machine.js';
import { measureRounds } from './measuring/measure-row.js';
import {
  type BenchInputs,
  type BuildFigures,
  runMeasuringProcess,
  type SearchTask,
} from './measuring/measuring-process.js';
import { installPeers } from './peer-packages.js';
import { type Progress, type Step, startProgress } from './progress.js';
import { hostileQueries } from './queries/hostile-queries.js';
import { comparedQueries, readerQueries, sampleTitles } from './queries/reader-requests.js';
import { readOptions, refuse } from './read-options.js';
import {
  comparisonReport,
  conclusions,
  type FirstRequests,
  type MeasuredEngine,
  productReport,
  rowsOf,
} from './report.js';
import { API_KEY } from './serving/mixed-requests.js';
import { plainConnection } from './serving/plain-connection.js';
import { serveSnapshot } from './serving/served-process.js';

const HELP = `npm run bench -- [OPTIONS]

Measures what callers of Carrel get: whole responses as JSON or HTML, by kind of request,
the first requests after a start, and queries that are built to be slow. Then compares
Carrel with the other search engines that are installed. Takes about five minutes on two
quiet cores. A terminal shows the time left.

  --peers            install Orama, SQLite FTS5, FlexSearch and Lunr into bench/peers
                     first. Lucene and Xapian are packages of Debian:
                     liblucene4.10-java (with default-jdk-headless), python3-xapian
  --titles N         the number of generated titles; repeatable (default: 100000)
  --source DIR       measure the titles of a source directory instead
  --engine NAME      compare only this engine; repeatable (default: all)
  --only PART        measure only 'product' or only 'engines' (default: both)
  --time N           milliseconds to measure each row, after a warm-up (default: 1500)
  --verbose          also print the statistics of the generated titles, each family of
                     slow queries, and each compared query
  --json FILE        write all measurements to FILE
  --chart FILE       draw the latency of the engines on the last catalog into an SVG file
  --help             print this help
`;

/** The number of times that a server is started, and the searches that are sent to it. */
const STARTS = 3;
const FIRST_REQUESTS = 100;
const POLL_MS = 5;

const MAX_SAMPLED_TITLES = 100_000;

/** The unit of `blocks` in file statistics. */
const BLOCK_BYTES = 512;

/** Estimates for the time left, on two quiet cores. */
const TITLES_GENERATED_PER_SECOND = 15_000;
const TITLES_INDEXED_PER_SECOND = 6_000;

const values = readOptions(HELP, {
  peers: false,
  titles: ['100000'],
  source: undefined,
  engine: [],
  only: undefined,
  time: '1500',
  verbose: false,
  json: undefined,
  chart: undefined,
});

/** The time to measure each row, after a warm-up. */
const TIME_MS = positive(values.time);

await bench();

async function bench(): Promise<void> {
  const engines = values.engine.map((name) => oneOf('--engine', COMPARED_ENGINES, name));
  if (values.only !== undefined)
    oneOf('--only', [{ name: 'product' }, { name: 'engines' }], values.only);
  if (values.peers) {
    try {
      installPeers();
    } catch {
      write('Not all other engines could be installed. The missing ones are left out.');
    }
  }
  write(`${machineLine()}\n`);
  const { source, json } = values;
  const sizes = source === undefined ? values.titles.map(positive) : [sizeOf(source)];
  const catalogs: object[] = [];
  for (const titles of sizes) {
    const chosen = engines.length > 0 ? engines : COMPARED_ENGINES;
    catalogs.push(await inScratchDirectory((scratch) => benchCatalog(titles, chosen, scratch)));
    if (json === undefined) continue;
    writeFileSync(json, `${JSON.stringify({ machine: machineLine(), catalogs }, null, 1)}\n`);
  }
}

function oneOf<T extends { readonly name: string }>(
  option: string,
  choices: readonly T[],
  text: string,
): T {
  const chosen = choices.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (chosen !== undefined) return chosen;
  const names = choices.map(({ name }) => name).join(', ');
  return refuse(`${option}: expected one of ${names}, found '${text}'`);
}

function positive(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  return refuse(`bench: expected a positive whole number, found '${text}'`);
}

function sizeOf(source: string): number {
  let size = 0;
  for (const _ of titleSource(source).titles()) size++;
  return size;
}

/** The inputs and the tasks of the measurements of one catalog. */
interface Plan {
  readonly titles: number;
  /** The source directory of the catalog. */
  readonly source: string;
  readonly inputs: BenchInputs;
  readonly progress: Progress;
  /** Returns the directory for the index of an engine. */
  directoryOf(engine: Engine): string;
  /** Builds the index of an engine, or returns the figures of an earlier build. */
  build(engine: Engine): Promise<BuildFigures>;
  /** Returns what the measurements of the engines and of the responses have in common. */
  task(engine: Engine): SearchTask;
}

/** Measures one catalog, and writes the report. Returns all measurements. */
async function benchCatalog(titles: number, engines: readonly Engine[], scratch: string) {
  const isGenerated = values.source === undefined;
  const progress = startProgress(stepsOf(engines, titles));
  const source = values.source ?? join(scratch, 'source');
  if (isGenerated) {
    progress.begin('generating titles');
    mkdirSync(source);
    await runMeasuringProcess({ kind: 'source', directory: source, titles }, titles);
  }
  const inputs = inputsOf(source, titles);
  const inputsFile = join(scratch, 'inputs.json');
  writeFileSync(inputsFile, JSON.stringify(inputs));
  progress.hide();
  write(`## ${values.source ?? 'Generated catalog'}, ${titles} titles\n`);
  if (isGenerated && values.verbose) {
    write(`${statisticsTable([...generateTitles(comparableSize(titles))])}\n`);
  }
  const builds = new Map<Engine, BuildFigures>();
  const directoryOf = ({ name }: Engine) => join(scratch, name);
  const plan: Plan = {
    titles,
    source,
    inputs,
    progress,
    directoryOf,
    async build(engine) {
      const known = builds.get(engine);
      if (known !== undefined) return known;
      progress.begin(`${engine.name}: building`);
      const directory = directoryOf(engine);
      mkdirSync(directory);
      const task = { kind: 'build', engine: engine.name, directory, source } as const;
      const figures = await runMeasuringProcess(task, titles);
      builds.set(engine, figures);
      return figures;
    },
    task: (engine) => ({
      directory: directoryOf(engine),
      inputs: inputsFile,
      startedAt: performance.timeOrigin + performance.now(),
      timeMs: TIME_MS,
      isVerbose: values.verbose,
    }),
  };
  return {
    titles,
    product: values.only === 'engines' ? undefined : await benchProduct(plan),
    comparison: values.only === 'product' ? undefined : await benchEngines(plan, engines),
  };
}

/** Measures Carrel's responses and starts of a server, and writes their report. */
async function benchProduct({ titles, source, inputs, progress, ...plan }: Plan) {
  const [carrel] = COMPARED_ENGINES;
  const build = await plan.build(carrel);
  progress.begin('Carrel: requests');
  const task = { kind: 'product', ...plan.task(carrel) } as const;
  const figures = await runMeasuringProcess(task, titles);
  progress.begin('Carrel: starts');
  const snapshot = join(plan.directoryOf(carrel), SNAPSHOT);
  const starts: FirstRequests[] = [];
  while (starts.length < STARTS) starts.push(await measureStart(snapshot, source, inputs));
  progress.hide();
  const seconds = build.time / 1000;
  write(
    `Building took ${seconds.toFixed(1)} s (${(titles / seconds).toFixed(0)} titles per second), with up to ${mebibytes(build.peakMemory)} MiB. The snapshot has ${mebibytes(statSync(snapshot).size)} MiB.\n`,
  );
  write(productReport(figures, starts, values.verbose));
  return { build, figures, starts };
}

/** Compares the engines that are installed and can index the catalog, and writes the report. */
async function benchEngines(
  { titles, inputs, progress, ...plan }: Plan,
  engines: readonly Engine[],
) {
  const measured: MeasuredEngine[] = [];
  const skipped: string[] = [];
  for (const engine of engines) {
    const reason = reasonToSkip(engine, titles);
    try {
      if (reason !== undefined) throw new Error(reason);
      const build = await plan.build(engine);
      progress.begin(`${engine.name}: searching`);
      const task = { kind: 'engine', engine: engine.name, ...plan.task(engine) } as const;
      const figures = await runMeasuringProcess(task, titles);
      measured.push({ engine, build, fileBytes: bytesIn(plan.directoryOf(engine)), figures });
    } catch (error) {
      const canInstall = engine.isPeer && reason === undefined;
      const hint = canInstall ? "; 'npm run bench -- --peers' installs it" : '';
      skipped.push(`${engine.name} is left out: ${(error as Error).message}${hint}.`);
    }
  }
  progress.hide();
  if (measured.length > 0) write(comparisonReport(measured, inputs.compared, titles));
  for (const line of [...skipped, '', ...conclusions(measured)]) write(line);
  if (values.chart !== undefined) {
    writeFileSync(
      values.chart,
      await latencyChart(measured.flatMap(rowsOf), titles, machineLine()),
    );
  }
  return { queries: inputs.compared, engines: measured, skipped };
}

/** Returns all steps with their estimated durations, in the order in which they run. */
function stepsOf(engines: readonly Engine[], titles: number): Step[] {
  const rowSeconds = 1 + (1.5 * TIME_MS) / 1000;
  const building = ({ name }: Engine) => {
    return { name: `${name}: building`, seconds: 1 + titles / TITLES_INDEXED_PER_SECOND };
  };
  const steps = [{ name: 'generating titles', seconds: 1 + titles / TITLES_GENERATED_PER_SECOND }];
  if (values.only !== 'engines') {
    steps.push(
      building(COMPARED_ENGINES[0]),
      { name: 'Carrel: requests', seconds: 20 * rowSeconds + titles / 10_000 },
      { name: 'Carrel: starts', seconds: STARTS * (2 + titles / 100_000) },
    );
  }
  if (values.only === 'product') return steps;
  for (const engine of engines) {
    if (reasonToSkip(engine, titles) !== undefined) continue;
    const step = building(engine);
    if (!steps.some(({ name }) => name === step.name)) steps.push(step);
    const seconds = engine.rows.length * rowSeconds + titles / 50_000;
    steps.push({ name: `${engine.name}: searching`, seconds });
  }
  return steps;
}

function reasonToSkip(engine: Engine, titles: number): string | undefined {
  const { maxTitles = titles } = engine;
  if (titles > maxTitles) return `expected at most ${maxTitles} titles, found ${titles}`;
  return engine.missing?.();
}

/** Makes the queries for a catalog. */
function inputsOf(source: string, size: number): BenchInputs {
  if (values.source === undefined) {
    // In a huge catalog, the first titles are enough: the generated titles after them are alike.
    const sampled = Math.min(size, MAX_SAMPLED_TITLES);
    const sample = sampleTitles(generateTitles(sampled), sampled, hasRealWords);
    const hostile = hostileQueries(generateTitles(sampled));
    return { sample, compared: comparedQueries(sample), hostile };
  }
  const { titles } = titleSource(source);
  const sample = sampleTitles(titles(), size);
  return { sample, compared: comparedQueries(sample), hostile: hostileQueries(titles()) };
}

/**
 * Starts `carrel serve`, waits until `/readyz` is 200, and sends up to {@link FIRST_REQUESTS} different searches
 * with metadata, one after another.
 */
async function measureStart(
  snapshot: string,
  source: string,
  inputs: BenchInputs,
): Promise<FirstRequests> {
  const { id } = JSON.parse(readFileSync(join(source, 'library.json'), 'utf8')) as Library;
  const begin = performance.now();
  const server = await serveSnapshot(snapshot, ['--accept-shrink']);
  try {
    const connection = await plainConnection(server.baseUrl);
    const readiness = connection.request('/readyz');
    while ((await connection.send(readiness)) !== 200) await delay(POLL_MS);
    const ready = performance.now() - begin;
    const requests = readerQueries(inputs.sample)
      .slice(0, FIRST_REQUESTS)
      .map(({ text }) => {
        const params = { q: text, library: id, metadata: '1', api_key: API_KEY };
        return connection.request(`/v1/titles?${new URLSearchParams(params)}`);
      });
    const run = async (number: number) => {
      const status = await connection.send(requests[number]);
      if (status !== 200)
        throw new Error(`request ${number}: expected status 200, found ${status}`);
    };
    const row = await measureRounds({ count: requests.length, run, isAsync: true }, 1);
    connection.end();
    return { ready, ...row };
  } finally {
    await server.stop();
  }
}

/** Returns the disk space of all files. Unwritten parts of sparse files take no space. */
function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)))
    .reduce((total, { size, blocks }) => total + Math.min(size, blocks * BLOCK_BYTES), 0);
}
