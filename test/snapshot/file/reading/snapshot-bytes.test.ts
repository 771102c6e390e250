import fs, { truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withSnapshotBytes } from '../../../../src/snapshot/file/read-snapshot-sections.js';
import { SnapshotError } from '../../../../src/snapshot/format/container/snapshot-error.js';
import { scratchDirectory } from '../scratch-directory.js';

type ReadArguments = [file: number, bytes: Uint8Array, offset: number, length: number, at: number];

/** Limits each read to 3 bytes until the test ends. The 101st read throws, to stop an endless loop. */
function limitReads() {
  const { readSync } = fs;
  const read = vi.spyOn(fs, 'readSync');
  const readAtMost3 = (...[file, bytes, offset, length, position]: ReadArguments) => {
    if (read.mock.calls.length > 100) throw new Error('expected at most 100 reads');
    return readSync(file, bytes, offset, Math.min(length, 3), position);
  };
  read.mockImplementation(readAtMost3 as typeof readSync);
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  return read;
}

function writeText(text: string): string {
  const path = join(scratchDirectory(), 'harbour.snapshot');
  writeFileSync(path, text);
  return path;
}

describe('withSnapshotBytes', () => {
  it('reads all bytes when each read of the file returns only 3 bytes', () => {
    const readSync = limitReads();
    const text = withSnapshotBytes(writeText('Call me Ishmael.'), ({ read, size }) =>
      Buffer.from(read(5, size - 5)).toString(),
    );
    expect(text).toBe('me Ishmael.');
    expect(readSync.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  it('throws when the file is truncated while it is read', () => {
    limitReads();
    const path = writeText('Call me Ishmael.');
    const read = () =>
      withSnapshotBytes(path, (bytes) => {
        truncateSync(path, 7);
        return bytes.read(0, bytes.size);
      });
    expect(read).toThrow(
      new SnapshotError(path, 'truncated', 'truncated while it was read; open it again'),
    );
  });

  it('names the file and the size of a section for which there is no memory', () => {
    const path = writeText('Call me Ishmael.');
    const read = () => withSnapshotBytes(path, (bytes) => bytes.read(0, Number.MAX_SAFE_INTEGER));
    const found =
      /^(.*): expected 9007199254740991 bytes of memory, found less \(.*\); split the library$/;
    let error: unknown;
    try {
      read();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RangeError);
    expect(found.exec((error as RangeError).message)?.[1]).toBe(path);
  });
});
