import cluster from 'node:cluster';
import { attend } from '../http/attend.js';
import type { ListenerOptions } from '../http/listener-options.js';
import { createLog, type LogLevel } from '../http/log.js';
import { createMeter } from '../http/meter.js';
import { type Service, type ServiceOptions, startService } from '../http/service.js';
import { work } from '../http/worker.js';
import { startWorkers } from '../http/workers.js';
import { createKiosk } from '../kiosk/kiosk.js';
import type { KioskOptions } from '../kiosk/options.js';
import { checkBranch } from './kiosk-arguments.js';
import { counted } from './readable.js';
import { reloadable } from './reloadable.js';

/** What a server is run with. */
export interface ServeOptions
  extends Pick<ListenerOptions, 'open' | 'cacheSize' | 'limits' | 'metrics'> {
  readonly paths: readonly string[];
  /** Reads the API keys as they are now. */
  readonly readKeys: () => readonly string[];
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  /** How many processes; one unless given, which is this one. */
  readonly workers?: number;
  /** How the pages are set up. */
  readonly kiosk?: KioskOptions;
  /** How much standard error is told; what went wrong unless given. */
  readonly logLevel?: LogLevel;
  /** Called once it serves, with the address. */
  readonly onServing?: (baseUrl: string) => void;
}

/** Opens catalogs, serves them until SIGTERM or SIGINT, and lets running responses finish. */
export async function runServer(options: ServeOptions): Promise<number> {
  const { paths, port, workers = 1, kiosk = {}, logLevel = 'error' } = options;
  const log = createLog(logLevel, (lines) => process.stderr.write(lines));
  const meter = createMeter();
  const keys = reloadable(options.readKeys);
  const apiKeys = () => keys.current;
  // What a reader looked for is nobody's business once they have gone.
  const logsQueries = kiosk.idleMinutes === undefined;
  const serving = { ...options, apiKeys, log, logsQueries, meter, site: createKiosk(kiosk) };
  if (cluster.isWorker) {
    await work({
      start: (port, measure) => startHere({ ...serving, port, measure }),
      reload: keys.reload,
      measure: meter.measurements,
    });
    return 0;
  }
  await attend({
    paths,
    log,
    start: (): Promise<Service> =>
      workers === 1 ? startHere(serving) : startWorkers({ ...serving, port, count: workers }),
    async onReload(service) {
      try {
        keys.reload();
        await service.reload?.();
        log.info('API keys read again', { keys: keys.current.length });
      } catch (error) {
        log.error('API keys not read again', { reason: (error as Error).message });
      }
    },
    onServing({ libraries, baseUrl }) {
      checkBranch(kiosk, libraries);
      for (const { id, name, titles } of libraries) {
        process.stdout.write(`${id}: ${name}, ${counted(titles, 'title')}\n`);
      }
      process.stdout.write(`Serving at ${baseUrl}\n`);
      options.onServing?.(baseUrl);
    },
  });
  return 0;
}

/** Serves in this process. */
function startHere(options: ServiceOptions): Promise<Service> {
  const { host, port } = options;
  return startService(options).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${port} of ${host} is taken by another program; choose one with --port.`)
      : error;
  });
}
