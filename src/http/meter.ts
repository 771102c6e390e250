/** What a process that serves has counted and holds; those of several processes add up. */
export interface Measurements {
  /** How many processes are counted here. */
  readonly processes: number;
  /** By operation, the responses that were sent. */
  readonly operations: Readonly<Record<string, ResponseMeasurements>>;
  /** Requests whose responses have not left yet. */
  readonly inFlight: number;
  readonly cache: Readonly<CacheMeasurements>;
  /** In bytes. */
  readonly memory: {
    readonly resident: number;
    readonly heap: number;
    readonly buffers: number;
  };
}

/** What is counted of the responses of an operation. */
export interface ResponseMeasurements {
  /** By status, how many there were. */
  readonly statuses: Record<string, number>;
  /** By the place of the bound in {@link DURATION_BOUNDS} that they kept, how many there were. */
  readonly durations: number[];
  /** How long all of them took together. */
  seconds: number;
}

/** What a cache of representations counts. */
export interface CacheMeasurements {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

/** In seconds: how long a response took at most to be counted at a place. */
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

/** Counts what a process serves. */
export interface Meter {
  inFlight: number;
  readonly cache: CacheMeasurements;
  /** Counts a response that has left. */
  count(operation: string, status: number, seconds: number): void;
  /** All that was counted until now. */
  measurements(): Measurements;
}

/** A meter that has counted nothing yet. */
export function createMeter(): Meter {
  const operations: Record<string, ResponseMeasurements> = {};
  const meter: Meter = {
    inFlight: 0,
    cache: { hits: 0, misses: 0, entries: 0, bytes: 0 },
    count(name, status, seconds) {
      operations[name] ??= { statuses: {}, durations: DURATION_BOUNDS.map(() => 0), seconds: 0 };
      const operation = operations[name];
      operation.statuses[status] = (operation.statuses[status] ?? 0) + 1;
      operation.durations[DURATION_BOUNDS.findIndex((bound) => seconds <= bound)]++;
      operation.seconds += seconds;
    },
    measurements() {
      // Unlike `arrayBuffers`, this counts what a thread has handed over.
      const { rss, heapUsed, external } = process.memoryUsage();
      return {
        processes: 1,
        operations: structuredClone(operations),
        inFlight: meter.inFlight,
        cache: { ...meter.cache },
        memory: { resident: rss, heap: heapUsed, buffers: external },
      };
    },
  };
  return meter;
}
