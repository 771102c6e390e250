import type { IncomingMessage } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import type { ServedSnapshot } from '../snapshot/file/replaceable-catalogs.js';
import { type Answer, type Reply, uncachedReply } from '../web/reply.js';
import type { ListenerOptions } from './listener-options.js';
import { isLocalRequest } from './client-address.js';
import { type Meter, sumMeasurements } from './meter.js';
import { openDescriptors } from './open-descriptors.js';
import { prometheusText } from './prometheus-text.js';

/** Returns the reply to `/healthz`, which always has the status 200. */
function healthReply(): Reply {
  return uncachedReply(200, '{"status":"ok"}');
}

/**
 * Returns the reply to `/readyz`: the open snapshots. The status is 503 when no snapshot is open, while the
 * server warms up, and before it closes.
 */
function readinessReply(
  snapshots: readonly ServedSnapshot[],
  isWarm: boolean,
  isClosing: boolean,
): Reply {
  let status = 'ready';
  if (isClosing) status = 'closing';
  else if (snapshots.length === 0) status = 'no snapshot is open';
  else if (!isWarm) status = 'warming up';
  return uncachedReply(status === 'ready' ? 200 : 503, JSON.stringify({ status, snapshots }));
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
  path: string,
  request: IncomingMessage,
  catalogs: readonly Catalog[],
) => Answer | Promise<Answer> | undefined;

/**
 * Creates a handler for the monitoring paths that the options turn on.
 *
 * @param meter supplies the measurements of `/metrics` if the options have no `measure`
 */
export function createMonitoring(options: ListenerOptions, meter: Meter): Monitoring {
  const { health = false, metrics = 'none', measure, snapshots, sources } = options;
  const { isWarm = () => true, isClosing = () => false } = options;
  return (path, request, catalogs) => {
    const open = () =>
      snapshots?.().map((snapshot, i) => ({ ...snapshot, titles: catalogs[i].titles.size })) ??
      snapshotsOf(catalogs);
    if (path === '/healthz' && health) return monitored(healthReply());
    if (path === '/readyz' && health) {
      return monitored(readinessReply(open(), isWarm(), isClosing()));
    }
    if (path !== '/metrics') return undefined;
    const isReader = metrics === 'all' || (metrics === 'local' && isLocalRequest(request));
    if (!isReader) return undefined;
    return metricsText().then((text) => monitored(metricsReply(text)));

    async function metricsText(): Promise<string> {
      const descriptors = openDescriptors();
      const all = (await measure?.()) ?? [meter.measurements()];
      return prometheusText(sumMeasurements(all), open(), sources?.(), await descriptors);
    }
  };
}

function metricsReply(text: string): Reply {
  return uncachedReply(200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
}

function monitored(reply: Reply): Answer {
  return { operation: 'monitoring', reply };
}
