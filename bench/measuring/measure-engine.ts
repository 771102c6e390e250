import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Engine, EngineSearch } from '../engines/engine.js';
import { isLinux, residentMemoryOf } from '../machine.js';
import type { ReaderQuery } from '../queries/reader-requests.js';
import { measureInTurn, measureRounds, type Row } from './measure-row.js';
import type { SearchTask } from './measuring-process.js';

/** The number of times that a single query runs in a row. */
const REPETITIONS = 10;

/** The measurements of an engine. */
export interface EngineFigures {
  /** The time from just before the process starts to its first answer, in milliseconds. */
  readonly firstAnswer: number;
  /**
   * Resident memory after every query has run, in bytes. On Linux, of the process that holds the index; on
   * other systems, of the measuring process.
   */
  readonly memory: number;
  /** One entry for each row of the engine. */
  readonly rows: readonly Row[];
  /** For each row, the number of matches and the median time of each query. Empty unless single queries are measured. */
  readonly queries: readonly (readonly { readonly count: number; readonly median: number }[])[];
}

/** Measures all searches of an engine with the same queries. */
export async function measureEngine(
  engine: Engine,
  queries: readonly ReaderQuery[],
  options: SearchTask,
): Promise<EngineFigures> {
  const { pid, searches, close } = await engine.open(options.directory);
  try {
    await searches[0].search(queries[0]);
    const firstAnswer = performance.timeOrigin + performance.now() - options.startedAt;
    for (const { search } of searches) for (const query of queries) await search(query);
    globalThis.gc?.();
    await delay(0);
    const memory = pid !== undefined && isLinux ? residentMemoryOf(pid) : process.memoryUsage.rss();
    const rows: Row[] = [];
    const single: { count: number; median: number }[][] = [];
    for (const search of searches) {
      rows.push(await measureInTurn(await requestsOf(search, queries), options.timeMs));
      if (options.isVerbose) single.push(await measureSingly(search, queries));
    }
    return { firstAnswer, memory, rows, queries: single };
  } finally {
    close?.();
  }
}

async function requestsOf({ prepare, search }: EngineSearch, queries: readonly ReaderQuery[]) {
  const first = search(queries[0]);
  await first;
  const isAsync = first instanceof Promise;
  const timeOf = ({ time }: Answer) => time !== undefined && { overriddenDuration: time };
  return {
    count: queries.length,
    prepare,
    isAsync,
    run: isAsync
      ? async (number: number) => timeOf(await search(queries[number]))
      : (number: number) => search(queries[number]),
  };
}

async function measureSingly(search: EngineSearch, queries: readonly ReaderQuery[]) {
  const figures: { count: number; median: number }[] = [];
  for (const query of queries) {
    const { count } = await search.search(query);
    const { median } = await measureRounds(await requestsOf(search, [query]), REPETITIONS);
    figures.push({ count, median });
  }
  return figures;
}
