/*
 * Measures a row of `npm run bench` with tinybench. The requests of a row run in turn: a request that runs again at once
 * would find its postings and facets in the caches of the processor, which readers do not get.
 */
import { Bench } from 'tinybench';

/** The statistics of all runs of the requests of a row. Times are in milliseconds. */
export interface Row {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** Requests that are measured together. */
export interface MeasuredRequests {
  /** The number of requests. */
  readonly count: number;
  /** Prepares the request with a number. Its time is not measured. */
  readonly prepare?: ((number: number) => void) | undefined;
  /** Runs the request with a number. A result with `overriddenDuration` replaces the measured time. */
  readonly run: (number: number) => unknown;
  /** Whether `run` returns promises. Default: false. */
  readonly isAsync?: boolean;
}

/**
 * Runs all requests in turn, in whole rounds, after a warm-up of half the time.
 *
 * @param timeMs the time for the measured rounds; at least one round is measured
 */
export async function measureInTurn(requests: MeasuredRequests, timeMs: number): Promise<Row> {
  const begin = performance.now();
  let rounds = 0;
  do {
    for (let number = 0; number < requests.count; number++) {
      requests.prepare?.(number);
      const result = requests.run(number);
      if (requests.isAsync) await result;
    }
    rounds++;
  } while (performance.now() - begin < timeMs / 2);
  const roundMs = (performance.now() - begin) / rounds;
  return measureRounds(requests, Math.max(1, Math.floor(timeMs / roundMs)));
}

/** Runs all requests in turn, without a warm-up. */
export async function measureRounds(
  { count, prepare, run, isAsync = false }: MeasuredRequests,
  rounds: number,
): Promise<Row> {
  const bench = new Bench({ time: 0, iterations: count * rounds, warmup: false, throws: true });
  let [prepared, started] = [0, 0];
  const beforeEach = () => prepare?.(prepared++ % count);
  bench.add('requests', () => run(started++ % count), { async: isAsync, beforeEach });
  await bench.run();
  const [{ result }] = bench.tasks;
  if (result.state !== 'completed') throw new Error(`expected figures, found '${result.state}'`);
  const { p50, p99, max } = result.latency;
  return { median: p50, p99, max };
}
