import { setTimeout as delay } from 'node:timers/promises';
import type { ConstantRateLoad, ConstantRateResult } from './constant-rate-load.js';
import { type PlainConnection, plainConnection } from './plain-connection.js';

/*
 * The process that `constant-rate-load.ts` starts. The process receives the parameters of a load, sends the
 * requests to the server, and sends the result to the parent process.
 */

process.once('message', async (load: ConstantRateLoad) => {
  process.send?.(await run(load));
  process.disconnect();
});

async function run({
  baseUrl,
  paths,
  connections,
  seconds,
  rate,
  allowsFailures = false,
}: ConstantRateLoad): Promise<ConstantRateResult> {
  const idle = await Promise.all(
    Array.from({ length: connections }, () => plainConnection(baseUrl)),
  );
  const requests = paths.map((path) => idle[0].request(path));
  const total = Math.round(rate * seconds);
  const latencies: number[] = [];
  const lateness: number[] = [];
  const queue: number[] = [];
  const begin = performance.now();
  const dueAt = (number: number) => begin + (number / rate) * 1000;

  const failures: Record<string, number> = {};
  let failed = 0;
  const fail = (reason: string | number) => {
    failures[reason] = (failures[reason] ?? 0) + 1;
    failed++;
  };
  const send = async (first: number, used: PlainConnection) => {
    let connection = used;
    for (let number: number | undefined = first; number !== undefined; number = queue.shift()) {
      lateness.push(performance.now() - dueAt(number));
      try {
        const status = await connection.send(requests[number % requests.length]);
        if (status === 200) {
          latencies.push(performance.now() - dueAt(number));
          continue;
        }
        if (!allowsFailures)
          throw new Error(`${paths[number % paths.length]}: expected status 200, found ${status}`);
        fail(status);
      } catch (error) {
        if (!allowsFailures) throw error;
        fail((error as Error).message);
      }
      connection.end();
      connection = await plainConnection(baseUrl);
    }
    idle.push(connection);
  };

  for (let next = 0; next < total; ) {
    for (; next < total && dueAt(next) <= performance.now(); next++) {
      const connection = idle.shift();
      if (connection === undefined) queue.push(next);
      else void send(next, connection);
    }
    await delay(1);
  }
  while (latencies.length + failed < total) await delay(5);
  for (const connection of idle) connection.end();
  const latency = (fraction: number) => quantile(latencies, fraction);
  return {
    rate: total / seconds,
    count: total,
    median: latency(0.5),
    p99: latency(0.99),
    max: latency(1),
    lateness99: quantile(lateness, 0.99),
    failures,
  };
}

function quantile(values: number[], fraction: number): number {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(fraction * values.length))];
}
