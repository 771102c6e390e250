import { readFileSync } from 'node:fs';
import { COMPARED_ENGINES } from './compared-engines.js';
import type { MeasuredBuild, MeasuredQueries, MeasuredStart } from './measured.js';
import type { BenchQuery } from './query.js';
import { titleSource } from './title-source.js';

/** The task of a measuring process. The only argument of the process is the task as JSON. */
export type MeasuringTask = {
  readonly engine: string;
  /** The directory of the engine's index. */
  readonly directory: string;
} & (
  | { readonly kind: 'build'; readonly source: string }
  | { readonly kind: 'start'; readonly query: BenchQuery; readonly startedAt: number }
  | { readonly kind: 'queries'; readonly queries: string; readonly time: number }
);

const task = JSON.parse(process.argv[2]) as MeasuringTask;
const measured = await measure(task);
process.stdout.write(JSON.stringify(measured));

async function measure(
  task: MeasuringTask,
): Promise<MeasuredBuild | MeasuredStart | MeasuredQueries> {
  const compared = COMPARED_ENGINES.find(({ name }) => name === task.engine);
  if (compared === undefined)
    throw new Error(`expected the name of an engine, found '${task.engine}'`);
  const engine = await compared.load();
  if (task.kind === 'build') {
    const begin = performance.now();
    await engine.build(titleSource(task.source), task.directory);
    const time = performance.now() - begin;
    return { time, peakMemory: process.resourceUsage().maxRSS * 1024 };
  }
  const open = await engine.open(task.directory);
  try {
    if (task.kind === 'start') {
      open.search(task.query);
      return { time: performance.timeOrigin + performance.now() - task.startedAt };
    }
    const { measureQueries } = await import('./measure-queries.js');
    const queries = JSON.parse(readFileSync(task.queries, 'utf8')) as BenchQuery[];
    return await measureQueries(open, queries, task.time);
  } finally {
    open.close();
  }
}
