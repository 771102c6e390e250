import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchOptions, LARGE_SIZE } from './command-line.js';
import { COMPARED_ENGINES, type ComparedEngine } from './compared-engines.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { type MeasuredQueries, type MeasuredQuery, quantile } from './measured.js';
import { QUERY_SAMPLE, queriesFrom } from './queries.js';
import type { BenchQuery } from './query.js';
import { type ProcessLimits, runMeasuringProcess } from './run-measuring-process.js';
import { writeSource } from './title-source.js';

/** The time to the first answer is the median of this many starts. */
const STARTS = 5;

/**
 * If a round of an engine takes longer than this, the engine runs no further rounds, and is started only
 * once to measure the time to the first answer.
 */
const MAX_ROUND_MS = 60_000;

/** The measurements of all engines on one catalog. */
export interface Comparison {
  readonly size: number;
  readonly sourceBytes: number;
  readonly queries: readonly BenchQuery[];
  readonly engines: readonly EngineFigures[];
  /** A message for each engine that failed and was left out. */
  readonly skipped: readonly string[];
}

/** The measurements of one engine. Times are in milliseconds, sizes in bytes. */
export interface EngineFigures {
  readonly name: string;
  readonly countsFacets: boolean;
  readonly buildTime: number;
  /** The peak resident memory of the build. */
  readonly buildMemory: number;
  readonly fileBytes: number;
  /** The time from just before the process starts to its first answer. */
  readonly firstAnswer: number;
  /** The resident memory after every query ran once: the median over the rounds. */
  readonly memory: number;
  /** One entry per query, in the same order. The entry is null if the engine does not support the query. */
  readonly queries: readonly (MeasuredQuery | null)[];
}

/**
 * Runs the same queries on the same catalog with every engine. The engines alternate round by round,
 * so that other load on the machine affects all of them.
 *
 * @param scratch an existing directory for the indexes, which is deleted at the end
 * @param showProgress called with a line of text at each step
 */
export async function compareEngines(
  size: number,
  options: BenchOptions,
  scratch: string,
  showProgress: (text: string) => void,
): Promise<Comparison> {
  const source = join(scratch, 'source');
  mkdirSync(source);
  showProgress(`${size} titles: generating`);
  const sourceBytes = writeSource(source, GENERATED_LIBRARY, generateTitles(size, options.seed));
  const queries = queriesFrom(generateTitles(Math.min(size, QUERY_SAMPLE), options.seed));
  const queryFile = join(scratch, 'queries.json');
  writeFileSync(queryFile, JSON.stringify(queries));

  const built: BuiltEngine[] = [];
  const skipped: string[] = [];
  const skip = (name: string, error: unknown): void => {
    skipped.push(`${name}: left out: ${error instanceof Error ? error.message : error}`);
  };
  for (const compared of enginesToMeasure(size, options)) {
    const { name } = compared;
    showProgress(`${size} titles: ${name} builds`);
    const directory = join(scratch, name);
    mkdirSync(directory);
    try {
      const task = { kind: 'build', engine: name, directory, source } as const;
      const { time, peakMemory } = await runMeasuringProcess(
        task,
        limitsOf(compared, size, options),
      );
      built.push({ compared, directory, time, peakMemory, rounds: [], isStopped: false });
    } catch (error) {
      skip(name, error);
    }
  }

  for (let round = 1; round <= options.rounds; round++) {
    for (const engine of built) {
      if (engine.isStopped) continue;
      const { name } = engine.compared;
      showProgress(`${size} titles: ${name} runs round ${round} of ${options.rounds}`);
      const begin = performance.now();
      try {
        const task = { kind: 'queries', engine: name, queries: queryFile } as const;
        const { directory } = engine;
        engine.rounds.push(
          await runMeasuringProcess(
            { ...task, directory, time: options.time },
            limitsOf(engine.compared, size, options),
          ),
        );
      } catch (error) {
        engine.isStopped = true;
        if (round === 1) skip(name, error);
      }
      engine.isStopped ||= performance.now() - begin > MAX_ROUND_MS;
    }
  }

  const engines: EngineFigures[] = [];
  for (const engine of built.filter(({ rounds }) => rounds.length > 0)) {
    showProgress(`${size} titles: ${engine.compared.name} starts`);
    engines.push(await figuresOf(engine, queries, limitsOf(engine.compared, size)));
  }
  rmSync(scratch, { recursive: true });
  return { size, sourceBytes, queries, engines, skipped };
}

/** An engine with an index, and the measurements of the engine. */
interface BuiltEngine {
  readonly compared: ComparedEngine;
  readonly directory: string;
  readonly time: number;
  readonly peakMemory: number;
  readonly rounds: MeasuredQueries[];
  /** Whether the engine runs no further rounds, because a round failed or took too long. */
  isStopped: boolean;
}

/** Returns the limits of a measuring process. Some peers need more heap than the default of Node. */
function limitsOf({ isPeer }: ComparedEngine, size: number, options?: BenchOptions): ProcessLimits {
  return {
    minutes: Math.max(10, Math.ceil(size / 20_000)),
    ...(isPeer && { heapMebibytes: 8192 }),
    profile: options?.profile,
  };
}

function enginesToMeasure(
  size: number,
  { engines, withPeers }: BenchOptions,
): readonly ComparedEngine[] {
  if (size >= LARGE_SIZE) return COMPARED_ENGINES.slice(0, 1);
  return COMPARED_ENGINES.filter(
    ({ name, isPeer }) =>
      (engines.length === 0 || engines.includes(name)) && (withPeers || !isPeer),
  );
}

async function figuresOf(
  engine: BuiltEngine,
  queries: readonly BenchQuery[],
  limits: ProcessLimits,
): Promise<EngineFigures> {
  const { compared, directory, rounds } = engine;
  const query = queries.find(({ group }) => group === 'word') ?? queries[0];
  const starts: number[] = [];
  for (let start = 0; start < (engine.isStopped ? 1 : STARTS); start++) {
    const startedAt = performance.timeOrigin + performance.now();
    const task = { kind: 'start', engine: compared.name, directory, query, startedAt } as const;
    starts.push((await runMeasuringProcess(task, limits)).time);
  }
  return {
    name: compared.name,
    countsFacets: compared.countsFacets,
    buildTime: engine.time,
    buildMemory: engine.peakMemory,
    fileBytes: bytesIn(directory),
    firstAnswer: quantile(starts, 0.5),
    memory: quantile(
      rounds.map(({ memory }) => memory),
      0.5,
    ),
    queries: queries.map((_, i) => summarizeRounds(rounds.map((round) => round.queries[i]))),
  };
}

/**
 * Combines the measurements of a query in all rounds: the median of each time, but the maximum of `worst`.
 * The counts are the same in every round. Returns null if the engine does not support the query.
 */
function summarizeRounds(rounds: readonly (MeasuredQuery | null)[]): MeasuredQuery | null {
  const measured = rounds.filter((round) => round !== null);
  if (measured.length === 0) return null;
  const medianOf = (figure: (query: MeasuredQuery) => number): number =>
    quantile(measured.map(figure), 0.5);
  return {
    count: measured[0].count,
    facetCounts: measured[0].facetCounts,
    median: medianOf(({ median }) => median),
    percentile95: medianOf(({ percentile95 }) => percentile95),
    worst: Math.max(...measured.map(({ worst }) => worst)),
  };
}

function bytesIn(directory: string): number {
  return readdirSync(directory)
    .map((name) => statSync(join(directory, name)).size)
    .reduce((total, size) => total + size, 0);
}
