import { Bench } from 'tinybench';
import { NARROWINGS } from '../src/catalog/narrowings.js';
import type { Answer, OpenEngine } from './engine.js';
import { type MeasuredQueries, type MeasuredQuery, quantile } from './measured.js';
import type { BenchQuery } from './query.js';

/**
 * A query whose first run takes longer than this is measured without a warm-up, and runs at least twice
 * instead of at least ten times.
 */
const SLOW_QUERY_MS = 50;

/**
 * Measures every query that the engine supports.
 *
 * @param time the time for which each query runs, in milliseconds. The warm-up takes a third of this time
 *   in addition.
 */
export async function measureQueries(
  engine: OpenEngine,
  queries: readonly BenchQuery[],
  time: number,
): Promise<MeasuredQueries> {
  const answers = queries.map((query) => {
    const begin = performance.now();
    const answer = engine.search(query);
    return { answer, firstRunMs: performance.now() - begin };
  });
  globalThis.gc?.();
  const memory = process.memoryUsage.rss();

  const measured: (MeasuredQuery | null)[] = [];
  for (const [i, { answer, firstRunMs }] of answers.entries()) {
    if (answer === undefined) {
      measured.push(null);
      continue;
    }
    const samples = await run(engine, queries[i], time, firstRunMs);
    measured.push({
      count: answer.count,
      facetCounts: facetCountsOf(answer),
      median: quantile(samples, 0.5),
      percentile95: quantile(samples, 0.95),
      worst: quantile(samples, 1),
    });
  }
  return { memory, queries: measured };
}

async function run(
  engine: OpenEngine,
  query: BenchQuery,
  time: number,
  firstRunMs: number,
): Promise<readonly number[]> {
  const isSlow = firstRunMs > SLOW_QUERY_MS;
  const bench = new Bench({
    time,
    iterations: isSlow ? 2 : 10,
    warmup: !isSlow,
    warmupTime: time / 3,
    warmupIterations: 3,
    retainSamples: true,
    throws: true,
  });
  bench.add('query', () => {
    engine.search(query);
  });
  await bench.run();
  const [{ result }] = bench.tasks;
  if (result.state !== 'completed') throw new Error(`${query.group}: a query was not measured`);
  return result.latency.samples ?? [];
}

function facetCountsOf({ facets }: Answer): number[][] | null {
  if (facets === undefined) return null;
  const named = facets();
  return NARROWINGS.map((column) => named[column].map(([, count]) => count));
}
