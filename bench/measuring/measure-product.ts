import { join } from 'node:path';
import { buildSnapshot } from 'carrel';
import { requestKinds } from '../queries/request-kinds.js';
import type { BenchPlan } from './bench-plan.js';
import { type FirstRequests, measureFirstRequests } from './first-requests.js';
import type { MeasuredHostile, MeasuredRepetition, MeasuredRequests } from './measured.js';
import { runMeasuringProcess } from './run-measuring-process.js';

/** The number of times that a server is started to measure its first requests. */
const STARTS = 3;
const MAX_MINUTES = 15;

/** The measurements of Carrel's responses from one catalog. Times are in milliseconds. */
export interface ProductFigures {
  /** The measurements of each kind of request. */
  readonly kinds: readonly {
    readonly name: string;
    /** Measured in a process that answers no other requests. */
    readonly alone: MeasuredRequests;
    /** Measured in a process that has answered requests of all other kinds. */
    readonly afterOthers: MeasuredRequests;
  }[];
  readonly repetition: MeasuredRepetition;
  /** One entry per start of a server. */
  readonly firstRequests: readonly FirstRequests[];
  readonly hostile: readonly MeasuredHostile[];
}

/** Measures every kind of request, repeated queries, the first requests after a start, and hostile queries. */
export async function measureProduct(plan: BenchPlan, libraryId: string): Promise<ProductFigures> {
  const { scratch, inputsFile, timeMs, profile, showProgress } = plan;
  const snapshot = join(scratch, 'product.snapshot');
  showProgress('Carrel: building');
  await buildSnapshot(plan.source, snapshot);
  const limits = { minutes: MAX_MINUTES, profile };
  const common = { snapshot, inputs: inputsFile } as const;

  const kinds: ProductFigures['kinds'][number][] = [];
  for (const { name } of requestKinds(plan.inputs.sample)) {
    showProgress(`Carrel: ${name}`);
    const task = { ...common, kind: 'requests', of: name, timeMs } as const;
    kinds.push({
      name,
      alone: await runMeasuringProcess({ ...task, afterOthers: false }, limits),
      afterOthers: await runMeasuringProcess({ ...task, afterOthers: true }, limits),
    });
  }
  const repetition = await runMeasuringProcess({ kind: 'repetition', snapshot, timeMs }, limits);
  const firstRequests: FirstRequests[] = [];
  for (let start = 0; start < STARTS; start++) {
    showProgress(`Carrel: start ${start + 1} of ${STARTS}`);
    firstRequests.push(await measureFirstRequests(snapshot, libraryId, plan.inputs.sample));
  }
  showProgress('Carrel: hostile queries');
  const hostile = await runMeasuringProcess({ ...common, kind: 'hostile' }, limits);
  return { kinds, repetition, firstRequests, hostile };
}
