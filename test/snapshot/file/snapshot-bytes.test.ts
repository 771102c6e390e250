import fs, { truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withSnapshotBytes } from '../../../src/snapshot/file/snapshot-bytes.js';
import { SnapshotError } from '../../../src/snapshot/format/snapshot-error.js';
import { scratchDirectory } from './scratch-directory.js';

type ReadArguments = [file: number, bytes: Uint8Array, offset: number, length: number, at: number];

/** Gives at most three bytes at a time until the test is over, and will not be asked forever. */
function slowDisk() {
  const { readSync } = fs;
  const read = vi.spyOn(fs, 'readSync');
  const slowly = (...[file, bytes, offset, length, position]: ReadArguments) => {
    if (read.mock.calls.length > 100) throw new Error('The disk was asked again and again.');
    return readSync(file, bytes, offset, Math.min(length, 3), position);
  };
  read.mockImplementation(slowly as typeof readSync);
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  return read;
}

function file(text: string): string {
  const path = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(path, text);
  return path;
}

describe('The bytes of a snapshot file', () => {
  it('are read whole, however few come at a time', () => {
    const disk = slowDisk();
    const text = withSnapshotBytes(file('Call me Ishmael.'), ({ read, size }) =>
      Buffer.from(read(5, size - 5)).toString(),
    );
    expect(text).toBe('me Ishmael.');
    expect(disk.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('that are fewer than they were are refused', () => {
    slowDisk();
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
