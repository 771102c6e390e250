import { once } from 'node:events';
import { startServer } from '../http/server.js';
import { createKiosk } from '../kiosk/kiosk.js';
import type { KioskOptions } from '../kiosk/options.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import { type Command, readArguments, UsageError, wholeNumber } from './command-line.js';
import { checkBranch, KIOSK_OPTIONS, kioskOptions, withIdleMinutes } from './kiosk-arguments.js';
import { counted } from './readable.js';

/** `carrel serve PATH...` */
export const serve: Command = {
  help: `carrel serve PATH... --api-key KEY

Answers the API under /v1 from catalogs, and shows them to readers on pages from / on, until it is
told to stop (SIGTERM, Ctrl-C).

  PATH            a snapshot file, or a source directory, which is indexed in memory first
  --api-key KEY   a key that requests may carry as api_key; may be given several times
  --port PORT     the port to listen on (8080; 0 takes any free one)
  --host HOST     the address to listen on (127.0.0.1; 0.0.0.0 for every address)
  --base-url URL  the address that links in responses begin with (http://HOST:PORT)
  --kiosk [N]     for a screen in the library: forgets a reader after N minutes (2) without a touch
  --branch ID     the branch that the screen stands in; its copies come first
  --covers remote shows covers from the addresses that titles have for them

Example: carrel serve branch.snapshot --api-key secret
`,
  async run(args) {
    const { values, positionals } = readArguments(withIdleMinutes(args), {
      'api-key': { type: 'string', multiple: true },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      'base-url': { type: 'string' },
      ...KIOSK_OPTIONS,
    });
    if (positionals.length === 0) throw new UsageError('no PATH is given.');
    const port = wholeNumber('--port', values.port, 0, 65535);
    const apiKeys = values['api-key'] ?? [];
    const kiosk = kioskOptions(values);
    if (apiKeys.length === 0 && kiosk.idleMinutes === undefined) {
      throw new UsageError('no --api-key is given; without one no request would be answered.');
    }
    if (apiKeys.includes('')) throw new UsageError('an --api-key is empty.');
    const baseUrl = values['base-url'];
    if (baseUrl !== undefined && !/^https?:$/.test(protocolOf(baseUrl))) {
      throw new UsageError(
        `--base-url is '${baseUrl}'; wanted an address with http:// or https://.`,
      );
    }
    return runServer({ paths: positionals, apiKeys, port, host: values.host, baseUrl, kiosk });
  },
};

/** What a server is run with. */
export interface ServeOptions {
  readonly paths: readonly string[];
  readonly apiKeys: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  /** How the pages are set up. */
  readonly kiosk?: KioskOptions;
  /** Called once it serves, with the address. */
  readonly onServing?: (baseUrl: string) => void;
}

/** Opens catalogs, serves them until SIGTERM or SIGINT, and lets running responses finish. */
export async function runServer(options: ServeOptions): Promise<number> {
  const { host, port, kiosk = {} } = options;
  const catalogs = options.paths.map((path) => openCatalog(path));
  checkBranch(kiosk, catalogs);
  const onError = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  };
  const server = await startServer({
    ...options,
    catalogs,
    site: createKiosk(kiosk),
    onError,
  }).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${port} of ${host} is taken by another program; choose one with --port.`)
      : error;
  });
  // Listened for before anyone is told that it serves, and could tell it to stop.
  const stop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  for (const { library, titles } of catalogs) {
    process.stdout.write(`${library.id}: ${library.name}, ${counted(titles.size, 'title')}\n`);
  }
  process.stdout.write(`Serving at ${server.baseUrl}\n`);
  options.onServing?.(server.baseUrl);
  await stop;
  await server.close();
  return 0;
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}
