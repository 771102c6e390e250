import { once } from 'node:events';
import { watchFiles } from '../snapshot/file/watch-files.js';
import type { Log } from './log.js';
import type { Service } from './service.js';

/** What {@link attend} needs. */
export interface AttendedService<S extends Service> {
  /** What is served: files among these are watched. */
  readonly paths: readonly string[];
  /** Begins to serve. */
  start(): Promise<S>;
  /** Called once it serves and can be told to stop. */
  onServing(service: S): void;
  /** Called for SIGHUP, before all paths are opened anew. */
  onReload(service: S): void | Promise<void>;
  /** Told of catalogs that were replaced or refused. */
  readonly log: Log;
}

/**
 * Serves until SIGTERM or SIGINT; a second one ends it at once. Meanwhile files that change are
 * opened anew, and with SIGHUP all of them are, source directories too. A SIGHUP that comes before it
 * serves is heeded as soon as it does.
 *
 * @throws what `start` throws, and why the service failed
 */
export async function attend<S extends Service>(attended: AttendedService<S>): Promise<void> {
  const { paths, log } = attended;
  // What is opened meanwhile may be what stood there before.
  let isReloadWanted = false;
  const wantReload = () => {
    isReloadWanted = true;
  };
  process.on('SIGHUP', wantReload);
  // Before anything is opened: what changes from now on is opened again.
  const watch = await watchFiles(paths);
  const service = await attended.start();
  const refresh = async (changed: readonly string[]) => {
    const { replaced, refused } = await service.refresh(changed);
    for (const catalog of replaced) log.info('catalog replaced', { ...catalog });
    for (const reason of refused) log.error('catalog refused', { reason });
  };
  const hangUp = async () => {
    await attended.onReload(service);
    await refresh(paths);
  };
  process.off('SIGHUP', wantReload).on('SIGHUP', hangUp);
  const listening = new AbortController();
  const { signal } = listening;
  const told = Promise.race([
    once(process, 'SIGTERM', { signal }),
    once(process, 'SIGINT', { signal }),
  ]);
  try {
    attended.onServing(service);
    watch.start(refresh);
    if (isReloadWanted) hangUp();
    await Promise.race([told, service.failed]);
  } finally {
    listening.abort();
    watch.stop();
    process.off('SIGHUP', hangUp).on('SIGHUP', ignore);
    await service.close();
  }
}

/** What is asked for when all of it is about to be closed. */
function ignore(): void {}
