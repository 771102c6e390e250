import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load, LoadResult } from './load.js';

/**
 * Asks a server at an even pace, each request at its own moment, as clients that know nothing of
 * each other do. A request is late from the moment it was due, not from when it could be sent, so
 * that a stalled server is not spared the questions it kept waiting. Load tools that give a rate
 * send each second's requests in one go, and measure how long that heap takes.
 *
 * @throws Error when a response was an error, or did not come
 */
export async function pacedLoad(given: Load & { readonly rate: number }): Promise<LoadResult> {
  const { baseUrl, paths, connections, seconds, rate } = given;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { 'accept-encoding': 'gzip' };
  const total = Math.round(rate * seconds);
  const latencies: number[] = [];
  let failed = 0;
  const begin = performance.now();
  const ask = (number: number) => {
    const due = begin + (number / rate) * 1000;
    const fail = () => {
      failed++;
    };
    get(`${baseUrl}${paths[number % paths.length]}`, { agent, headers }, (response) => {
      response.resume();
      response.on('error', fail);
      response.on('end', () => {
        if (response.statusCode === 200) latencies.push(performance.now() - due);
        else fail();
      });
    }).on('error', fail);
  };
  for (let asked = 0; asked < total; ) {
    const due = Math.min(total, Math.ceil(((performance.now() - begin) / 1000) * rate));
    while (asked < due) ask(asked++);
    await delay(1);
  }
  while (latencies.length + failed < total) await delay(5);
  agent.destroy();
  if (failed > 0) throw new Error(`${failed} of ${total} responses were errors, or did not come.`);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(total - 1, Math.floor(share * total))];
  return {
    rate: total / seconds,
    count: total,
    median: at(0.5),
    percentile99: at(0.99),
    worst: at(1),
  };
}
