/*
 * A process for each measurement of `npm run bench`, so that neither another engine nor the garbage of an earlier
 * measurement is in memory. The bench calls `runMeasuringProcess`, which runs this file in the process. Its
 * only argument is the task as JSON.
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Title } from '../../src/index.js';
import { COMPARED_ENGINES } from '../engines/compared-engines.js';
import { titleSource, writeSource } from '../engines/title-source.js';
import { GENERATED_LIBRARY, generateTitles } from '../generated-catalog.js';
import type { HostileFamily } from '../queries/hostile-queries.js';
import type { ReaderQuery } from '../queries/reader-requests.js';
import type { EngineFigures } from './measure-engine.js';
import type { ProductFigures } from './measure-product.js';

const SCRIPT = fileURLToPath(import.meta.url);

/** The queries of the bench for one catalog, as plain data in a file. */
export interface BenchInputs {
  /** The titles that requests are made from. */
  readonly sample: readonly Title[];
  /** The queries on which engines are compared. */
  readonly compared: readonly ReaderQuery[];
  readonly hostile: readonly HostileFamily[];
}

/** A task for a measuring process. */
export type MeasuringTask =
  | SourceTask
  | BuildTask
  | (SearchTask & { readonly kind: 'engine'; readonly engine: string })
  | (SearchTask & { readonly kind: 'product' });

/** Writes generated titles into a source directory. */
interface SourceTask {
  readonly kind: 'source';
  readonly directory: string;
  readonly titles: number;
}

/** Builds the index of an engine. */
interface BuildTask {
  readonly kind: 'build';
  readonly engine: string;
  /** The directory of the index. */
  readonly directory: string;
  /** The source directory. */
  readonly source: string;
}

/** Measures the searches of an engine, or the responses of Carrel. */
export interface SearchTask {
  readonly directory: string;
  /** The path of the file of {@link BenchInputs}. */
  readonly inputs: string;
  /** The time just before the process starts, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly timeMs: number;
  /** Whether single queries are measured too. */
  readonly isVerbose: boolean;
}

/** The measurements of a build. */
export interface BuildFigures {
  /** The time in milliseconds. */
  readonly time: number;
  /** Peak resident memory of the process, in bytes. Programs that the process starts are not included. */
  readonly peakMemory: number;
}

/** The result of a task, by the kind of the task. */
interface ResultByKind {
  readonly source: undefined;
  readonly build: BuildFigures;
  readonly engine: EngineFigures;
  readonly product: ProductFigures;
}

/**
 * Runs a task in a new process. The process is killed after five minutes, or a minute for 20,000 titles of a larger
 * catalog.
 *
 * @param titles the number of titles of the catalog
 * @throws Error when the process fails or exceeds its time limit; the message gives the reason
 */
export function runMeasuringProcess<T extends MeasuringTask>(
  task: T,
  titles: number,
): Promise<ResultByKind[T['kind']]> {
  const minutes = Math.max(5, Math.ceil(titles / 20_000));
  const isPeer = 'engine' in task && engineOf(task.engine).isPeer;
  // Some peers need more heap than the default of Node.
  const execArgv = ['--expose-gc', ...(isPeer ? ['--max-old-space-size=8192'] : [])];
  return new Promise((resolve, reject) => {
    const child = fork(SCRIPT, [JSON.stringify(task)], { execArgv, silent: true });
    const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-20_000);
    });
    let result: ResultByKind[T['kind']];
    child.on('message', (message: { result: ResultByKind[T['kind']] }) => {
      result = message.result;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(result);
      const line = errors.split('\n').find((text) => /^(\w*Error|FATAL ERROR)\b/.test(text.trim()));
      const limit = signal === 'SIGKILL' ? `not finished after ${minutes} minutes` : undefined;
      const status = `the process exited with ${signal ?? `status ${code}`}`;
      reject(new Error(line?.trim().replace(/^Error: /, '') ?? limit ?? status));
    });
  });
}

if (process.argv[1] === SCRIPT) {
  process.send?.({ result: await run(JSON.parse(process.argv[2]) as MeasuringTask) });
  process.disconnect();
}

/** Runs a task in this process. Imports only what the task needs, because the memory is measured. */
async function run(task: MeasuringTask): Promise<ResultByKind[MeasuringTask['kind']]> {
  switch (task.kind) {
    case 'source':
      writeSource(task.directory, GENERATED_LIBRARY, generateTitles(task.titles));
      return undefined;
    case 'build': {
      const begin = performance.now();
      await engineOf(task.engine).build(titleSource(task.source), task.directory);
      const time = performance.now() - begin;
      return { time, peakMemory: process.resourceUsage().maxRSS * 1024 };
    }
    case 'engine': {
      const { measureEngine } = await import('./measure-engine.js');
      return measureEngine(engineOf(task.engine), readInputs(task.inputs).compared, task);
    }
    default: {
      const { measureProduct } = await import('./measure-product.js');
      return measureProduct(readInputs(task.inputs), task);
    }
  }
}

function readInputs(path: string): BenchInputs {
  return JSON.parse(readFileSync(path, 'utf8')) as BenchInputs;
}

function engineOf(name: string) {
  const engine = COMPARED_ENGINES.find((candidate) => candidate.name === name);
  if (engine === undefined) throw new Error(`expected the name of an engine, found '${name}'`);
  return engine;
}
