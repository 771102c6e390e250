import { DEFAULT_LIMITS, type Limits } from '../http/limits.js';
import { UsageError, wholeNumber } from './command-line.js';

/** What a limit is called on the command line, what it limits, and its least value. */
const LIMITS: Readonly<Record<keyof Limits, readonly [name: string, help: string, least: number]>> =
  {
    connections: ['connections', 'connections open at a time; one more is closed at once', 1],
    requestsPerConnection: ['requests-per-connection', 'then the connection is closed', 1],
    requestsInFlight: ['requests-in-flight', 'responses on their way; 503 for one more', 1],
    requestsPerSecond: [
      'requests-per-second',
      'with one API key; 429 for more; 0 for any number',
      0,
    ],
    headSeconds: ['head-seconds', 'for the head of a request to come; then 408', 1],
    requestSeconds: ['request-seconds', 'for a whole request to come; then 408', 1],
    responseSeconds: [
      'response-seconds',
      'for a response to leave; then its connection is closed',
      1,
    ],
    idleSeconds: ['idle-seconds', 'that a connection is kept for a next request', 1],
    headBytes: ['head-bytes', 'that the head of a request may have; 431 for more', 1024],
    urlBytes: ['url-bytes', 'that path and query may have; 414 for more', 256],
  };

const MOST = 1_000_000;

/** What `carrel serve --help limits` says. */
export const LIMITS_HELP = `carrel serve PATH... --limit NAME=N

Limits on clients, each with what it is unless given; --limit may be given several times.
With several workers each of them has these limits for itself.

${Object.entries(LIMITS)
  .map(([limit, [name, help]]) => {
    const value = DEFAULT_LIMITS[limit as keyof Limits];
    return `  ${name.padEnd(24)}${String(value).padStart(6)}  ${help}`;
  })
  .join('\n')}

Example: carrel serve branch.snapshot --api-key secret --limit requests-per-second=20
`;

/**
 * Reads what `--limit` was given.
 *
 * @throws UsageError for a limit that there is not, or a value that is none
 */
export function readLimits(given: readonly string[]): Partial<Limits> {
  return Object.fromEntries(given.map(readLimit));
}

function readLimit(text: string): [string, number] {
  const [name, value = ''] = text.split('=', 2);
  const found = Object.entries(LIMITS).find(([, [known]]) => known === name);
  if (found === undefined) {
    const known = Object.values(LIMITS).map(([name]) => name);
    throw new UsageError(`there is no limit '${name}'; there are ${known.join(', ')}.`);
  }
  const [limit, [, , least]] = found;
  return [limit, wholeNumber(`--limit ${name}`, value, least, MOST)];
}
