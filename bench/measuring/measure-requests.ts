import { openCatalog } from 'carrel';
import { Bench, type Task } from 'tinybench';
import type { Title } from '../../src/index.js';
import { LISTED_QUERIES } from '../queries/reader-queries.js';
import { type BenchRequest, requestKinds } from '../queries/request-kinds.js';
import { answerRequests } from './answer-requests.js';
import { forgetfulCatalog } from './first-search.js';
import {
  type MeasuredAnswers,
  type MeasuredRepetition,
  type MeasuredRequests,
  quantile,
} from './measured.js';
import type { OtherRequests } from './measuring-process.js';
import { runInRounds } from './rounds.js';

/** The number of times that a repeated request runs in a row. */
export const REPETITIONS = 20;

/** Queries in turn and repeated queries alternate, so that other load affects both. */
const PASSES = 5;

/**
 * Measures the requests of one kind, up to the text of the response.
 *
 * @param others the requests of other kinds that are answered first. Default: none.
 * @param timeMs the time for all measured rounds
 */
export async function measureRequests(
  snapshot: string,
  sample: readonly Title[],
  kind: string,
  others: OtherRequests | undefined,
  timeMs: number,
): Promise<MeasuredRequests> {
  const { catalog, forget } = forgetfulCatalog(openCatalog(snapshot));
  const answer = answerRequests(catalog);
  const kinds = requestKinds(sample);
  const otherRequests = kinds
    .filter(({ name }) => name !== kind)
    .flatMap(({ requests }) => requests)
    .filter((_, i) => others !== undefined && i % others.step === 0);
  for (let round = 0; round < (others?.rounds ?? 0); round++) otherRequests.forEach(answer);
  return measure(kinds.find(({ name }) => name === kind)?.requests ?? [], answer, forget, timeMs);
}

/**
 * Opens a snapshot, and measures the requests of one kind and the memory after them.
 *
 * @param timeMs the time for all measured rounds
 */
export async function measureAnswers(
  snapshot: string,
  sample: readonly Title[],
  kind: string,
  timeMs: number,
): Promise<MeasuredAnswers> {
  const requests = requestKinds(sample).find(({ name }) => name === kind)?.requests ?? [];
  const begin = performance.now();
  const opened = openCatalog(snapshot);
  answerRequests(opened)(requests[0]);
  const firstAnswer = performance.now() - begin;
  const { catalog, forget } = forgetfulCatalog(opened);
  const measured = await measure(requests, answerRequests(catalog), forget, timeMs);
  globalThis.gc?.();
  return { firstAnswer, memory: process.memoryUsage.rss(), requests: measured };
}

async function measure(
  requests: readonly BenchRequest[],
  answer: (request: BenchRequest) => string,
  forget: () => void,
  timeMs: number,
): Promise<MeasuredRequests> {
  const times = await runInRounds(requests.length, timed(requests, answer, forget), timeMs);
  return {
    medians: times.map((own) => quantile(own, 0.5)),
    slowest: times.reduce((slowest, own) => Math.max(slowest, ...own), 0),
  };
}

/**
 * Measures the listed queries with metadata: in turn, and each several times in a row. A repeated query takes less
 * time, because the caches of the processor still contain its postings and columns.
 */
export async function measureRepetition(
  snapshot: string,
  timeMs: number,
): Promise<MeasuredRepetition> {
  const { catalog, forget } = forgetfulCatalog(openCatalog(snapshot));
  const answer = answerRequests(catalog);
  const requests = LISTED_QUERIES.map((q): BenchRequest => {
    return { kind: 'search', params: { q, metadata: '1' } };
  });
  const inTurn: number[] = [];
  const repeated: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const times = await runInRounds(
      requests.length,
      timed(requests, answer, forget),
      timeMs / PASSES,
    );
    inTurn.push(medianOfMedians(times));
    const bench = new Bench({
      time: 0,
      iterations: REPETITIONS,
      warmup: false,
      retainSamples: true,
      throws: true,
    });
    for (const [i, request] of requests.entries()) {
      bench.add(String(i), () => {
        forget();
        answer(request);
      });
    }
    await bench.run();
    repeated.push(medianOfMedians(bench.tasks.map(latenciesOf)));
  }
  return { inTurn: quantile(inTurn, 0.5), repeated: quantile(repeated, 0.5) };
}

function medianOfMedians(times: readonly (readonly number[])[]): number {
  return quantile(
    times.map((own) => quantile(own, 0.5)),
    0.5,
  );
}

function latenciesOf({ name, result }: Task): readonly number[] {
  if (result.state !== 'completed')
    throw new Error(`request ${name}: the request was not measured`);
  return result.latency.samples ?? [];
}

/** Returns a function that answers the request at an index, and returns the time in milliseconds. */
function timed(
  requests: readonly BenchRequest[],
  answer: (request: BenchRequest) => string,
  forget: () => void,
) {
  return (number: number) => {
    forget();
    const begin = performance.now();
    answer(requests[number]);
    return performance.now() - begin;
  };
}
