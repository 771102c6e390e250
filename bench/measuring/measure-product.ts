import { join } from 'node:path';
import { buildSnapshot } from 'carrel';
import { requestKinds } from '../queries/request-kinds.js';
import { createProductReport } from '../report/product-report.js';
import type { BenchPlan } from './bench-plan.js';
import { type FirstRequests, measureFirstRequests } from './first-requests.js';
import type { MeasuredHostile, MeasuredRepetition, MeasuredRequests } from './measured.js';
import type { OtherRequests } from './measuring-process.js';
import { runMeasuringProcess } from './run-measuring-process.js';

/** The number of times that a server is started to measure its first requests. */
const STARTS = 3;
const MAX_MINUTES = 15;

/** The measurements of the requests of one kind. */
export interface KindFigures {
  readonly name: string;
  /** Measured in a process that answers no other requests. */
  readonly alone: MeasuredRequests;
  /** Measured in a process that has answered requests of all other kinds. */
  readonly afterOthers: MeasuredRequests;
}

/** The measurements of Carrel's responses from one catalog. Times are in milliseconds. */
export interface ProductFigures {
  readonly kinds: readonly KindFigures[];
  readonly repetition: MeasuredRepetition;
  /** One entry per start of a server. */
  readonly firstRequests: readonly FirstRequests[];
  readonly hostile: readonly MeasuredHostile[];
}

/** In a larger catalog, requests of other kinds are answered less often, because each takes longer. */
const MAX_TITLES_OF_ALL_REQUESTS = 250_000;

/** Returns how often a process answers the requests of other kinds, before the requests of a kind are measured. */
function otherRequestsOf(size: number): OtherRequests {
  return size <= MAX_TITLES_OF_ALL_REQUESTS ? { rounds: 3, step: 1 } : { rounds: 1, step: 10 };
}

/** Measures every kind of request, repeated queries, the first requests after a start, and hostile queries. */
export async function measureProduct(
  plan: BenchPlan,
  libraryId: string,
  write: (line: string) => void,
): Promise<ProductFigures> {
  const { scratch, inputsFile, timeMs, profile, showProgress } = plan;
  const snapshot = join(scratch, 'product.snapshot');
  showProgress('Carrel: building');
  await buildSnapshot(plan.source, snapshot);
  const limits = { minutes: MAX_MINUTES, profile };
  const common = { snapshot, inputs: inputsFile } as const;
  const others = otherRequestsOf(plan.size);
  const report = createProductReport(
    write,
    others.step === 1
      ? `the requests of all other kinds ${others.rounds} times`
      : `one in ${others.step} requests of all other kinds once`,
  );

  const kinds: KindFigures[] = [];
  for (const { name } of requestKinds(plan.inputs.sample)) {
    showProgress(`Carrel: ${name}`);
    const task = { ...common, kind: 'requests', of: name, timeMs } as const;
    const figures = {
      name,
      alone: await runMeasuringProcess({ ...task, others: undefined }, limits),
      afterOthers: await runMeasuringProcess({ ...task, others }, limits),
    };
    kinds.push(figures);
    report.kind(figures);
  }
  const repetition = await runMeasuringProcess({ kind: 'repetition', snapshot, timeMs }, limits);
  report.repetition(repetition);
  const firstRequests: FirstRequests[] = [];
  for (let start = 0; start < STARTS; start++) {
    showProgress(`Carrel: start ${start + 1} of ${STARTS}`);
    const figures = await measureFirstRequests(snapshot, libraryId, plan.inputs.sample);
    firstRequests.push(figures);
    report.start(figures);
  }
  showProgress('Carrel: hostile queries');
  const hostile = await runMeasuringProcess({ ...common, kind: 'hostile' }, limits);
  report.hostile(hostile);
  return { kinds, repetition, firstRequests, hostile };
}
