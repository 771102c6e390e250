import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.js';

/** The parameters of a load with a constant rate. */
export interface ConstantRateLoad extends Load {
  /** Requests per second. */
  readonly rate: number;
  /**
   * Whether a response with another status and a closed connection are counted instead of throwing an error. Default:
   * false.
   */
  readonly allowsFailures?: boolean;
}

/** The result of a load with a constant rate. */
export interface ConstantRateResult extends LoadResult {
  /**
   * The 99th percentile of the time from when a request was due to when the client sent the request, in
   * milliseconds.
   */
  readonly lateness99: number;
  /** The number of requests with each status other than 200, or without a response. They are not in the response times. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The path of the compiled script of the client process. */
const CLIENT = fileURLToPath(new URL('./constant-rate-client.js', import.meta.url));

/**
 * Sends requests at a constant rate, evenly spaced (open loop). A request does not wait for earlier responses
 * unless all connections are busy. A response time starts when the request was due, not when the request was
 * sent. Otherwise, a stalled server would delay requests and so hide its long response times (coordinated
 * omission).
 *
 * The client runs in its own process. All responses must have `Content-Length`.
 *
 * @throws Error when a response has a status other than 200, or the server closes a connection, unless failures are
 *   allowed
 */
export async function constantRateLoad(load: ConstantRateLoad): Promise<ConstantRateResult> {
  const client = fork(CLIENT, { stdio: 'inherit' });
  client.send(load);
  const [result] = (await Promise.race([once(client, 'message'), once(client, 'exit')])) as [
    ConstantRateResult | number,
  ];
  if (typeof result === 'number')
    throw new Error('client process: expected a result, found none; see its error above');
  await once(client, 'exit');
  return result;
}
