import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMPARED_ENGINES, type ComparedEngine } from '../engines/compared-engines.js';
import type { Engine } from '../engines/engine.js';
import type { ReaderQuery } from '../queries/reader-queries.js';
import type { BenchPlan } from './bench-plan.js';
import {
  type MeasuredBuild,
  type MeasuredQueries,
  type MeasuredQuery,
  quantile,
} from './measured.js';
import { type ProcessLimits, runMeasuringProcess } from './run-measuring-process.js';

/** An engine whose round takes longer than this runs no further rounds. */
const MAX_ROUND_MS = 30_000;

/** The unit of `blocks` in file statistics. */
const BLOCK_BYTES = 512;

/** The comparison of all engines on one catalog. */
export interface Comparison {
  readonly queries: readonly ReaderQuery[];
  readonly engines: readonly EngineFigures[];
  /** A sentence for each index that could not be built, and for each engine that could not be measured. */
  readonly skipped: readonly string[];
}

/** The measurements of one engine. Times are in milliseconds, sizes in bytes. */
export interface EngineFigures {
  readonly name: string;
  readonly answers: string;
  readonly index: string;
  readonly build: MeasuredBuild;
  readonly fileBytes: number;
  readonly firstAnswer: number;
  readonly memory: number;
  /** One entry per query, in the same order. The entry is null if the engine does not support the query. */
  readonly queries: readonly (MeasuredQuery | null)[];
}

interface BuiltIndex {
  readonly directory: string;
  readonly build: MeasuredBuild;
}

/**
 * Runs the same queries on the same catalog with every chosen engine that is installed and can index the
 * catalog. Each round of an engine has a process of its own. The engines alternate round by round, so that other load on the machine affects all of them.
 */
export async function compareEngines(plan: BenchPlan): Promise<Comparison> {
  const { showProgress } = plan;
  const indexes = new Map<string, BuiltIndex | undefined>();
  const measured = new Map<ComparedEngine, MeasuredQueries[]>();
  const skipped: string[] = [];
  for (const compared of COMPARED_ENGINES) {
    if (plan.engines.length > 0 && !plan.engines.includes(compared.index)) continue;
    if (!indexes.has(compared.index)) {
      showProgress(`${compared.name}: building`);
      indexes.set(compared.index, await buildIndex(compared, plan, skipped));
    }
    if (indexes.get(compared.index) !== undefined) measured.set(compared, []);
  }
  const slow = new Set<ComparedEngine>();
  for (let round = 1; round <= plan.rounds; round++) {
    for (const [compared, rounds] of measured) {
      if (slow.has(compared)) continue;
      const begin = performance.now();
      showProgress(`${compared.name}: round ${round} of ${plan.rounds}`);
      try {
        const { directory } = indexes.get(compared.index) as BuiltIndex;
        const task = {
          kind: 'queries',
          engine: compared.name,
          directory,
          inputs: plan.inputsFile,
          startedAt: performance.timeOrigin + performance.now(),
          timeMs: plan.timeMs,
        } as const;
        rounds.push(await runMeasuringProcess(task, limitsOf(compared, plan)));
      } catch (error) {
        slow.add(compared);
        if (rounds.length > 0) continue;
        skipped.push(`${compared.name}: left out: ${reasonOf(error)}.`);
        measured.delete(compared);
      }
      if (performance.now() - begin > MAX_ROUND_MS) slow.add(compared);
    }
  }
  const engines = [...measured].map(([compared, rounds]) =>
    figuresOf(compared, indexes.get(compared.index) as BuiltIndex, rounds, plan),
  );
  return { queries: plan.inputs.compared, engines, skipped };
}

/** Builds an index. If the index cannot be built, adds a sentence to `skipped` and returns undefined. */
async function buildIndex(
  compared: ComparedEngine,
  plan: BenchPlan,
  skipped: string[],
): Promise<BuiltIndex | undefined> {
  const { name, index, maxTitles = Number.POSITIVE_INFINITY } = compared;
  const skip = (reason: string) => {
    skipped.push(`${name}: left out: ${reason}.`);
    return undefined;
  };
  if (plan.size > maxTitles) {
    return skip(`expected at most ${maxTitles} titles, found ${plan.size}`);
  }
  const missing = ((await compared.load()) as Engine).missing?.();
  if (missing !== undefined) return skip(missing);
  const directory = join(plan.scratch, index);
  mkdirSync(directory);
  const task = { kind: 'build', engine: name, directory, source: plan.source } as const;
  try {
    return { directory, build: await runMeasuringProcess(task, limitsOf(compared, plan)) };
  } catch (error) {
    const hint = compared.isPeer
      ? "; if the package is not installed, run 'npm run bench -- --peers'"
      : '';
    return skip(`${reasonOf(error)}${hint}`);
  }
}

/** Returns the limits of a measuring process. Some peers need more heap than the default of Node. */
function limitsOf({ isPeer }: ComparedEngine, { size, profile }: BenchPlan): ProcessLimits {
  return {
    minutes: Math.max(5, Math.ceil(size / 20_000)),
    ...(isPeer && { heapMebibytes: 8192 }),
    profile,
  };
}

function figuresOf(
  { name, answers, index }: ComparedEngine,
  { directory, build }: BuiltIndex,
  rounds: readonly MeasuredQueries[],
  { inputs }: BenchPlan,
): EngineFigures {
  const medianOf = (figure: (round: MeasuredQueries) => number) =>
    quantile(rounds.map(figure), 0.5);
  return {
    name,
    answers,
    index,
    build,
    fileBytes: bytesIn(directory),
    firstAnswer: medianOf(({ firstAnswer }) => firstAnswer),
    memory: medianOf(({ memory }) => memory),
    queries: inputs.compared.map((_, i) =>
      summarizeRounds(rounds.map((round) => round.queries[i])),
    ),
  };
}

/** Returns the median over the rounds, or null if the engine does not support the query. */
function summarizeRounds(rounds: readonly (MeasuredQuery | null)[]): MeasuredQuery | null {
  const measured = rounds.filter((round) => round !== null);
  if (measured.length === 0) return null;
  const median = quantile(
    measured.map((round) => round.median),
    0.5,
  );
  return { count: measured[0].count, median };
}

/** Returns the disk space of all files. Unwritten parts of sparse files take no space. */
function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)))
    .reduce((total, { size, blocks }) => total + Math.min(size, blocks * BLOCK_BYTES), 0);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
