import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.js';

/** A load of so many requests a second. */
export interface PacedLoad extends Load {
  readonly rate: number;
}

/** What came of it, and how punctual the client was. */
export interface PacedResult extends LoadResult {
  /** The 99th percentile of how late requests were sent, in milliseconds: the client's own share. */
  readonly lateness99: number;
}

/** What {@link pacedLoad} runs, seen from the compiled file. */
const CLIENT = fileURLToPath(new URL('./paced-client.js', import.meta.url));

/**
 * Asks a server at an even pace, each request at its own moment, as clients that know nothing of
 * each other do. A request is late from the moment it was due, not from when it could be sent, so
 * that a stalled server is not spared the questions it kept waiting. Load tools that give a rate
 * send each second's requests in one go, and measure how long that heap takes.
 *
 * The client is a process that does nothing else and has next to nothing to do: whatever it needs of
 * the machine's cores the server does not get.
 *
 * @throws Error when a response was an error, or did not come
 */
export async function pacedLoad(given: PacedLoad): Promise<PacedResult> {
  const client = fork(CLIENT, { stdio: 'inherit' });
  client.send(given);
  const [result] = (await Promise.race([once(client, 'message'), once(client, 'exit')])) as [
    PacedResult | number,
  ];
  if (typeof result === 'number') throw new Error('The client ended without a result; see above.');
  await once(client, 'exit');
  return result;
}
