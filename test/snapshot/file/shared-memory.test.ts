import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  collectGarbageSoon,
  inSharedMemory,
  sharedBytes,
} from '../../../src/snapshot/file/shared-memory.js';

describe('inSharedMemory', () => {
  it.each([3, 100_000])('copies an array of %i numbers once', (length) => {
    const array = Uint32Array.from({ length }, (_, i) => i * 7);
    const shared = inSharedMemory(array);
    expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(shared.length).toBe(length);
    expect(shared.every((value, i) => value === array[i])).toBe(true);
    expect(inSharedMemory(array)).toBe(shared);
    expect(inSharedMemory(shared)).toBe(shared);
  });

  it('maps the pages of a large array, so that they return to the operating system', () => {
    const { buffer } = inSharedMemory(new Uint8Array(1 << 20));
    expect(buffer).toMatchObject({ growable: true, byteLength: 1 << 20, maxByteLength: 1 << 20 });
    expect(inSharedMemory(new Uint8Array(1)).buffer).toMatchObject({ growable: false });
  });
});

describe('sharedBytes', () => {
  it('counts each buffer in shared memory once, and no other buffer', () => {
    const shared = inSharedMemory(new Uint32Array(100));
    const part = new Uint8Array(shared.buffer, 8, 4);
    expect(sharedBytes([shared, part, new Uint8Array(7)])).toBe(400);
  });
});

/** The number of arrays that were freed. A registry without a reference to it is collected, and then calls nothing. */
let freed = 0;
const registry = new FinalizationRegistry(() => {
  freed++;
});

describe('collectGarbageSoon', () => {
  it('makes V8 free memory that threads shared, while the thread runs', async () => {
    registry.register(inSharedMemory(new Uint8Array(1 << 20)), undefined);
    while (freed === 0) {
      // The heap of a process with many tests is large. A collection of it can take longer than the time until the next one.
      collectGarbageSoon();
      // V8 continues a collection while the thread allocates objects.
      Array.from({ length: 10_000 }, (_, i) => ({ i }));
      await setImmediate();
    }
    expect(freed).toBe(1);
  });
});
