import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createMeter } from '../../src/http/meter.js';

it('A meter counts buffers that a thread has handed over, as new snapshots come', async () => {
  const size = 100_000_000;
  const meter = createMeter();
  const before = meter.measurements().memory.buffers;
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const bytes = new Uint8Array(${size});
    parentPort.postMessage(bytes, [bytes.buffer]);`,
    { eval: true },
  );
  const [bytes] = await once(worker, 'message');
  expect(meter.measurements().memory.buffers - before).toBeGreaterThan(size / 2);
  expect(bytes).toHaveLength(size);
});
