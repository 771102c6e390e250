import { statSync } from 'node:fs';
import { join } from 'node:path';
import { mebibytes, significant, table } from '../report/table.js';
import type { BenchPlan } from './bench-plan.js';
import { type MeasuredAnswers, type MeasuredBuild, quantile } from './measured.js';
import { runMeasuringProcess } from './run-measuring-process.js';

/** The time limit of the build and of the requests. */
const MAX_MINUTES = 120;

/** The measured kind of request: see `requestKinds`. */
const KIND = 'search with metadata';

/** The measurements of a huge catalog. */
export interface HugeFigures {
  readonly build: MeasuredBuild;
  /** The size of the snapshot in bytes. */
  readonly size: number;
  readonly answers: MeasuredAnswers;
}

/** Measures the build of a huge catalog, its memory, and whole responses of searches with metadata. */
export async function measureHuge(plan: BenchPlan): Promise<HugeFigures> {
  const { source, scratch, inputsFile, timeMs, profile, showProgress } = plan;
  const snapshot = join(scratch, 'huge.snapshot');
  const limits = { minutes: MAX_MINUTES, profile };
  showProgress('Carrel: building');
  const build = await runMeasuringProcess({ kind: 'snapshot', source, snapshot }, limits);
  showProgress('Carrel: opening and searching');
  const task = { kind: 'answers', snapshot, inputs: inputsFile, of: KIND, timeMs } as const;
  const answers = await runMeasuringProcess(task, limits);
  return { build, size: statSync(snapshot).size, answers };
}

/** Returns the measurements as a Markdown table. */
export function hugeReport({ build, size, answers }: HugeFigures): string {
  const { medians, slowest } = answers.requests;
  const times = [0.5, 0.95, 1].map((fraction) => significant(quantile(medians, fraction)));
  return table(
    ['measure', 'measured'],
    [
      ['build: time', `${(build.time / 1000).toFixed(0)} s`],
      ['build: peak resident memory', `${mebibytes(build.peakMemory)} MiB`],
      ['snapshot', `${mebibytes(size)} MiB`],
      ['open, up to the first answer', `${(answers.firstAnswer / 1000).toFixed(1)} s`],
      [`${KIND}: median / 95th percentile / worst`, `${times.join(' / ')} ms`],
      [`${KIND}: slowest run`, `${significant(slowest)} ms`],
      ['resident memory after the requests', `${mebibytes(answers.memory)} MiB`],
    ],
  );
}
