import { setTimeout as delay } from 'node:timers/promises';
import type { PacedLoad, PacedResult } from './paced-load.js';
import { type PlainConnection, plainConnection } from './plain-connection.js';

/* What runs in the process of `paced-load.ts`: a load in, its result out. */

process.once('message', async (given: PacedLoad) => {
  process.send?.(await ask(given));
  process.disconnect();
});

async function ask({
  baseUrl,
  paths,
  connections,
  seconds,
  rate,
}: PacedLoad): Promise<PacedResult> {
  const idle = await Promise.all(
    Array.from({ length: connections }, () => plainConnection(baseUrl)),
  );
  const all = [...idle];
  const requests = paths.map((path) => all[0].request(path));
  const total = Math.round(rate * seconds);
  const latencies: number[] = [];
  const lateness: number[] = [];
  const waiting: number[] = [];
  const begin = performance.now();
  const dueAt = (number: number) => begin + (number / rate) * 1000;

  const send = async (first: number, connection: PlainConnection) => {
    for (let number: number | undefined = first; number !== undefined; number = waiting.shift()) {
      lateness.push(performance.now() - dueAt(number));
      const status = await connection.ask(requests[number % requests.length]);
      if (status !== 200)
        throw new Error(`${paths[number % paths.length]} was answered with ${status}.`);
      latencies.push(performance.now() - dueAt(number));
    }
    idle.push(connection);
  };

  for (let asked = 0; asked < total; ) {
    for (; asked < total && dueAt(asked) <= performance.now(); asked++) {
      const connection = idle.pop();
      if (connection === undefined) waiting.push(asked);
      else void send(asked, connection);
    }
    await delay(1);
  }
  while (latencies.length < total) await delay(5);
  for (const connection of all) connection.end();
  const late = (share: number) => quantile(latencies, share);
  return {
    rate: total / seconds,
    count: total,
    median: late(0.5),
    percentile99: late(0.99),
    worst: late(1),
    lateness99: quantile(lateness, 0.99),
  };
}

function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(share * values.length))];
}
