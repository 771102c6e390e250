/*
 * A load of requests from a process of its own, so that the load does not delay the process that measures: as fast as the
 * server responds, or at a constant rate.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quantile } from '../figures.js';
import { type PlainConnection, plainConnection } from './plain-connection.js';

/** The parameters of a load. */
export interface Load {
  readonly baseUrl: string;
  /** The paths and queries of the requests. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /**
   * Requests per second, evenly spaced. A request does not wait for earlier responses unless all connections are busy.
   * Default: each connection sends its next request when it has received a response.
   */
  readonly rate?: number;
  /** Whether other statuses and closed connections are counted instead of throwing an error. Default: false. */
  readonly allowsFailures?: boolean;
}

/** The result of a load. Response times are in milliseconds. */
export interface LoadResult {
  /** The number of requests. */
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
  /** The 99th percentile of the time from when a request was due to when it was sent. 0 without a rate. */
  readonly lateness99: number;
  /** The number of requests with each status other than 200, or without a response. They are not in the response times. */
  readonly failures: Readonly<Record<string, number>>;
}

const SCRIPT = fileURLToPath(import.meta.url);

/**
 * Sends requests over keep-alive connections, with compression. All responses must have `Content-Length`.
 *
 * With a rate, a response time starts when the request was due, not when the request was sent. Otherwise, a stalled server
 * would delay requests and so hide its long response times (coordinated omission).
 *
 * @throws Error when a response has a status other than 200, or the server closes a connection, unless failures are
 *   allowed
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const client = fork(SCRIPT, { stdio: 'inherit' });
  client.send(load);
  const [result] = (await Promise.race([once(client, 'message'), once(client, 'exit')])) as [
    LoadResult | number,
  ];
  if (typeof result === 'number')
    throw new Error('client process: expected a result, found none; see its error above');
  await once(client, 'exit');
  return result;
}

if (process.argv[1] === SCRIPT) {
  process.once('message', async (load: Load) => {
    process.send?.(await run(load));
    process.disconnect();
  });
}

async function run({
  baseUrl,
  paths,
  connections,
  seconds,
  rate,
  allowsFailures = false,
}: Load): Promise<LoadResult> {
  const idle = await Promise.all(
    Array.from({ length: connections }, () => plainConnection(baseUrl)),
  );
  const requests = paths.map((path) => idle[0].request(path));
  const latencies: number[] = [];
  const lateness: number[] = [];
  const failures: Record<string, number> = {};
  let failed = 0;
  const fail = (reason: string | number) => {
    if (!allowsFailures) throw new Error(`load: expected status 200, found ${reason}`);
    failures[reason] = (failures[reason] ?? 0) + 1;
    failed++;
  };
  /** Sends a request that was due at a time. Returns the connection, or a new one after a failure. */
  const send = async (number: number, due: number, connection: PlainConnection) => {
    lateness.push(performance.now() - due);
    try {
      const status = await connection.send(requests[number % requests.length]);
      if (status === 200) {
        latencies.push(performance.now() - due);
        return connection;
      }
      fail(status);
    } catch (error) {
      fail((error as Error).message);
    }
    connection.end();
    return plainConnection(baseUrl);
  };
  const begin = performance.now();

  if (rate === undefined) {
    const sendAll = async (first: PlainConnection, client: number) => {
      let connection = first;
      let number = Math.floor((client * requests.length) / connections);
      while (performance.now() < begin + seconds * 1000) {
        connection = await send(number++, performance.now(), connection);
      }
      connection.end();
    };
    await Promise.all(idle.map(sendAll));
  } else {
    const total = Math.round(rate * seconds);
    const dueAt = (number: number) => begin + (number / rate) * 1000;
    const queue: number[] = [];
    const sendDue = async (first: number, used: PlainConnection) => {
      let connection = used;
      for (let number: number | undefined = first; number !== undefined; number = queue.shift()) {
        connection = await send(number, dueAt(number), connection);
      }
      idle.push(connection);
    };
    for (let next = 0; next < total; ) {
      for (; next < total && dueAt(next) <= performance.now(); next++) {
        const connection = idle.shift();
        if (connection === undefined) queue.push(next);
        else void sendDue(next, connection);
      }
      await delay(1);
    }
    while (latencies.length + failed < total) await delay(5);
    for (const connection of idle) connection.end();
  }
  const [median, p99, max] = [0.5, 0.99, 1].map((fraction) => quantile(latencies, fraction));
  const lateness99 = quantile(lateness, 0.99);
  return { count: latencies.length + failed, median, p99, max, lateness99, failures };
}
