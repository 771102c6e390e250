import { typeError } from '../base/messages.js';
import type { CatalogsToServe } from '../catalog/catalog-set.js';
import type { SourceCheck } from '../snapshot/file/addresses/local-files.js';
import type { ServedSnapshot } from '../snapshot/file/replaceable-catalogs.js';
import type { ApiKeys } from '../web/api-keys.js';
import { checkHandlerOptions, checkHasKeys } from '../web/handler-options.js';
import type { Site } from '../web/site.js';
import type { Log } from './monitoring/log.js';
import type { Measurements, Meter } from './monitoring/meter.js';
import { DEFAULT_LIMITS, type Limits } from './server/limits.js';
import type { AnsweringThreads } from './workers/answering-threads.js';

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
  /** The open catalogs, a function that returns the current catalogs, or a set such as `openCatalogs` returns. */
  readonly catalogs: CatalogsToServe;
  /**
   * Returns the snapshots that the catalogs were opened from, in the order of the catalogs, for `/readyz` and
   * `/metrics`. Default: each catalog is a snapshot.
   *
   * @internal
   */
  readonly snapshots?: (() => readonly ServedSnapshot[]) | undefined;
  /**
   * Returns the last check of each path and address that snapshots and changes come from, for `/metrics`. Default:
   * there are none.
   *
   * @internal
   */
  readonly sources?: (() => readonly SourceCheck[]) | undefined;
  /**
   * Threads that answer API requests and requests for pages. Default: the calling thread answers.
   *
   * @internal
   */
  readonly threads?: Pick<AnsweringThreads, 'respond' | 'renderPage' | 'warmUp'> | undefined;
  /**
   * The keys that requests may send as `api_key`, at least one, or a function that returns the current keys. With `open`,
   * an empty array.
   */
  readonly apiKeys: ApiKeys;
  /** Whether to accept all requests without checking API keys. Default: false. */
  readonly open?: boolean | undefined;
  /**
   * The address that links in responses begin with, such as `https://api.example.org`. If a library has
   * a `catalog_url`, links to its pages and covers begin with the `catalog_url` instead.
   */
  readonly baseUrl: string;
  /**
   * The path under which the listener answers, such as `/catalog` for `/catalog/v1/titles`. `baseUrl` must include it. Not
   * needed if a framework such as Express removes the prefix from the URLs of requests. Begins with a slash and does not
   * end with one. Default: an empty string.
   */
  readonly prefix?: string | undefined;
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
  /**
   * Receives an event for each response and each unexpected error. Default: without `onError`, unexpected errors are
   * written to standard error, one per line; with `onError`, nothing is logged.
   */
  readonly log?: Log | undefined;
  /**
   * Whether logged URLs include the query, without API keys and session ids, and without the values of
   * unknown parameters. Default: true.
   */
  readonly logsQueries?: boolean | undefined;
  /** Whether the log contains the addresses of clients. Default: true. */
  readonly logsClients?: boolean | undefined;
  /**
   * Called with an unexpected error, which is answered with 500 or, if a snapshot file cannot be read, with 503. Also
   * called when the function `apiKeys` fails. Default: see `log`.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Checks the options of a listener, so that a wrong value does not make every request fail.
 *
 * @param where the name of the function that received the options
 * @throws TypeError if an option is missing or has the wrong type
 */
export function checkListenerOptions(where: string, options: ListenerOptions): void {
  checkHandlerOptions(where, options, options?.open ? ['baseUrl'] : ['baseUrl', 'apiKeys']);
  const remedy = 'set open to true to answer requests without a key';
  if (!options.open) checkHasKeys(where, options.apiKeys, remedy);
  for (const [name, value] of Object.entries(options.limits ?? {})) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const names = Object.keys(DEFAULT_LIMITS).join(', ');
      throw new TypeError(`${where}: limits: expected names from ${names}, found '${name}'`);
    }
    if (value === undefined || (typeof value === 'number' && value >= 0)) continue;
    throw typeError(`${where}: limits.${name}`, 'a number from 0', value);
  }
}
