/* The answers to `/healthz`, `/readyz` and `/metrics`, among other requests or at an address of their own. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { readRequest, writeResponse } from '../http/request-listener.js';
import type { SourceCheck } from '../snapshot/file/addresses/local-files.js';
import type { ServedSnapshot } from '../snapshot/file/replaceable-catalogs.js';
import { errorResponse, HttpError, uncachedResponse } from '../web/error-response.js';
import type { WebRequest, WebResponse } from '../web/web-request.js';
import { isLocalRequest } from './client-address.js';
import { openDescriptors } from './file-descriptors.js';
import type { Measurements, Meter } from './meter.js';
import { prometheusText } from './prometheus-text.js';

/** The values of {@link MetricsAccess}. */
export const METRICS_ACCESS = ['local', 'all', 'none'] as const;

/**
 * Who may read `/metrics`. `local` allows requests from a loopback address that have no `Forwarded`,
 * `X-Forwarded-For` or `Via` header. `all` allows every request. `none` allows no request.
 */
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

/** Options for monitoring. */
export interface MonitoringOptions {
  /** Whether to answer `/healthz` and `/readyz`. Default: false; true with `startServer`. */
  readonly health?: boolean | undefined;
  /** Who may read `/metrics`. Default: `none`; `local` with `startServer`. */
  readonly metrics?: MetricsAccess | undefined;
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
  /**
   * Returns the measurements for `/metrics`. Default: the measurements of `meter`.
   *
   * @internal
   */
  readonly measure?: (() => Measurements) | undefined;
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
}

/**
 * Returns the response to `/readyz`: the open snapshots. The status is 503 when no snapshot is open, while the
 * server warms up, and before it closes.
 */
function readiness(
  snapshots: readonly ServedSnapshot[],
  isWarm: boolean,
  isClosing: boolean,
): WebResponse {
  let status = 'ready';
  if (isClosing) status = 'closing';
  else if (snapshots.length === 0) status = 'no snapshot is open';
  else if (!isWarm) status = 'warming up';
  return monitored(JSON.stringify({ status, snapshots }), status === 'ready' ? 200 : 503);
}

/** Returns the properties of catalogs that were opened without changes. */
function snapshotsOf(catalogs: readonly Catalog[]): ServedSnapshot[] {
  return catalogs.map(({ library, fingerprint, titles }) => ({
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  }));
}

/**
 * Answers requests for `/healthz`, `/readyz` and `/metrics`.
 *
 * @returns undefined for any other path, for a path that is turned off, and for `/metrics` when the
 *   client may not read the metrics
 */
export type Monitoring = (
  request: WebRequest,
  incoming: IncomingMessage,
) => WebResponse | Promise<WebResponse> | undefined;

/**
 * Creates a function that answers the monitoring paths that the options turn on.
 *
 * @param meter supplies the measurements of `/metrics` if the options have no `measure`
 */
export function createMonitoring(
  options: MonitoringOptions,
  meter: Meter,
  currentCatalogs: () => readonly Catalog[],
): Monitoring {
  const { health = false, metrics = 'none', snapshots, sources } = options;
  const { isWarm = () => true, isClosing = () => false, measure = meter.measurements } = options;

  function openSnapshots(): readonly ServedSnapshot[] {
    const catalogs = currentCatalogs();
    return (
      snapshots?.().map((snapshot, i) => ({ ...snapshot, titles: catalogs[i].titles.size })) ??
      snapshotsOf(catalogs)
    );
  }

  async function readMetrics(): Promise<WebResponse> {
    const descriptors = await openDescriptors();
    const text = prometheusText(measure(), openSnapshots(), sources?.(), descriptors);
    return monitored(text, 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  }

  return ({ method, path }, incoming) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (path === '/healthz' && health) return monitored('{"status":"ok"}');
    if (path === '/readyz' && health) return readiness(openSnapshots(), isWarm(), isClosing());
    if (path !== '/metrics') return undefined;
    const isReader = metrics === 'all' || (metrics === 'local' && isLocalRequest(incoming));
    return isReader ? readMetrics() : undefined;
  };
}

function monitored(body: string, status = 200, headers?: WebResponse['headers']): WebResponse {
  return { ...uncachedResponse(status, body, headers), operation: 'monitoring' };
}

/** Maximum number of connections. Monitoring opens few, and the limits on clients do not apply to them. */
const MAX_CONNECTIONS = 100;

/**
 * Starts a server that answers only requests for `/healthz`, `/readyz` and `/metrics`. Its requests are neither limited
 * nor counted nor logged, so that monitoring works while clients exceed their limits.
 *
 * @throws Error with the `code` of the operating system, such as `EADDRINUSE`, when the server cannot listen
 */
export async function startMonitoringServer(
  monitoring: Monitoring,
  address: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    const request = readRequest(incoming, { baseUrl: '' });
    const { path, originalUrl } = request;
    const fail = (error: unknown) => errorResponse(error, originalUrl);
    let response: WebResponse | undefined;
    try {
      response = await monitoring(request, incoming);
    } catch (error) {
      response = fail(error);
    }
    response ??= fail(new HttpError(404, `No resource '${path}' found.`));
    writeResponse(response, outgoing, request, { fail });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(address);
  await once(server, 'listening');
  return server;
}
