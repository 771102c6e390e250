import type { RefreshResult } from '../../snapshot/file/replaceable-catalogs.js';
import type { TitleCount } from '../../snapshot/file/writing/publishing-limits.js';
import type { Measurements } from '../monitoring/meter.js';
import type { ServedLibrary, Service } from '../server/service.js';
import { connectIpc } from './ipc.js';

/** Functions of a worker that the supervisor calls. */
export type WorkerHandlers = {
  /** Opens files again and replaces their catalogs. */
  refresh(paths: readonly string[]): Promise<RefreshResult>;
  /** Reloads settings such as API keys. Catalogs are reloaded by `refresh`. */
  reload(nothing: null): void;
  /** Returns the measurements of the worker. */
  measure(nothing: null): Measurements;
  /** Waits for responses in progress, then exits. */
  stop(nothing: null): void;
};

/** Functions of the supervisor that workers call. */
export type SupervisorHandlers = {
  /** Returns the port to listen on. */
  port(nothing: null): number;
  /** Returns the catalogs that are served. */
  served(nothing: null): readonly TitleCount[];
  /** Reports that the worker is serving. */
  serving(worker: ServingWorker): void;
  /** Reports that the worker could not start. */
  notServing(reason: string): void;
  /** Returns the measurements of all workers. */
  measureAll(nothing: null): Promise<readonly Measurements[]>;
};

/** The data that a worker reports when it is serving. */
export interface ServingWorker {
  readonly baseUrl: string;
  readonly libraries: readonly ServedLibrary[];
}

/** The functions that {@link runWorker} needs. */
export interface WorkerTasks {
  /**
   * Starts to serve on a port.
   *
   * @param measureAll returns the measurements of all workers
   * @param served the catalogs that other workers serve
   */
  start(
    port: number,
    measureAll: () => Promise<readonly Measurements[]>,
    served: readonly TitleCount[],
  ): Promise<Service>;
  /** Reloads settings such as API keys. */
  reload(): void;
  /** Returns the measurements of this worker. */
  measure(): Measurements;
}

/**
 * Runs a worker process. The supervisor, which is the process that called `startWorkers`, controls the
 * worker over IPC. The worker ignores SIGINT, SIGTERM and SIGHUP, because a terminal or a service manager
 * sends them to all processes of the group. The worker exits when the supervisor exits.
 *
 * @returns a promise that resolves when the supervisor has called `stop` and the worker has stopped
 */
export async function runWorker(tasks: WorkerTasks): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const handlers: WorkerHandlers = {
    // During startup, the worker may already have opened the old files, so it refreshes after startup.
    refresh: async (paths) => (await starting)?.refresh(paths) ?? { replaced: [], refused: [] },
    reload: () => tasks.reload(),
    measure: () => tasks.measure(),
    stop: () => stop(),
  };
  const supervisor = connectIpc<SupervisorHandlers>(process, handlers);
  async function start(): Promise<Service | undefined> {
    try {
      const port = await supervisor('port', null);
      const served = await supervisor('served', null);
      const service = await tasks.start(port, () => supervisor('measureAll', null), served);
      await supervisor('serving', { baseUrl: service.baseUrl, libraries: service.libraries });
      return service;
    } catch (error) {
      await supervisor('notServing', (error as Error).message);
      return undefined;
    }
  }
  const starting = start();
  const service = await starting;
  await stopped;
  await service?.close();
  process.disconnect?.();
}
