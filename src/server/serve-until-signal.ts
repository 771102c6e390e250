/* Handles the signals of a service. */

import { once } from 'node:events';
import type { Service } from './service.js';

export interface ServeUntilSignalOptions<S extends Service> {
  /**
   * Starts the service.
   *
   * @param stopSignal returns a signal that SIGTERM and SIGINT abort. Before the first call, they end the process at
   *   once. If `start` rejects after this signal was aborted, serving has ended without an error
   */
  start(stopSignal: () => AbortSignal): Promise<S>;
  /** Called once, when the service is listening and signals are handled. */
  onServing(service: S): void;
  /** Called on SIGHUP, before all files are opened again. */
  onReload(service: S): void | Promise<void>;
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
  // A SIGHUP during `start` requires a reload afterwards, because `start` may have opened the old files.
  let isReloadRequested = false;
  const deferReload = () => {
    isReloadRequested = true;
  };
  process.on('SIGHUP', deferReload);
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
    service = await options.start(stopSignal);
    stopSignal();
    if (!signal.aborted) await serve(service);
  } catch (error) {
    if (service !== undefined || !signal.aborted) throw error;
  } finally {
    release();
    process.off('SIGHUP', deferReload).on('SIGHUP', ignore);
    await service?.close();
  }

  async function serve(service: S): Promise<void> {
    const reload = coalesced(async () => {
      await options.onReload(service);
      await service.refresh();
    });
    process.off('SIGHUP', deferReload).on('SIGHUP', reload);
    try {
      options.onServing(service);
      service.watch();
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
