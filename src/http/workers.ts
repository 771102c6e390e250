import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { ReplacedCatalog } from '../snapshot/file/catalog-files.js';
import { inTurn } from '../snapshot/file/in-turn.js';
import { createBackOff } from './back-off.js';
import { type Calls, connectCalls } from './calls.js';
import type { Log } from './log.js';
import type { Measurements } from './meter.js';
import type { Service } from './service.js';
import type { PrimaryAnswers, ServingWorker, WorkerAnswers } from './worker.js';

/** How long a worker may take to stop, in milliseconds: its running responses have ten seconds. */
const STOPPING_MS = 15_000;

/** So many workers that end soon after their start, with none that serves, are no accident. */
const MOST_IN_A_ROW = 10;

/** What {@link startWorkers} needs. */
export interface WorkersOptions {
  readonly count: number;
  /** The address they serve at. */
  readonly host: string;
  /** The port they serve on; 0 for any free one. */
  readonly port: number;
  /** Told of workers that end by themselves. */
  readonly log: Log;
}

/** A service of several processes. */
export interface Workers extends Service {
  /**
   * Has every worker, serving or about to, read again what may change while it serves, other than
   * catalogs.
   *
   * @throws Error why one of them could not; the others have
   */
  reload(): Promise<void>;
}

interface Member {
  readonly worker: Worker;
  readonly call: Calls<WorkerAnswers>;
  /** Since when it serves; nothing until it does. */
  servingSince?: number;
  /** Why it could not begin to serve, or how it ended. */
  problem?: string;
}

/**
 * Serves from several processes, which share a port, each with the catalogs in its own memory. They
 * run the program that this one runs, with its arguments, where `work` is to be called.
 *
 * A worker that ends by itself is replaced, and later each time when it ends soon again; when ten in
 * a row did and none serves any more, the service has failed. Catalogs are replaced in one worker
 * after the other, and once it refuses all of them, in no other.
 *
 * @throws Error why the first worker could not serve
 */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, log } = options;
  const port = options.port === 0 ? await freePort(options.host) : options.port;
  const members = new Set<Member>();
  const waiting = new Set<NodeJS.Timeout>();
  const backOff = createBackOff();
  let isReplacing = false;
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It may fail before anyone waits for it, or while nobody does any more.
  failed.catch(() => {});

  const serving = () => [...members].filter(({ servingSince }) => servingSince !== undefined);

  async function measureAll(): Promise<readonly Measurements[]> {
    const asked = await Promise.allSettled(serving().map(({ call }) => call('measure', null)));
    return asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }

  function start(): Promise<ServingWorker> {
    const worker = cluster.fork();
    return new Promise((resolve, reject) => {
      const answers: PrimaryAnswers = {
        port: () => port,
        serving(told) {
          member.servingSince = performance.now();
          resolve(told);
        },
        notServing(problem) {
          member.problem = problem;
          worker.process.kill('SIGKILL');
        },
        measureAll,
      };
      const call = connectCalls<WorkerAnswers>(worker.process, answers);
      const member: Member = { worker, call };
      members.add(member);
      worker.once('exit', (status: number, signal: string | null) => {
        members.delete(member);
        member.problem ??= `It ended with ${signal ?? `status ${status}`}.`;
        reject(new Error(member.problem));
        if (isReplacing) replace(member);
      });
    });
  }

  function replace({ worker, servingSince, problem: reason }: Member): void {
    const wait = backOff.ended(servingSince === undefined ? 0 : performance.now() - servingSince);
    log.error('worker ended', { worker: worker.process.pid, reason, restartMs: wait });
    if (backOff.inARow >= MOST_IN_A_ROW && serving().length === 0) {
      const many = `${backOff.inARow} workers in a row ended soon after their start`;
      fail(new Error(`${many}, and none is left. The last one: ${reason}`));
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      // Why it could not serve is told when it has ended.
      start().catch(() => {});
    }, wait);
    waiting.add(timer);
  }

  async function stop({ worker, call, servingSince }: Member): Promise<void> {
    const exit = once(worker, 'exit');
    // One that does not serve yet has no response to finish.
    if (servingSince === undefined) worker.process.kill('SIGKILL');
    const deadline = setTimeout(() => worker.process.kill('SIGKILL'), STOPPING_MS);
    // What tells that it has stopped is its end.
    call('stop', null).catch(() => {});
    await exit;
    clearTimeout(deadline);
  }

  const { baseUrl, libraries } = await start();
  isReplacing = true;
  await Promise.allSettled(Array.from({ length: count - 1 }, start));

  return {
    baseUrl,
    libraries,
    refresh: inTurn(async (paths: readonly string[]) => {
      const replaced = new Map<string, ReplacedCatalog>();
      const refused = new Set<string>();
      // Those too that do not serve yet: what they have opened may be what stood there before.
      for (const { call } of [...members]) {
        // One that ends meanwhile is replaced by one that opens what stands there now.
        const refreshed = await call('refresh', paths).catch(() => undefined);
        if (refreshed === undefined) continue;
        for (const catalog of refreshed.replaced) replaced.set(catalog.source, catalog);
        for (const reason of refreshed.refused) refused.add(reason);
        if (refreshed.refused.length > 0 && refreshed.replaced.length === 0) break;
      }
      return { replaced: [...replaced.values()], refused: [...refused] };
    }),
    async reload() {
      const reload = ({ worker, call }: Member) =>
        call('reload', null).catch((error: Error) => {
          // One that is gone is replaced by one that reads what stands there now.
          if (!worker.isConnected()) return;
          throw new Error(`worker ${worker.process.pid}: ${error.message}`);
        });
      await Promise.all([...members].map(reload));
    },
    async close() {
      isReplacing = false;
      for (const timer of waiting) clearTimeout(timer);
      await Promise.all([...members].map(stop));
    },
    failed,
  };
}

/** A port that nobody has. Workers that asked for any would keep theirs no longer than they live. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
