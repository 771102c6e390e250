import type { ApiKeys } from './api-keys.js';
import type { CatalogsToServe } from './current-catalogs.js';
import type { Limits } from './limits.js';
import type { Log } from './log.js';
import type { Measurements, Meter } from './meter.js';
import type { Site } from './site.js';

/** The memory that a cache may take unless told otherwise, in bytes. */
export const DEFAULT_CACHE_SIZE = 64 * 1024 * 1024;

/** Who may read `/metrics`: programs of the same machine, everybody, or nobody. */
export const METRICS_READERS = ['local', 'all', 'none'] as const;

/** Who may read `/metrics`. */
export type MetricsReaders = (typeof METRICS_READERS)[number];

/** What `createRequestListener` answers from, and how. */
export interface ListenerOptions {
  /** The open catalogs, which answer together, or a function that gives them as they are now. */
  readonly catalogs: CatalogsToServe;
  /** The keys that requests may carry as `api_key`, or a function that gives them as they are now. */
  readonly apiKeys: ApiKeys;
  /** Whether requests need no key; then any that they carry is as good as none. */
  readonly open?: boolean | undefined;
  /** The address under which the API is served, such as `https://api.example.org`. */
  readonly baseUrl: string;
  /** Pages to serve beside the API; none unless given. */
  readonly site?: Site | undefined;
  /**
   * The memory that answers given before may take, in bytes, the keys they are found by included;
   * 64 MiB unless given, 0 for none.
   */
  readonly cacheSize?: number | undefined;
  /**
   * What clients may take. The listener sees to `requestsInFlight`, `requestsPerSecond`, `urlBytes`
   * and `responseSeconds`; the others are the server's.
   */
  readonly limits?: Partial<Limits> | undefined;
  /** Whether `/healthz` and `/readyz` are answered; not unless said. */
  readonly health?: boolean | undefined;
  /** Who may read `/metrics`; nobody unless said. */
  readonly metrics?: MetricsReaders | undefined;
  /** Counts what is served; a meter of the listener's own unless given. */
  readonly meter?: Meter | undefined;
  /** What `/metrics` tells: the measurements of all processes that serve together, or of this one. */
  readonly measure?: (() => Promise<readonly Measurements[]>) | undefined;
  /** Takes a line for each request and each failure; nothing is told unless given. */
  readonly log?: Log | undefined;
  /** Whether the log has what requests were asked with, behind the question mark; it has unless said. */
  readonly logsQueries?: boolean | undefined;
  /** Told of an error that is no fault of the request, which is answered with 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}
