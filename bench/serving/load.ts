import { peerPackage } from '../peer-packages.js';

/** What is used of autocannon. */
type Autocannon = (options: {
  readonly url: string;
  readonly connections: number;
  readonly duration: number;
  readonly setupClient: (client: { setRequests(requests: readonly object[]): void }) => void;
}) => Promise<{
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly non2xx: number;
  readonly errors: number;
  readonly '2xx': number;
}>;

/** What came of a load. */
export interface LoadResult {
  /** Responses a second. */
  readonly rate: number;
  /** Responses. */
  readonly count: number;
  /** In milliseconds. */
  readonly median: number;
  readonly percentile99: number;
  readonly worst: number;
}

/** How the load is made. */
export interface Load {
  readonly baseUrl: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Asks a server as much as it can answer, over connections that are kept, each with the paths in an order of its own, and
 * takes what comes compressed.
 *
 * @throws Error when a response was an error, or did not come
 */
export async function load(given: Load): Promise<LoadResult> {
  const { baseUrl, paths, connections, seconds } = given;
  const autocannon = peerPackage<Autocannon>('autocannon');
  const headers = { 'accept-encoding': 'gzip' };
  let client = 0;
  const result = await autocannon({
    url: baseUrl,
    connections,
    duration: seconds,
    setupClient(made) {
      const first = Math.floor((client++ * paths.length) / connections) % paths.length;
      const own = [...paths.slice(first), ...paths.slice(0, first)];
      made.setRequests(own.map((path) => ({ method: 'GET', path, headers })));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} responses were errors, and ${result.errors} did not come.`);
  }
  const { p50, p99, max } = result.latency;
  return {
    rate: result.requests.average,
    count: result['2xx'],
    median: p50,
    percentile99: p99,
    worst: max,
  };
}
