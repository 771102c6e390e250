import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.js';

/** The parameters of an open-loop load with a constant rate. */
export interface ConstantRateLoad extends Load {
  /** Requests per second. */
  readonly rate: number;
}

/** The result of a load with a constant rate. */
export interface ConstantRateResult extends LoadResult {
  /** The 99th percentile of the delay before the client sent a request, in milliseconds. */
  readonly lateness99: number;
}

/** The script of the client process, relative to the compiled file. */
const CLIENT = fileURLToPath(new URL('./constant-rate-client.js', import.meta.url));

/**
 * Sends requests at a constant rate, evenly spaced (open loop). A response time starts when the request was
 * due, not when it was sent, so that a stalled server cannot shorten the measured times (coordinated
 * omission). Sending all requests of a second at once would measure the length of the burst instead.
 *
 * The client runs in its own process, and does as little work as possible, since it takes processor time
 * from the server.
 *
 * @throws Error when a response is an error or is missing
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
