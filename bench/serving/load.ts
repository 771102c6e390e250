import { peerPackage } from '../peer-packages.js';

/** The part of autocannon that the bench uses. */
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

/** The result of a load. Response times are in milliseconds. */
export interface LoadResult {
  /** Responses per second. */
  readonly rate: number;
  /** The number of responses. */
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** The parameters of a load. */
export interface Load {
  readonly baseUrl: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Sends requests as fast as the server responds, over keep-alive connections, with compression. The
 * connections start at different paths.
 *
 * @throws Error when a response is an error or is missing
 */
export async function load({ baseUrl, paths, connections, seconds }: Load): Promise<LoadResult> {
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
    throw new Error(
      `load: expected only successful responses, found ${result.non2xx} errors and ${result.errors} requests without a response`,
    );
  }
  const { p50, p99, max } = result.latency;
  return {
    rate: result.requests.average,
    count: result['2xx'],
    median: p50,
    p99,
    max: max,
  };
}
