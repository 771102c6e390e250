import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchOptions, LARGE_SIZE } from './command-line.js';
import { CONTESTANTS, type Contestant } from './contestants.js';
import { GENERATED_LIBRARY, generateTitles } from './generated-catalog.js';
import { type MeasuredQueries, type MeasuredQuery, quantile } from './measured.js';
import { QUERY_SAMPLE, queriesFrom } from './queries.js';
import type { BenchQuery } from './query.js';
import { type ProcessLimits, runMeasuringProcess } from './run-measuring-process.js';
import { writeSource } from './title-source.js';

const STARTS = 5;

/** An engine whose queries take longer than this for one round takes its turn once. */
const PATIENCE = 60_000;

/** What was measured of the engines on one catalog. */
export interface Contest {
  readonly size: number;
  readonly sourceBytes: number;
  readonly queries: readonly BenchQuery[];
  readonly engines: readonly EngineFigures[];
  /** A sentence for each engine that was left out. */
  readonly skipped: readonly string[];
}

/** What was measured of one engine. Times are milliseconds, sizes bytes. */
export interface EngineFigures {
  readonly name: string;
  readonly countsFacets: boolean;
  readonly buildTime: number;
  readonly buildMemory: number;
  readonly fileBytes: number;
  readonly firstAnswer: number;
  readonly memory: number;
  /** One a query, in their order; none where the engine has no way to ask it. */
  readonly queries: readonly (MeasuredQuery | null)[];
}

/**
 * Lets the engines answer the same queries of the same catalog, turn by turn, so that what else the
 * machine does meets all of them.
 *
 * @param scratch a directory for what is written
 * @param say told what is going on
 */
export async function holdContest(
  size: number,
  options: BenchOptions,
  scratch: string,
  say: (text: string) => void,
): Promise<Contest> {
  const source = join(scratch, 'source');
  mkdirSync(source);
  say(`${size} titles: generating`);
  const sourceBytes = writeSource(source, GENERATED_LIBRARY, generateTitles(size, options.seed));
  const queries = queriesFrom(generateTitles(Math.min(size, QUERY_SAMPLE), options.seed));
  const queryFile = join(scratch, 'queries.json');
  writeFileSync(queryFile, JSON.stringify(queries));

  const built: Built[] = [];
  const skipped: string[] = [];
  const skip = (name: string, error: unknown): void => {
    skipped.push(`${name} is left out: ${error instanceof Error ? error.message : error}`);
  };
  for (const contestant of chosen(size, options)) {
    const { name } = contestant;
    say(`${size} titles: ${name} builds`);
    const directory = join(scratch, name);
    mkdirSync(directory);
    try {
      const task = { kind: 'build', engine: name, directory, source } as const;
      const { time, peakMemory } = await runMeasuringProcess(
        task,
        limitsOf(contestant, size, options),
      );
      built.push({ contestant, directory, time, peakMemory, rounds: [], isSlow: false });
    } catch (error) {
      skip(name, error);
    }
  }

  for (let round = 1; round <= options.rounds; round++) {
    for (const engine of built) {
      if (engine.isSlow) continue;
      const { name } = engine.contestant;
      say(`${size} titles: ${name} answers, round ${round} of ${options.rounds}`);
      const begin = performance.now();
      try {
        const task = { kind: 'queries', engine: name, queries: queryFile } as const;
        const { directory } = engine;
        engine.rounds.push(
          await runMeasuringProcess(
            { ...task, directory, time: options.time },
            limitsOf(engine.contestant, size, options),
          ),
        );
      } catch (error) {
        engine.isSlow = true;
        if (round === 1) skip(name, error);
      }
      engine.isSlow ||= performance.now() - begin > PATIENCE;
    }
  }

  const engines: EngineFigures[] = [];
  for (const engine of built.filter(({ rounds }) => rounds.length > 0)) {
    say(`${size} titles: ${engine.contestant.name} starts`);
    engines.push(await figuresOf(engine, queries, limitsOf(engine.contestant, size)));
  }
  rmSync(scratch, { recursive: true });
  return { size, sourceBytes, queries, engines, skipped };
}

interface Built {
  readonly contestant: Contestant;
  readonly directory: string;
  readonly time: number;
  readonly peakMemory: number;
  readonly rounds: MeasuredQueries[];
  isSlow: boolean;
}

/** Some peers need more memory for a hundred thousand titles than Node grants by itself. */
function limitsOf({ isPeer }: Contestant, size: number, options?: BenchOptions): ProcessLimits {
  return {
    minutes: Math.max(10, Math.ceil(size / 20_000)),
    ...(isPeer && { heapMebibytes: 8192 }),
    profile: options?.profile,
  };
}

function chosen(size: number, { engines, withPeers }: BenchOptions): readonly Contestant[] {
  if (size >= LARGE_SIZE) return CONTESTANTS.slice(0, 1);
  return CONTESTANTS.filter(
    ({ name, isPeer }) =>
      (engines.length === 0 || engines.includes(name)) && (withPeers || !isPeer),
  );
}

async function figuresOf(
  engine: Built,
  queries: readonly BenchQuery[],
  limits: ProcessLimits,
): Promise<EngineFigures> {
  const { contestant, directory, rounds } = engine;
  const query = queries.find(({ group }) => group === 'word') ?? queries[0];
  const starts: number[] = [];
  for (let start = 0; start < (engine.isSlow ? 1 : STARTS); start++) {
    const startedAt = performance.timeOrigin + performance.now();
    const task = { kind: 'start', engine: contestant.name, directory, query, startedAt } as const;
    starts.push((await runMeasuringProcess(task, limits)).time);
  }
  return {
    name: contestant.name,
    countsFacets: contestant.countsFacets,
    buildTime: engine.time,
    buildMemory: engine.peakMemory,
    fileBytes: bytesIn(directory),
    firstAnswer: quantile(starts, 0.5),
    memory: quantile(
      rounds.map(({ memory }) => memory),
      0.5,
    ),
    queries: queries.map((_, i) => ofRounds(rounds.map((round) => round.queries[i]))),
  };
}

/** The median of what the rounds say, but the worst of the worst. */
function ofRounds(rounds: readonly (MeasuredQuery | null)[]): MeasuredQuery | null {
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
