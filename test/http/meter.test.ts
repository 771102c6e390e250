import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createMeter } from '../../src/http/meter.js';

const SIZE = 20_000_000;

/** Numbers of a thread, handed over without a copy. */
async function handedOver(): Promise<Uint8Array> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const bytes = new Uint8Array(${SIZE});
    parentPort.postMessage(bytes, [bytes.buffer]);`,
    { eval: true },
  );
  const [bytes] = await once(worker, 'message');
  return bytes;
}

it('A meter counts buffers that a thread has handed over, as new snapshots come', async () => {
  const meter = createMeter();
  const held: Uint8Array[] = [];
  const growths: number[] = [];
  // What this process held before may be given back in between, but not every time.
  while (growths.length < 10 && Math.max(0, ...growths) < SIZE / 2) {
    const before = meter.measurements().memory.buffers;
    held.push(await handedOver());
    growths.push(meter.measurements().memory.buffers - before);
  }
  expect(Math.max(...growths)).toBeGreaterThan(SIZE / 2);
  expect(held.at(-1)).toHaveLength(SIZE);
});
