import type { Refreshed } from '../snapshot/file/catalog-files.js';
import { connectCalls } from './calls.js';
import type { Measurements } from './meter.js';
import type { ServedLibrary, Service } from './service.js';

/** What a worker can be asked for. */
export type WorkerAnswers = {
  refresh(paths: readonly string[]): Promise<Refreshed>;
  /** To read again what may change while it serves, other than catalogs. */
  reload(nothing: null): void;
  measure(nothing: null): Measurements;
  /** To let running responses finish, and to end. */
  stop(nothing: null): void;
};

/** What the process that started the workers can be asked for, and told. */
export type PrimaryAnswers = {
  /** The port to serve on. */
  port(nothing: null): number;
  /** That the worker serves. */
  serving(told: ServingWorker): void;
  /** Why it cannot. */
  notServing(problem: string): void;
  /** What every worker has counted. */
  measureAll(nothing: null): Promise<readonly Measurements[]>;
};

/** What a worker tells when it serves. */
export interface ServingWorker {
  readonly baseUrl: string;
  readonly libraries: readonly ServedLibrary[];
}

/** What is particular to a worker. */
export interface WorkerTasks {
  /**
   * Begins to serve on a port.
   *
   * @param measureAll gives what all workers have counted
   */
  start(port: number, measureAll: () => Promise<readonly Measurements[]>): Promise<Service>;
  reload(): void;
  measure(): Measurements;
}

/**
 * Works as one of several processes that `startWorkers` started, and does as that one says: signals
 * that a terminal or a service manager sends to all of them are that one's to heed, and when it is
 * gone, so is this one.
 *
 * @returns when it was told to stop, and has
 */
export async function work(tasks: WorkerTasks): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const answers: WorkerAnswers = {
    // What is opened meanwhile may be what stood there before.
    refresh: async (paths) => (await begun)?.refresh(paths) ?? { replaced: [], refused: [] },
    reload: () => tasks.reload(),
    measure: () => tasks.measure(),
    stop: () => stop(),
  };
  const primary = connectCalls<PrimaryAnswers>(process, answers);
  async function begin(): Promise<Service | undefined> {
    try {
      const port = await primary('port', null);
      const service = await tasks.start(port, () => primary('measureAll', null));
      await primary('serving', { baseUrl: service.baseUrl, libraries: service.libraries });
      return service;
    } catch (error) {
      await primary('notServing', (error as Error).message);
      return undefined;
    }
  }
  const begun = begin();
  const service = await begun;
  await stopped;
  await service?.close();
  process.disconnect?.();
}
