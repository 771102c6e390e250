import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, OpenEngine } from '../engines/engine.js';
import type { ReaderQuery } from '../queries/reader-queries.js';
import { isLinux, residentMemoryOf } from '../serving/linux-processes.js';
import { type MeasuredQueries, quantile } from './measured.js';
import { runInRounds } from './rounds.js';

/**
 * Measures every query that the engine supports.
 *
 * @param startedAt the time just before the process started, in milliseconds since 1970
 * @param timeMs the time for all measured rounds
 */
export async function measureQueries(
  engine: OpenEngine,
  queries: readonly ReaderQuery[],
  startedAt: number,
  timeMs: number,
): Promise<MeasuredQueries> {
  await engine.search(queries[0]);
  const firstAnswer = performance.timeOrigin + performance.now() - startedAt;
  const answers: (Answer | undefined)[] = [];
  for (const query of queries) answers.push(await engine.search(query));
  globalThis.gc?.();
  await delay(0);
  const memory =
    engine.pid !== undefined && isLinux ? residentMemoryOf(engine.pid) : process.memoryUsage.rss();

  const supported = queries.filter((_, i) => answers[i] !== undefined);
  const times = await runInRounds(
    supported.length,
    (i) => {
      const begin = performance.now();
      const answer = engine.search(supported[i]);
      const time = performance.now() - begin;
      return answer instanceof Promise ? answer.then((own) => own.time ?? time) : time;
    },
    timeMs,
  );
  let next = 0;
  return {
    firstAnswer,
    memory,
    queries: answers.map((answer) =>
      answer === undefined ? null : { count: answer.count, median: quantile(times[next++], 0.5) },
    ),
  };
}
