import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { withSnapshotBytes } from '../../../src/snapshot/file/snapshot-bytes.js';
import { SnapshotError } from '../../../src/snapshot/format/snapshot-error.js';
import { scratchDirectory } from './scratch-directory.js';

type ReadArguments = [file: number, bytes: Uint8Array, offset: number, length: number, at: number];

/** A disk that gives at most three bytes at a time, and will not be asked forever. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  let reads = 0;
  const readSync = (...[file, bytes, offset, length, position]: ReadArguments) => {
    if (++reads > 100) throw new Error('The disk was asked again and again.');
    return fs.readSync(file, bytes, offset, Math.min(length, 3), position);
  };
  return { ...fs, readSync };
});

function file(text: string): string {
  const path = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(path, text);
  return path;
}

describe('The bytes of a snapshot file', () => {
  it('are read whole, however few come at a time', () => {
    const text = withSnapshotBytes(file('Call me Ishmael.'), ({ read, size }) =>
      Buffer.from(read(5, size - 5)).toString(),
    );
    expect(text).toBe('me Ishmael.');
  });

  it('that are fewer than they were are refused', () => {
    const path = file('Call me Ishmael.');
    const read = () =>
      withSnapshotBytes(path, (bytes) => {
        truncateSync(path, 7);
        return bytes.read(0, bytes.size);
      });
    expect(read).toThrow(
      new SnapshotError(path, 'became shorter while it was read. Open it again.'),
    );
  });
});
