import { readFileSync } from 'node:fs';
import { COMPARED_ENGINES } from '../engines/compared-engines.js';
import { titleSource, writeSource } from '../engines/title-source.js';
import { GENERATED_LIBRARY, generateTitles } from '../generated-catalog.js';
import type { BenchInputs } from '../queries/bench-inputs.js';
import type {
  MeasuredAnswers,
  MeasuredBuild,
  MeasuredHostile,
  MeasuredQueries,
  MeasuredRepetition,
  MeasuredRequests,
} from './measured.js';

/** The task of a measuring process. The only argument of the process is the task as JSON. */
export type MeasuringTask =
  | SourceTask
  | BuildTask
  | SnapshotTask
  | AnswersTask
  | QueriesTask
  | RequestsTask
  | {
      readonly kind: 'repetition';
      readonly snapshot: string;
      readonly timeMs: number;
    }
  | { readonly kind: 'hostile'; readonly snapshot: string; readonly inputs: string };

/** Writes generated titles, which takes much memory, into a source directory. */
interface SourceTask {
  readonly kind: 'source';
  readonly directory: string;
  /** The number of titles. */
  readonly size: number;
  readonly seed: number;
}

/** Builds the index of an engine. */
interface BuildTask {
  readonly kind: 'build';
  readonly engine: string;
  /** The directory of the engine's index. */
  readonly directory: string;
  /** The source directory. */
  readonly source: string;
}

/** Builds a snapshot. */
interface SnapshotTask {
  readonly kind: 'snapshot';
  /** The source directory. */
  readonly source: string;
  /** The path of the snapshot. */
  readonly snapshot: string;
}

/** Opens a huge snapshot and measures the requests of one kind. */
interface AnswersTask {
  readonly kind: 'answers';
  readonly snapshot: string;
  readonly inputs: string;
  /** The name of the kind of request. */
  readonly of: string;
  readonly timeMs: number;
}

/** Measures an engine on the compared queries. */
interface QueriesTask {
  readonly kind: 'queries';
  readonly engine: string;
  readonly directory: string;
  /** The path of the file of {@link BenchInputs}. */
  readonly inputs: string;
  readonly startedAt: number;
  readonly timeMs: number;
}

/** Measures requests of one kind. */
interface RequestsTask {
  readonly kind: 'requests';
  readonly snapshot: string;
  readonly inputs: string;
  /** The name of the kind of request. */
  readonly of: string;
  /** The requests of other kinds that the process answers first. Undefined if it answers none. */
  readonly others: OtherRequests | undefined;
  readonly timeMs: number;
}

/** Requests of other kinds that are answered before the requests of a kind are measured. */
export interface OtherRequests {
  /** How many times the requests are answered. */
  readonly rounds: number;
  /** One in this number of requests is answered. */
  readonly step: number;
}

/** The result of a task, by the kind of the task. */
export interface MeasuredByKind {
  /** The size of the titles in bytes. */
  readonly source: number;
  readonly build: MeasuredBuild;
  readonly snapshot: MeasuredBuild;
  readonly answers: MeasuredAnswers;
  readonly queries: MeasuredQueries;
  readonly requests: MeasuredRequests;
  readonly repetition: MeasuredRepetition;
  readonly hostile: readonly MeasuredHostile[];
}

const result = await measure(JSON.parse(process.argv[2]) as MeasuringTask);
process.stdout.write(JSON.stringify(result));

async function measure(task: MeasuringTask): Promise<MeasuredByKind[MeasuringTask['kind']]> {
  switch (task.kind) {
    case 'source': {
      const titles = generateTitles(task.size, task.seed);
      return writeSource(task.directory, GENERATED_LIBRARY, titles);
    }
    case 'build': {
      const engine = await loadEngine(task.engine);
      const begin = performance.now();
      await engine.build(titleSource(task.source), task.directory);
      const time = performance.now() - begin;
      return { time, peakMemory: process.resourceUsage().maxRSS * 1024 };
    }
    case 'snapshot': {
      const { buildSnapshot } = await import('carrel');
      const begin = performance.now();
      await buildSnapshot(task.source, task.snapshot);
      const time = performance.now() - begin;
      return { time, peakMemory: process.resourceUsage().maxRSS * 1024 };
    }
    case 'answers': {
      const { measureAnswers } = await import('./measure-requests.js');
      return measureAnswers(task.snapshot, readInputs(task.inputs).sample, task.of, task.timeMs);
    }
    case 'queries': {
      const engine = await loadEngine(task.engine);
      const open = await engine.open(task.directory);
      try {
        const { measureQueries } = await import('./measure-queries.js');
        const { compared } = readInputs(task.inputs);
        return await measureQueries(open, compared, task.startedAt, task.timeMs);
      } finally {
        open.close();
      }
    }
    case 'requests': {
      const { measureRequests } = await import('./measure-requests.js');
      const { snapshot, of, others, timeMs } = task;
      return measureRequests(snapshot, readInputs(task.inputs).sample, of, others, timeMs);
    }
    case 'repetition': {
      const { measureRepetition } = await import('./measure-requests.js');
      return measureRepetition(task.snapshot, task.timeMs);
    }
    default: {
      const { measureHostile } = await import('./measure-hostile.js');
      return measureHostile(task.snapshot, readInputs(task.inputs).hostile);
    }
  }
}

function loadEngine(name: string) {
  const compared = COMPARED_ENGINES.find((candidate) => candidate.name === name);
  if (compared === undefined) throw new Error(`expected the name of an engine, found '${name}'`);
  return compared.load();
}

function readInputs(path: string): BenchInputs {
  return JSON.parse(readFileSync(path, 'utf8')) as BenchInputs;
}
