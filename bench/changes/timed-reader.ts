import { significant } from '../report/table.js';
import { processorTime } from './processor-time.js';

/** The time between two searches. */
const SEARCH_INTERVAL_MS = 10;
/** The time between two checks that the thread is not paused. */
const CHECK_INTERVAL_MS = 1;

/** A reader who searches in this thread, and notices its pauses. */
export interface TimedReader {
  /** Begins with the first search again, and forgets all times. */
  restart(): void;
  /** Returns the times since the last restart, as cells of the report. */
  times(): ReaderTimes;
  stop(): void;
}

export interface ReaderTimes {
  /**
   * The longest time between two checks or answers, in which the thread applied changes, collected garbage or waited for a
   * processor. The time of an answer, with its garbage collections, is not part of it.
   */
  readonly longestPause: string;
  /** The longest time for which the thread ran on a processor in a pause. Undefined if the system does not count it. */
  readonly longestWork: string | undefined;
  /** The median and the 95th percentile of the times of answers. */
  readonly answers: string;
}

/**
 * Starts a reader who makes 100 searches per second.
 *
 * @param answer answers a search; the searches have the numbers 0, 1, 2 and so on
 */
export function startTimedReader(answer: (search: number) => void): TimedReader {
  let times: number[] = [];
  const ran = processorTime();
  let longestPause = 0;
  let longestWork = 0;
  /** The last time at which the thread was not paused, and for how long it had run then. */
  let last = performance.now();
  let lastRan = 0;
  const resume = () => {
    lastRan = ran?.() ?? 0;
    last = performance.now();
  };
  const check = () => {
    const pause = performance.now() - last - CHECK_INTERVAL_MS;
    const work = (ran?.() ?? 0) - lastRan;
    longestPause = Math.max(longestPause, pause);
    longestWork = Math.max(longestWork, Math.min(work, pause));
    resume();
  };
  const search = () => {
    // The answer itself is not a pause.
    check();
    answer(times.length);
    times.push(performance.now() - last);
    resume();
  };
  const timers = [setInterval(check, CHECK_INTERVAL_MS), setInterval(search, SEARCH_INTERVAL_MS)];
  return {
    restart() {
      times = [];
      longestPause = 0;
      longestWork = 0;
      resume();
    },
    times() {
      check();
      const sorted = times.slice().sort((a, b) => a - b);
      const at = (share: number) =>
        significant(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
      return {
        longestPause: `${significant(longestPause)} ms`,
        longestWork: ran && `${significant(longestWork)} ms`,
        answers: `${at(0.5)} / ${at(0.95)} ms`,
      };
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
