import { readFileSync } from 'node:fs';
import { CONTESTANTS } from './contestants.js';
import type { MeasuredBuild, MeasuredQueries, MeasuredStart } from './measured.js';
import type { BenchQuery } from './query.js';
import { titleSource } from './title-source.js';

/** What a measuring process is to do; it is its only argument, as JSON. */
export type MeasuringTask = {
  readonly engine: string;
  /** Where the engine keeps what it needs to answer. */
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
  const contestant = CONTESTANTS.find(({ name }) => name === task.engine);
  if (contestant === undefined) throw new Error(`There is no engine ${task.engine}.`);
  const engine = await contestant.load();
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
