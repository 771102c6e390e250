import { DEFAULT_LIMITS, type Limits } from '../../server/limits.js';
import { alternatives, UsageError, wholeNumber } from '../command-line.js';

/** For each limit: its name on the command line, the effect of exceeding it, and its minimum value. */
const LIMITS: Readonly<Record<keyof Limits, readonly [name: string, effect: string, min: number]>> =
  {
    connections: ['connections', 'a new connection is closed', 1],
    requestsPerConnection: ['requests-per-connection', 'the connection is closed', 1],
    requestsInFlight: ['requests-in-flight', '503; counts unfinished responses', 1],
    keyRequestsInFlight: ['key-requests-in-flight', '429; for each API key', 1],
    requestsPerSecond: ['requests-per-second', '429; for each API key, 0 for no limit', 0],
    clientConnections: ['client-connections', 'a new connection is closed', 1],
    clientRequestsInFlight: ['client-requests-in-flight', '429', 1],
    clientRequestsPerSecond: ['client-requests-per-second', '429; 0 for no limit', 0],
    clientFailedKeysPerMinute: ['client-failed-keys', '429; per minute, 0 for no limit', 0],
    headSeconds: ['head-seconds', '408; time to receive the head', 1],
    requestSeconds: ['request-seconds', '408; time to receive the whole request', 1],
    responseSeconds: ['response-seconds', 'the connection is closed', 1],
    idleSeconds: ['idle-seconds', 'the connection is closed', 1],
    headBytes: ['head-bytes', '431', 1024],
    urlBytes: ['url-bytes', '414; size of path and query', 256],
  };

const MAX_LIMIT = 1_000_000;

/** The output of `carrel serve --help limits`. */
export const LIMITS_HELP = `carrel serve PATH... --limit NAME=N

Sets a limit on clients; may be repeated. The limits apply to all workers
together. The limits 'client-...' apply to each client address (IPv6: each /64
network), but not to programs on this machine, unless --trusted-proxy names
their address: then to all clients of that proxy.

  limit                      default  when it is exceeded
${Object.entries(LIMITS)
  .map(([limit, [name, effect]]) => {
    const value = DEFAULT_LIMITS[limit as keyof Limits];
    return `  ${name.padEnd(27)}${String(value).padStart(7)}  ${effect}`;
  })
  .join('\n')}

Example: carrel serve a.snapshot --api-key secret --limit requests-in-flight=200
`;

/**
 * Parses the values of `--limit`, each `NAME=N`.
 *
 * @throws UsageError for an unknown name or an invalid number
 */
export function readLimits(values: readonly string[]): Partial<Limits> {
  return Object.fromEntries(values.map(readLimit));
}

function readLimit(text: string): [string, number] {
  const [name, ...rest] = text.split('=');
  const value = rest.join('=');
  const found = Object.entries(LIMITS).find(([, [known]]) => known === name);
  if (found === undefined) {
    const known = Object.values(LIMITS).map(([name]) => name);
    throw new UsageError(`--limit: expected ${alternatives(known)}, found '${name}'`);
  }
  const [limit, [, , min]] = found;
  return [limit, wholeNumber(`--limit ${name}`, value, min, MAX_LIMIT)];
}
