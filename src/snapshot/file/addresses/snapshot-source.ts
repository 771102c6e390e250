/*
 * Where a cached snapshot comes from: an address or the path of a file. `cached-snapshot.ts` checks what a source
 * returns. `download.ts` downloads.
 */

import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import {
  closeWithoutWaiting,
  FileError,
  openRegularFile,
  readPieces,
  readSmallFile,
} from '../regular-file.js';
import { SIGNATURE_FILE, signaturePath } from '../signature.js';
import {
  checkSpace,
  type Download,
  download,
  partPath,
  removeIdleParts,
  writePieces,
} from './download.js';
import { type Address, type RequestOptions, request, withSuffix } from './request.js';

/** Where a snapshot comes from: an address, or the path of a file. */
export interface SnapshotSource {
  /** The path, or the address without credentials and query. */
  readonly name: string;
  /**
   * Saves the snapshot in a file, unless the snapshot has a known version.
   *
   * @param prefix the path of the file without its suffix
   * @throws AddressError, or another Error with the name and the problem
   */
  save(
    prefix: string,
    known: string | undefined,
    options: RequestOptions,
  ): Promise<Download | undefined>;
  /** Returns the text of the signature. Undefined if there is none. */
  signature(options: RequestOptions): Promise<string | undefined>;
}

/** Returns a source that downloads the snapshot, and the signature from the address with the suffix `.sig`. */
export function addressSource(address: Address): SnapshotSource {
  const ofSignature = withSuffix(address, signaturePath(''));
  return {
    name: address.name,
    save: (prefix, known, options) => download(address, prefix, known, options),
    async signature(options) {
      const response = await request(ofSignature, {}, [200], options);
      let text = '';
      for await (const piece of response.pieces(SIGNATURE_FILE.maxBytes)) {
        text += Buffer.from(piece).toString('latin1');
      }
      return text;
    },
  };
}

/** Returns a source that copies a snapshot file. */
export function fileSource(path: string): SnapshotSource {
  return {
    name: path,
    async save(prefix, known, options) {
      const source = await openRegularFile(path, { expected: 'a snapshot file' });
      const part = partPath(prefix, randomBytes(8).toString('hex'));
      try {
        const before = await source.stat();
        const version = [before.ino, before.size, before.mtimeMs, before.ctimeMs].join();
        if (version === known) return undefined;
        await removeIdleParts(prefix, part);
        await checkSpace(path, part, before.size);
        await copyBytes(path, source, before, part, options);
        if (isChanged(before, await source.stat())) throw new FileError(path, CHANGED);
        return { part, version, isResumed: false };
      } catch (error) {
        await rm(part, { force: true });
        const { syscall, code } = error as NodeJS.ErrnoException;
        if (syscall === undefined) throw error;
        const problem = `expected a snapshot file, found an error while it was copied (${code})`;
        throw new FileError(path, problem, undefined, { cause: error });
      } finally {
        closeWithoutWaiting(source);
      }
    },
    async signature() {
      try {
        return (await readSmallFile(signaturePath(path), SIGNATURE_FILE)).toString('latin1');
      } catch (error) {
        if (error instanceof FileError && error.found === 'nothing') return undefined;
        throw error;
      }
    },
  };
}

const CHANGED =
  'expected a file that stays the same while it is copied, found changes; write a new file and rename it to this path';

/** Returns whether an open file was written. The time `ctime` also changes when another file replaces the file. */
function isChanged(before: Stats, { size, mtimeMs }: Stats): boolean {
  return size !== before.size || mtimeMs !== before.mtimeMs;
}

/**
 * Copies an open file to a new file, and flushes the new file to disk. Copies as many bytes as the file had before, because
 * `copyFile` of Node.js never ends if the file becomes shorter, and cannot be stopped.
 *
 * @param path the path of the open file, for messages
 */
export async function copyBytes(
  path: string,
  source: FileHandle,
  { size, mode }: Stats,
  to: string,
  { signal, stallMs }: RequestOptions,
): Promise<void> {
  const copy = await open(to, 'wx', mode & 0o777);
  try {
    const pieces = readPieces(path, source, { start: 0, end: size, signal, stallMs });
    await writePieces(copy, pieces, 0);
  } finally {
    await copy.close();
  }
}
