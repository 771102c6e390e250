import { setTimeout as delay } from 'node:timers/promises';
import type { Title } from '../../src/index.js';
import { readerQueries } from '../queries/reader-queries.js';
import { API_KEY } from '../serving/mixed-requests.js';
import { plainConnection } from '../serving/plain-connection.js';
import { serveSnapshot } from '../serving/served-process.js';
import { quantile } from './measured.js';

/** The maximum number of requests that are sent after the server is ready. */
export const FIRST_REQUESTS = 100;
const POLL_MS = 5;

/** The times of the first requests after the start of a server, in milliseconds. */
export interface FirstRequests {
  /** The time from the start of the process until `/readyz` is 200. */
  readonly ready: number;
  readonly median: number;
  readonly worst: number;
}

/**
 * Starts `carrel serve`, waits until `/readyz` is 200, and sends up to {@link FIRST_REQUESTS} different searches
 * with metadata, one after another.
 */
export async function measureFirstRequests(
  snapshot: string,
  libraryId: string,
  sample: readonly Title[],
): Promise<FirstRequests> {
  const begin = performance.now();
  const server = await serveSnapshot(snapshot, []);
  try {
    const connection = await plainConnection(server.baseUrl);
    const readiness = connection.request('/readyz');
    while ((await connection.send(readiness)) !== 200) await delay(POLL_MS);
    const ready = performance.now() - begin;
    const times: number[] = [];
    for (const { text } of readerQueries(sample).slice(0, FIRST_REQUESTS)) {
      const params = { q: text, library: libraryId, metadata: '1', api_key: API_KEY };
      const request = connection.request(`/v1/titles?${new URLSearchParams(params)}`);
      const sent = performance.now();
      const status = await connection.send(request);
      times.push(performance.now() - sent);
      if (status !== 200) throw new Error(`${text}: expected status 200, found ${status}`);
    }
    connection.end();
    return { ready, median: quantile(times, 0.5), worst: quantile(times, 1) };
  } finally {
    await server.stop();
  }
}
