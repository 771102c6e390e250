import { openSync, readSync } from 'node:fs';
import { quantile, significant } from '../figures.js';

/** The time between two searches. */
const SEARCH_INTERVAL_MS = 10;
/** The time between two checks that the thread is not paused. */
const CHECK_INTERVAL_MS = 1;

/** A reader who searches in this thread, and notices its pauses. */
export interface TimedReader {
  /** Begins with the first search again, and forgets all times. */
  restart(): void;
  /**
   * Returns rows of the report about the times since the last restart: the longest pause, and the times of answers. In a
   * pause, the thread applied changes, collected garbage or waited for a processor. The time of an answer, with its
   * garbage collections, is not a pause.
   *
   * @param when when the times were measured, such as `without changes`
   */
  rows(when: string): string[][];
  stop(): void;
}

/**
 * Starts a reader who makes 100 searches per second.
 *
 * @param answer answers a search; the searches have the numbers 0, 1, 2 and so on
 */
export function startTimedReader(answer: (search: number) => void): TimedReader {
  const ran = processorTime();
  let times: number[] = [];
  /** The longest pause, and the longest time for which the thread ran on a processor in a pause. */
  let longest = { pause: 0, work: 0 };
  /** The last time at which the thread was not paused, and for how long it had run then. */
  let last = { time: performance.now(), ran: 0 };
  const resume = () => {
    last = { time: performance.now(), ran: ran?.() ?? 0 };
  };
  const check = () => {
    const pause = performance.now() - last.time - CHECK_INTERVAL_MS;
    const work = Math.min((ran?.() ?? 0) - last.ran, pause);
    longest = { pause: Math.max(longest.pause, pause), work: Math.max(longest.work, work) };
    resume();
  };
  const search = () => {
    // The answer itself is not a pause.
    check();
    answer(times.length);
    times.push(performance.now() - last.time);
    resume();
  };
  const timers = [setInterval(check, CHECK_INTERVAL_MS), setInterval(search, SEARCH_INTERVAL_MS)];
  return {
    restart() {
      times = [];
      longest = { pause: 0, work: 0 };
      resume();
    },
    rows(when) {
      check();
      const work = ran && ` (${significant(longest.work)} ms on a processor)`;
      const [median, p95] = [0.5, 0.95].map((share) => significant(quantile(times, share)));
      return [
        [`longest pause ${when}`, `${significant(longest.pause)} ms${work ?? ''}`],
        [`answers ${when}, median / 95th percentile`, `${median} / ${p95} ms`],
      ];
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/**
 * Returns a function that returns for how long the calling thread has run on a processor since its start, in
 * milliseconds. Linux counts this time. Returns undefined on other systems.
 */
function processorTime(): (() => number) | undefined {
  let file: number;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return undefined;
  }
  const bytes = Buffer.alloc(64);
  return () => {
    // Linux then counts the time up to now. Otherwise it counts the time up to some milliseconds ago.
    process.cpuUsage();
    // The time on a processor, the time of waiting for one, both in nanoseconds, and the number of times.
    const [running] = bytes
      .toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0))
      .split(' ');
    return Number(running) / 1e6;
  };
}
