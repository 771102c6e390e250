import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSegment } from '../../../../src/search/segments/build-segment.js';
import { mergeSegments } from '../../../../src/search/segments/merge-segments.js';
import { TemporaryStorage } from '../../../../src/snapshot/file/writing/temporary-storage.js';
import { storeSegment } from '../../../../src/snapshot/file/writing/write-snapshot.js';
import { scratchDirectory } from '../scratch-directory.js';

const writes = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 12 });

/** Returns the paths of the open files of the process. The descriptor of the list itself is closed when it is read. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}

describe('TemporaryStorage', () => {
  it('names the path of a file that cannot be created', () => {
    const path = join(scratchDirectory(), 'missing', 'temporary');
    const storage = new TemporaryStorage(path, 0);
    expect(() => storage.write(Uint8Array.of(1))).toThrow(
      new Error(
        `${path}: expected a directory in which a temporary file can be created, found ENOENT`,
      ),
    );
    storage.close();
  });

  it('returns the stored bytes, whether they are in memory or in a file', () => {
    const path = join(scratchDirectory(), 'temporary');
    fc.assert(
      fc.property(writes, fc.nat(40), (arrays, maxHeldBytes) => {
        const storage = new TemporaryStorage(path, maxHeldBytes);
        const positions = arrays.map((bytes) => storage.write(bytes));
        arrays.forEach((bytes, i) => {
          expect([...storage.read(positions[i], bytes.length)]).toEqual([...bytes]);
          const rest = bytes.subarray(1);
          expect([...storage.read(positions[i] + 1, rest.length)]).toEqual([...rest]);
        });
        const all = Buffer.concat(arrays);
        expect(Buffer.concat([...storage.pieces()])).toEqual(all);
        storage.close();
      }),
    );
  });

  it('leaves no file behind', () => {
    const directory = scratchDirectory();
    const storage = new TemporaryStorage(join(directory, 'temporary'), 0);
    storage.write(Uint8Array.of(1));
    if (process.platform !== 'win32') expect(readdirSync(directory)).toEqual([]);
    storage.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('closes a file that it could not write', () => {
    const path = join(scratchDirectory(), 'temporary');
    const storage = new TemporaryStorage(path, 1);
    // Writing this fails, as on a full disk.
    storage.write({ length: 1 } as Uint8Array);
    expect(openFiles().filter((name) => name.startsWith(path))).toEqual([]);
    expect(() => storage.write(Uint8Array.of(1))).toThrow(
      `${path}: expected to write the file, found an error`,
    );
    storage.close();
    expect(openFiles().filter((name) => name.startsWith(path))).toEqual([]);
  });

  it('names the file of bytes that it cannot read', () => {
    const path = join(scratchDirectory(), 'temporary');
    const storage = new TemporaryStorage(path, 0);
    storage.write(Uint8Array.of(1));
    expect(() => storage.read(1, 2)).toThrow(
      `${path}: expected 2 bytes at 1, found the end of the file`,
    );
    storage.close();
  });
});

describe('storeSegment', () => {
  it('stores segments in a file, which are merged to the same index as segments in memory', () => {
    const titles = [['Typee', 'Omoo'], [], ['Moby-Dick', 'Typee and Omoo']];
    const segments = titles.map((texts) =>
      buildSegment(
        texts.map((title) => ({ title })),
        { fields: ['title', 'author'] },
      ),
    );
    for (const maxHeldBytes of [0, 100, 1 << 20]) {
      const storage = new TemporaryStorage(join(scratchDirectory(), 'temporary'), maxHeldBytes);
      const stored = segments.map((segment) => storeSegment(segment, storage));
      expect(stored.map((segment) => ({ ...segment }))).toEqual(segments);
      expect(mergeSegments(stored)).toEqual(mergeSegments(segments));
      storage.close();
    }
  });
});
