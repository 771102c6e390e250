import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type ReplacedCatalog, serialized } from '../../snapshot/file/replaceable-catalogs.js';
import type { Log } from '../monitoring/log.js';
import type { Measurements, Meter } from '../monitoring/meter.js';
import type { ListenOptions } from '../server/listening-socket.js';
import type { Service } from '../server/service.js';
import { createBackOff } from './back-off.js';
import { findFreePort } from './free-port.js';
import { connectIpc, type IpcCaller } from './ipc.js';
import type { ServingWorker, SupervisorHandlers, WorkerHandlers } from './worker.js';

/**
 * Maximum time in which a worker must stop before it is killed. It is longer than the 10 seconds for which
 * a worker waits for its responses. `drainSeconds` is added to it.
 */
const STOP_TIMEOUT_MS = 15_000;

/** The service fails when `BackOff.consecutiveFailures` reaches this number and no worker is serving. */
const MAX_CONSECUTIVE_FAILURES = 10;

/** Options of {@link startWorkers}. */
export interface WorkersOptions extends ListenOptions {
  /** Number of workers. */
  readonly count: number;
  /** Seconds for which a worker that is stopped still accepts requests. Default: 0. */
  readonly drainSeconds?: number | undefined;
  /** Receives an event for each worker that exits unexpectedly after the first worker has started. */
  readonly log: Log;
  /** Counts unexpected exits of workers. Its measurements are added to the workers' measurements. */
  readonly meter: Meter;
}

/** A service of several worker processes. */
export interface Workers extends Service {
  /**
   * Reloads the settings of every worker, such as API keys, including workers that are still starting.
   *
   * @throws Error when a worker cannot reload its settings; the other workers still reload their settings
   */
  reload(): Promise<void>;
}

/** A worker and its state. */
interface WorkerHandle {
  readonly worker: Worker;
  readonly call: IpcCaller<WorkerHandlers>;
  /** When the worker began to serve, as `performance.now()`; undefined before that. */
  servingSince?: number;
  /** Why the worker could not start, or how it exited. */
  exitReason?: string;
}

/**
 * Serves from several processes that share a port. Each process has the catalogs in its own memory. The
 * workers run the same program as this process, with the same arguments, and must call `runWorker`.
 *
 * A worker that exits unexpectedly is restarted. If workers keep exiting before they have served for 10
 * seconds, the delay before a restart grows. After ten exits in a row, the service fails if no worker is serving.
 *
 * A worker that is restarted compares its catalogs with the catalogs that the other workers serve.
 *
 * Catalogs are replaced in one worker after another. If a worker refuses a catalog and replaces none,
 * the remaining workers keep their old catalogs.
 *
 * @throws Error when the first worker cannot start, with its reason
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, socket, log, meter, drainSeconds = 0 } = options;
  const needsPort = socket === undefined && options.port === 0;
  const port = needsPort ? await findFreePort(options.host) : options.port;
  // Each worker accepts connections itself. If this process accepted the connections, it would close those that it has
  // not yet passed to a worker when the workers stop, instead of leaving them to the next process.
  if (socket !== undefined && 'fd' in socket) cluster.schedulingPolicy = cluster.SCHED_NONE;
  const handles = new Set<WorkerHandle>();
  const restartTimers = new Set<NodeJS.Timeout>();
  const backOff = createBackOff();
  /** The number of titles that are served, by library. */
  const served = new Map<string, number>();
  let isRestarting = false;
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Prevents an unhandled rejection while the caller is not waiting for `failed`.
  failed.catch(() => {});

  const serving = () => [...handles].filter(({ servingSince }) => servingSince !== undefined);

  async function measureAll(): Promise<readonly Measurements[]> {
    const results = await Promise.allSettled(serving().map(({ call }) => call('measure', null)));
    return [
      { ...meter.measurements(), processes: 0 },
      ...results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    ];
  }

  function start(): Promise<ServingWorker> {
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      const handlers: SupervisorHandlers = {
        port: () => port,
        served: () => Array.from(served, ([library, titles]) => ({ library, titles })),
        serving(servingWorker) {
          handle.servingSince = performance.now();
          resolve(servingWorker);
        },
        notServing(reason) {
          handle.exitReason = reason;
          worker.process.kill('SIGKILL');
        },
        measureAll,
      };
      const call = connectIpc<WorkerHandlers>(worker.process, handlers);
      const handle: WorkerHandle = { worker, call };
      handles.add(handle);
      worker.once('exit', (status: number, signal: string | null) => {
        handles.delete(handle);
        handle.exitReason ??= `exited with ${signal ?? `status ${status}`}`;
        reject(new Error(handle.exitReason));
        if (isRestarting) restart(handle);
      });
    });
  }

  function restart({ worker, servingSince, exitReason: reason }: WorkerHandle): void {
    const uptimeMs = servingSince === undefined ? 0 : performance.now() - servingSince;
    const restartMs = backOff.recordExit(uptimeMs);
    meter.workerExits++;
    log.error('worker exited', { worker: worker.process.pid, reason, restartMs });
    if (backOff.consecutiveFailures >= MAX_CONSECUTIVE_FAILURES && serving().length === 0) {
      const failures = `${backOff.consecutiveFailures} in a row exited soon after their start`;
      fail(new Error(`workers: ${failures}, and none is serving; last reason: ${reason}`));
      return;
    }
    const timer = setTimeout(() => {
      restartTimers.delete(timer);
      // The exit handler logs the reason of a failed start.
      start().catch(() => {});
    }, restartMs);
    restartTimers.add(timer);
  }

  async function stop({ worker, call, servingSince }: WorkerHandle): Promise<void> {
    const exit = once(worker, 'exit');
    // A worker that is not serving yet has no responses to finish.
    if (servingSince === undefined) worker.process.kill('SIGKILL');
    const timeoutMs = STOP_TIMEOUT_MS + drainSeconds * 1000;
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), timeoutMs);
    // The result is not needed: `exit` shows that the worker has stopped.
    call('stop', null).catch(() => {});
    await exit;
    clearTimeout(deadline);
  }

  const { baseUrl, libraries } = await start();
  for (const { id, titles } of libraries) served.set(id, titles);
  isRestarting = true;
  await Promise.allSettled(Array.from({ length: count - 1 }, start));

  return {
    baseUrl,
    libraries,
    refresh: serialized(async (paths: readonly string[]) => {
      const replaced = new Map<string, ReplacedCatalog>();
      const refused = new Set<string>();
      // Include workers that are still starting, because they may already have opened the old files.
      for (const { call } of [...handles]) {
        // A worker that exits during the call is restarted, and then opens the new files.
        const refreshed = await call('refresh', paths).catch(() => undefined);
        if (refreshed === undefined) continue;
        for (const catalog of refreshed.replaced) {
          replaced.set(catalog.source, catalog);
          served.set(catalog.library, catalog.titles);
        }
        for (const reason of refreshed.refused) refused.add(reason);
        if (refreshed.refused.length > 0 && refreshed.replaced.length === 0) break;
      }
      return { replaced: [...replaced.values()], refused: [...refused] };
    }),
    async reload() {
      const reload = ({ worker, call }: WorkerHandle) =>
        call('reload', null).catch((error: Error) => {
          // A worker that has exited is restarted, and then reads the new settings.
          if (!worker.isConnected()) return;
          throw new Error(`worker ${worker.process.pid}: ${error.message}`);
        });
      await Promise.all([...handles].map(reload));
    },
    async close() {
      isRestarting = false;
      for (const timer of restartTimers) clearTimeout(timer);
      await Promise.all([...handles].map(stop));
    },
    failed,
  };
}
