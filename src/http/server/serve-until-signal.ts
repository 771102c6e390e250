import { once } from 'node:events';
import { type FileCheck, watchFiles } from '../../snapshot/file/watch-files.js';
import type { Log } from '../monitoring/log.js';
import type { Meter } from '../monitoring/meter.js';
import { reportRefresh, type Service } from './service.js';

export interface ServeUntilSignalOptions<S extends Service> {
  /** The snapshot files and source directories that are served. Snapshot files are watched for changes. */
  readonly paths: readonly string[];
  /**
   * Starts the service.
   *
   * @param stopSignal returns a signal that SIGTERM and SIGINT abort. Before the first call, they end the process at
   *   once. If `start` rejects after this signal was aborted, serving has ended without an error
   * @param fileChecks returns the last check of each file of `paths`
   */
  start(stopSignal: () => AbortSignal, fileChecks: () => readonly FileCheck[]): Promise<S>;
  /** Called once, when the service is listening and signals are handled. */
  onServing(service: S): void;
  /** Called on SIGHUP, before all paths are opened again. */
  onReload(service: S): void | Promise<void>;
  /** Receives an event for each replaced catalog, and for each reason why a catalog was refused. */
  readonly log: Log;
  /** Counts the reasons why a catalog was refused. */
  readonly meter: Meter;
}

/**
 * Serves until the process receives SIGTERM or SIGINT, then closes the service. A second SIGTERM or
 * SIGINT ends the process at once. A snapshot file that changes is opened again. On SIGHUP, all snapshot
 * files and source directories are opened again. A SIGHUP during startup is deferred until the service
 * is listening. All SIGHUPs that arrive during a reload cause one more reload.
 *
 * @throws Error the error of `start` or `onServing`, or the reason why the service failed
 */
export async function serveUntilSignal<S extends Service>(
  options: ServeUntilSignalOptions<S>,
): Promise<void> {
  const { paths, log, meter } = options;
  // A SIGHUP during `start` requires a reload afterwards, because `start` may have opened the old files.
  let isReloadRequested = false;
  const deferReload = () => {
    isReloadRequested = true;
  };
  process.on('SIGHUP', deferReload);
  // Record the state of the files before `start` opens them, so that no later change is missed.
  const watch = await watchFiles(paths);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = () => {
    // Without a handler, a second signal ends the process.
    release();
    stopping.abort();
  };
  const release = () => process.off('SIGTERM', stop).off('SIGINT', stop);
  const stopSignal = () => {
    release();
    if (!signal.aborted) process.on('SIGTERM', stop).on('SIGINT', stop);
    return signal;
  };
  let service: S | undefined;
  try {
    service = await options.start(stopSignal, watch.checks);
    stopSignal();
    if (!signal.aborted) await serve(service);
  } catch (error) {
    if (service !== undefined || !signal.aborted) throw error;
  } finally {
    release();
    watch.stop();
    process.off('SIGHUP', deferReload).on('SIGHUP', ignore);
    await service?.close();
  }

  async function serve(service: S): Promise<void> {
    const refresh = async (changed: readonly string[]) => {
      const onOpened = watch.opening([...changed, ...service.unused()]);
      reportRefresh(await service.refresh(changed), log, meter);
      onOpened(service.unused());
    };
    const reload = coalesced(async () => {
      await options.onReload(service);
      await refresh(paths);
    });
    process.off('SIGHUP', deferReload).on('SIGHUP', reload);
    try {
      options.onServing(service);
      watch.start(refresh, (reason) => log.error('file keeps changing', { reason }));
      if (isReloadRequested) reload();
      await Promise.race([once(signal, 'abort'), service.failed]);
    } finally {
      process.off('SIGHUP', reload);
    }
  }
}

/**
 * Returns a function that calls `run`. All calls of the function while `run` is in progress cause one more call
 * of `run`.
 */
function coalesced(run: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isRequested = false;
  return async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    while (isRequested) {
      isRequested = false;
      await run();
    }
    isRunning = false;
  };
}

/** Ignores SIGHUP while the service closes. Without a handler, SIGHUP would end the process. */
function ignore(): void {}
