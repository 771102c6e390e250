import type { IncomingMessage } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { addedUp } from './added-up.js';
import { healthReply, readinessReply } from './health.js';
import type { ListenerOptions } from './listener-options.js';
import { isFromHere } from './loopback.js';
import type { Meter } from './meter.js';
import { prometheusText } from './prometheus-text.js';
import { momentaryReply, type Reply } from './reply.js';

/**
 * What a request from whoever runs the server is answered, if it is one: `/healthz`, `/readyz` or
 * `/metrics`. For somebody who may not read them, there are no metrics.
 */
export type Monitoring = (
  path: string,
  request: IncomingMessage,
  catalogs: readonly Catalog[],
) => Reply | Promise<Reply> | undefined;

/** Answers those of them that the options have. */
export function createMonitoring(
  { health = false, metrics = 'none', measure }: ListenerOptions,
  meter: Meter,
): Monitoring {
  return (path, request, catalogs) => {
    if (path === '/healthz' && health) return healthReply();
    if (path === '/readyz' && health) return readinessReply(catalogs);
    if (path !== '/metrics') return undefined;
    const isReader = metrics === 'all' || (metrics === 'local' && isFromHere(request));
    if (!isReader) return undefined;
    const measured = measure?.() ?? Promise.resolve([meter.measurements()]);
    return measured.then((all) => metricsReply(prometheusText(addedUp(all), catalogs)));
  };
}

function metricsReply(text: string): Reply {
  return momentaryReply(200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
}
