import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  collectGarbageSoon,
  inSharedMemory,
  replacementInSharedMemory,
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

describe('replacementInSharedMemory', () => {
  const before = inSharedMemory(Uint32Array.of(1, 2, 3));

  it('uses the memory of a section with the same bytes, as another object', () => {
    const replacement = replacementInSharedMemory(Uint32Array.of(1, 2, 3), before);
    expect(replacement).toEqual(before);
    expect(replacement).not.toBe(before);
    expect((replacement as Uint32Array).buffer).toBe(before.buffer);
  });

  it.each([
    ['other bytes', Uint32Array.of(1, 2, 4), before],
    ['another length', Uint32Array.of(1, 2), before],
    ['another type', new Float32Array(before.buffer.slice(0)), before],
    ['no section before', Uint32Array.of(1, 2, 3), undefined],
    ['a section before that is not shared', Uint32Array.of(1, 2, 3), Uint32Array.of(1, 2, 3)],
  ])('copies a section with %s', (_, section, other) => {
    const replacement = replacementInSharedMemory(section, other) as Uint32Array;
    expect(replacement.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(replacement.buffer).not.toBe(other?.buffer);
    expect([...replacement]).toEqual([...section]);
  });

  it('returns a section that both catalogs share', () => {
    expect(replacementInSharedMemory(before, before)).toBe(before);
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
