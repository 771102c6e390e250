/* The counters of a serving process. `prometheus-text.ts` formats them. */

import type { CacheMeasurements } from '../web/response-cache.js';

/** Counters and gauges of a serving process. */
export interface Measurements {
  /** Number of threads that answer requests. */
  readonly workers: number;
  /** Responses by operation: the name of an API operation, `site`, `opds`, `sru`, `mcp`, `monitoring` or `none`. */
  readonly operations: Readonly<Record<string, ResponseMeasurements>>;
  /** Number of responses to API requests by the name of the API key. Keys without a name are not counted. */
  readonly keys: Readonly<Record<string, number>>;
  /** Number of responses that have not been sent completely. */
  readonly inFlight: number;
  /** The measurements of the cache of responses. */
  readonly cache: Readonly<CacheMeasurements>;
  /**
   * Number of refused requests and connections by reason: the name of a limit on the command line, such as
   * `client-connections`, `unknown-key` or `query-cost`.
   */
  readonly refusals: Readonly<Record<string, number>>;
  /** Number of new snapshots that were refused. */
  readonly refusedSnapshots: number;
  /** Number of threads that ended unexpectedly, or that were terminated because they were silent. */
  readonly workerExits: number;
  /** How long the event loop was blocked, measured in regular intervals. */
  readonly eventLoopDelay: Readonly<Durations>;
  /** Number of events for the log by name, whether or not its level writes them. */
  readonly events: Readonly<Record<string, number>>;
  /** Number of lines that the log has dropped. */
  readonly droppedLogLines: number;
  /** Memory in bytes. */
  readonly memory: {
    /** Resident set size. */
    readonly resident: number;
    /** Used JavaScript heap. */
    readonly heap: number;
    /** Memory outside the heap, such as buffers and snapshots. */
    readonly buffers: number;
  };
}

/** The numbers and durations of the responses of one operation. */
export interface ResponseMeasurements extends Durations {
  /** Number of responses by status. */
  readonly statuses: Record<string, number>;
}

/** A histogram of durations. */
export interface Durations {
  /**
   * Number of events by duration. Each event counts in the first bucket whose upper bound is not
   * below its duration. The bounds in seconds are 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
   * 0.25, 0.5, 1, 2.5, 5, 10 and Infinity.
   */
  readonly durations: number[];
  /** Sum of all durations in seconds. */
  seconds: number;
}

/** Upper bounds of the histogram buckets in seconds, inclusive. */
export const DURATION_BOUNDS: readonly number[] = [
  0.0005,
  0.001,
  0.0025,
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  Infinity,
];

/** Counts the responses of a process. {@link createMeter} creates a meter. */
export interface Meter {
  /** Number of responses that have not been sent completely. */
  inFlight: number;
  /** The measurements of the cache of responses. */
  readonly cache: CacheMeasurements;
  /** Number of lines that the log has dropped. */
  droppedLogLines: number;
  /** Number of new snapshots that were refused. */
  refusedSnapshots: number;
  /** Number of threads that ended unexpectedly, or that were terminated because they were silent. */
  workerExits: number;
  /** Counts a refused request or connection by its reason, as in {@link Measurements.refusals}. */
  refuse(reason: string): void;
  /**
   * Counts an event for the log by its name.
   *
   * @param times 0 creates the counter. Default: 1
   */
  countEvent(name: string, times?: number): void;
  /** Counts a time in seconds for which the event loop was blocked. */
  countDelay(seconds: number): void;
  /**
   * Counts a response that was sent, or whose connection was closed.
   *
   * @param operation a name as in {@link Measurements.operations}
   * @param seconds the time from the head of the request to the end of the response
   * @param keyName the name of the API key of the request
   */
  count(operation: string, status: number, seconds: number, keyName?: string): void;
  /** Returns the current values. */
  measurements(): Measurements;
}

/**
 * Creates a meter with all counters at 0. Pass the meter to `createServerListener` or `startServer`,
 * then read its measurements.
 *
 * @example
 * const meter = createMeter();
 * const server = await startServer({ catalogs, apiKeys, meter, port: 8080, host: '127.0.0.1' });
 * meter.measurements().inFlight; // 0
 */
export function createMeter(): Meter {
  const operations: Record<string, ResponseMeasurements> = {};
  const keys = new Map<string, number>();
  const refusals = new Map<string, number>();
  const events = new Map<string, number>();
  const eventLoopDelay = createDurations();
  const meter: Meter = {
    inFlight: 0,
    cache: { hits: 0, misses: 0, entries: 0, bytes: 0 },
    droppedLogLines: 0,
    refusedSnapshots: 0,
    workerExits: 0,
    refuse: (reason) => increment(refusals, reason),
    countEvent: (name, times = 1) => increment(events, name, times),
    countDelay: (seconds) => countDuration(eventLoopDelay, seconds),
    count(name, status, seconds, keyName) {
      operations[name] ??= { statuses: {}, ...createDurations() };
      const operation = operations[name];
      operation.statuses[status] = (operation.statuses[status] ?? 0) + 1;
      countDuration(operation, seconds);
      if (keyName !== undefined) increment(keys, keyName);
    },
    measurements() {
      // Unlike `arrayBuffers`, `external` includes buffers that another thread has transferred.
      const { rss, heapUsed, external } = process.memoryUsage();
      return {
        workers: 1,
        operations: structuredClone(operations),
        keys: Object.fromEntries(keys),
        inFlight: meter.inFlight,
        cache: { ...meter.cache },
        refusals: Object.fromEntries(refusals),
        refusedSnapshots: meter.refusedSnapshots,
        workerExits: meter.workerExits,
        eventLoopDelay: structuredClone(eventLoopDelay),
        events: Object.fromEntries(events),
        droppedLogLines: meter.droppedLogLines,
        memory: { resident: rss, heap: heapUsed, buffers: external },
      };
    },
  };
  return meter;
}

function createDurations(): Durations {
  return { durations: DURATION_BOUNDS.map(() => 0), seconds: 0 };
}

function countDuration(counted: Durations, seconds: number): void {
  counted.durations[DURATION_BOUNDS.findIndex((bound) => seconds <= bound)]++;
  counted.seconds += seconds;
}

function increment(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

const INTERVAL_MS = 50;

/**
 * Measures every 50 ms how late a timer fires, which is how long the event loop is blocked. The meter counts these delays
 * in a histogram, which Prometheus can add up over servers, unlike the results of `monitorEventLoopDelay`.
 */
export function measureEventLoopDelay(meter: Meter): () => void {
  let dueAt = performance.now() + INTERVAL_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    meter.countDelay(Math.max(0, now - dueAt) / 1000);
    dueAt = now + INTERVAL_MS;
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
