/** Computes the delays before workers that have exited are restarted. */
export interface BackOff {
  /**
   * The number of exits in a row. The exit of a worker that served for at least 10 seconds begins a new
   * row.
   */
  readonly consecutiveFailures: number;
  /**
   * Records that a worker has exited.
   *
   * @param uptimeMs how long the worker served, in milliseconds; 0 if it never served
   * @returns the delay before the next worker is started, in milliseconds
   */
  recordExit(uptimeMs: number): number;
}

/** The exit of a worker that served at least this long resets the delay to 0. */
const MIN_UPTIME_MS = 10_000;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;

/** Creates a back-off with the delays 0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2 and then always 5 seconds. */
export function createBackOff(): BackOff {
  let consecutiveFailures = 0;
  return {
    get consecutiveFailures() {
      return consecutiveFailures;
    },
    recordExit(uptimeMs) {
      consecutiveFailures = uptimeMs >= MIN_UPTIME_MS ? 1 : consecutiveFailures + 1;
      return consecutiveFailures === 1
        ? 0
        : Math.min(MIN_DELAY_MS * 2 ** (consecutiveFailures - 2), MAX_DELAY_MS);
    },
  };
}
