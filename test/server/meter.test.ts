import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createMeter } from '../../src/server/meter.js';

const SIZE = 20_000_000;

/** Returns a buffer that a worker thread has transferred. */
async function transferredBuffer(): Promise<Uint8Array> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const bytes = new Uint8Array(${SIZE});
    parentPort.postMessage(bytes, [bytes.buffer]);`,
    { eval: true },
  );
  const [bytes] = await once(worker, 'message');
  return bytes;
}

it('The memory that a meter measures includes buffers that a worker thread has transferred', async () => {
  const meter = createMeter();
  const held: Uint8Array[] = [];
  const growths: number[] = [];
  // Garbage collection may free other memory at the same time, so one of ten measurements must show the
  // growth.
  while (growths.length < 10 && Math.max(0, ...growths) < SIZE / 2) {
    const before = meter.measurements().memory.buffers;
    held.push(await transferredBuffer());
    growths.push(meter.measurements().memory.buffers - before);
  }
  expect(Math.max(...growths)).toBeGreaterThan(SIZE / 2);
  expect(held.at(-1)).toHaveLength(SIZE);
});
