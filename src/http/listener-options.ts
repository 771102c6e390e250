import type { CatalogsToServe } from '../catalog/catalog-set.js';
import type { ServedSnapshot } from '../snapshot/file/replaceable-catalogs.js';
import type { Log } from './monitoring/log.js';
import type { Measurements, Meter } from './monitoring/meter.js';
import type { ApiKeys } from './request/api-keys.js';
import type { Limits } from './server/limits.js';
import type { Site } from './site.js';

/** Default size of the cache of responses in bytes: 64 MiB. */
export const DEFAULT_CACHE_SIZE = 64 * 1024 * 1024;

/** The values of {@link MetricsAccess}. */
export const METRICS_ACCESS = ['local', 'all', 'none'] as const;

/**
 * Who may read `/metrics`. `local` allows requests from a loopback address that have no `Forwarded`,
 * `X-Forwarded-For` or `Via` header. `all` allows every request. `none` allows no request.
 */
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

/** Options of `createRequestListener`. */
export interface ListenerOptions {
  /** The open catalogs, or a function that returns the current catalogs, such as `current` of a `CatalogSet`. */
  readonly catalogs: CatalogsToServe;
  /**
   * Returns the snapshots that the catalogs were opened from, in the order of the catalogs, for `/readyz` and
   * `/metrics`. Default: each catalog is a snapshot.
   *
   * @internal
   */
  readonly snapshots?: (() => readonly ServedSnapshot[]) | undefined;
  /** The keys that requests may send as `api_key`, or a function that returns the current keys. */
  readonly apiKeys: ApiKeys;
  /** Whether to accept all requests without checking API keys. Default: false. */
  readonly open?: boolean | undefined;
  /**
   * The address that links in responses begin with, such as `https://api.example.org`. If a library has
   * a `catalog_url`, links to its pages and covers begin with the `catalog_url` instead.
   */
  readonly baseUrl: string;
  /**
   * The origins of web pages whose scripts may read responses of the API, such as `https://www.example.org`,
   * or `*` for every origin. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Pages to serve in addition to the API. Default: none. */
  readonly site?: Site | undefined;
  /**
   * Maximum memory of the cache of responses in bytes, including its keys. 0 turns the cache off.
   * Default: {@link DEFAULT_CACHE_SIZE}, 64 MiB.
   */
  readonly cacheSize?: number | undefined;
  /**
   * Limits on clients. The listener does not apply the limits on connections, on receiving requests and on the size
   * of their heads, which only `startServer` applies. Default: `DEFAULT_LIMITS`.
   */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Addresses and networks, such as `10.0.0.0/8`, of proxies whose `X-Forwarded-For` contains the address of the client,
   * and `unix:` for proxies that connect through a Unix socket. Default: none.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Whether to answer `/healthz` and `/readyz`. Default: false; true with `startServer`. */
  readonly health?: boolean | undefined;
  /**
   * Returns whether the catalogs are warmed up, for example by `warmUp`. While it returns false, `/readyz` is
   * 503. Default: always true. `startServer` warms up itself.
   */
  readonly isWarm?: (() => boolean) | undefined;
  /**
   * Returns whether the server is about to close. While it returns true, `/readyz` is 503, so that load balancers send no
   * further requests. Default: always false. `startServer` sets it itself.
   */
  readonly isClosing?: (() => boolean) | undefined;
  /** Who may read `/metrics`. Default: `none`; `local` with `startServer`. */
  readonly metrics?: MetricsAccess | undefined;
  /** Counts responses. Default: a new meter. */
  readonly meter?: Meter | undefined;
  /**
   * Returns the measurements of all processes, which `/metrics` adds up. Default: returns only the
   * measurements of `meter`.
   */
  readonly measure?: (() => Promise<readonly Measurements[]>) | undefined;
  /** Receives an event for each response and each unexpected error. Default: nothing is logged. */
  readonly log?: Log | undefined;
  /**
   * Whether logged URLs include the query, without API keys and session ids, and without the values of
   * unknown parameters. Default: true.
   */
  readonly logsQueries?: boolean | undefined;
  /** Whether the log contains the addresses of clients. Default: true. */
  readonly logsClients?: boolean | undefined;
  /** Called with an unexpected error. The response to the request is 500. */
  readonly onError?: ((error: unknown) => void) | undefined;
}
