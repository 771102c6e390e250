import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openRegularFile,
  readPieces,
  readSmallFile,
  readSmallFileSync,
} from '../../../../src/snapshot/file/regular-file.js';
import { scratchDirectory } from '../scratch-directory.js';

const OPTIONS = { expected: 'a key', maxBytes: 10 };

/** Returns a path in a new directory. */
const newPath = () => join(scratchDirectory(), 'key');

describe('A small file', () => {
  it('is read, also a file whose size is unknown, and through a symbolic link', async () => {
    const path = newPath();
    writeFileSync(path, '0123456789');
    symlinkSync(path, `${path}.link`);
    for (const name of [path, `${path}.link`]) {
      expect(String(readSmallFileSync(name, OPTIONS))).toBe('0123456789');
      const [first, second] = [readSmallFile(name, OPTIONS), readSmallFile(name, OPTIONS)];
      expect([String(await first), String(await second)]).toEqual(['0123456789', '0123456789']);
    }
    if (process.platform !== 'linux') return;
    const options = { expected: 'a state', maxBytes: 1000 };
    expect(String(await readSmallFile('/proc/self/comm', options))).toMatch(/\n$/);
    expect(String(readSmallFileSync('/proc/self/comm', options))).toMatch(/\n$/);
    const tooLong = '/proc/self/status: expected a key (at most 10 bytes), found more';
    await expect(readSmallFile('/proc/self/status', OPTIONS)).rejects.toThrow(tooLong);
    expect(() => readSmallFileSync('/proc/self/status', OPTIONS)).toThrow(tooLong);
  });

  const others: [string, (path: string) => unknown][] = [
    [', found nothing', () => {}],
    [', found a directory', (path) => mkdirSync(path)],
    [', found a named pipe', (path) => execFileSync('mkfifo', [path])],
    [', found a device', (path) => symlinkSync('/dev/zero', path)],
    [', found nothing', (path) => replaceByFile(join(path, '..'))],
    [', found a pipe or a socket', listenAt],
    [
      ' (at most 10 bytes), found 1900000000 bytes',
      (path) => {
        writeFileSync(path, '');
        truncateSync(path, 1.9e9);
      },
    ],
  ];
  it.skipIf(process.platform === 'win32').each(others)(
    'is not read with the error "expected a key%s"',
    async (found, create) => {
      const path = newPath();
      await create(path);
      const message = `${path}: expected a key${found}`;
      expect(() => readSmallFileSync(path, OPTIONS)).toThrow(message);
      await expect(readSmallFile(path, OPTIONS)).rejects.toThrow(message);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is not read through a link if links are not followed',
    async () => {
      const path = newPath();
      writeFileSync(`${path}.target`, '');
      symlinkSync(`${path}.target`, path);
      const options = { ...OPTIONS, followsLinks: false };
      const message = `${path}: expected a key, found a symbolic link`;
      expect(() => readSmallFileSync(path, options)).toThrow(message);
      await expect(readSmallFile(path, options)).rejects.toThrow(message);
    },
  );
});

function replaceByFile(directory: string): void {
  rmSync(directory, { recursive: true });
  writeFileSync(directory, '');
}

/** Listens at the path of a socket until the test ends. */
async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

describe('The pieces of a file', () => {
  const bytesOf = async (pieces: AsyncIterable<Uint8Array>) => {
    let bytes = '';
    for await (const piece of pieces) bytes += Buffer.from(piece).toString();
    return bytes;
  };

  it('end at a given place, or at the end of the file', async () => {
    const path = newPath();
    writeFileSync(path, '0123456789');
    await using file = await openRegularFile(path, OPTIONS);
    expect(await bytesOf(readPieces(path, file, { start: 2, end: 5 }))).toBe('234');
    expect(await bytesOf(readPieces(path, file, { start: 8, end: 2 ** 40 }))).toBe('89');
  });

  it('are an error if the disk does not respond', async () => {
    const file: Pick<FileHandle, 'read'> = { read: () => new Promise(() => {}) };
    const pieces = readPieces('a', file, { start: 0, end: 1, stallMs: 1 });
    await expect(bytesOf(pieces)).rejects.toThrow(
      'a: expected data within 0.001 s, found none; check the disk',
    );
  });
});
