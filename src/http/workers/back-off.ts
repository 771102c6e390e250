/** The restart delays of workers that exit. */
export interface BackOff {
  /**
   * The number of exits since a worker last started successfully, that worker's own exit included. See
   * {@link MIN_UPTIME_MS}.
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

/** A worker that served at least this long counts as started successfully. */
const MIN_UPTIME_MS = 10_000;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;

/** Creates a back-off with the delays 0, 0.1 s, 0.2 s, 0.4 s and so on, up to 5 s. */
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
