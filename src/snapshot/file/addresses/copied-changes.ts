/*
 * Keeps a copy of a changes file at an address, which grows like the original. `local-files.ts` runs the checks, and
 * `file/followed-catalog.ts` applies the changes of the copy. `cached-snapshot.ts` does the same for snapshots.
 */

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MAX_FILE_BYTES } from '../changes-file.js';
import { FileError, openRegularFile, readPieces } from '../regular-file.js';
import { flushDirectory } from '../writing/write-atomically.js';
import { partPath, removeIdleParts, writePieces } from './download.js';
import {
  type Address,
  AddressError,
  type Received,
  type RequestOptions,
  request,
} from './request.js';

/** A copy of a changes file at an address. The copy has the same bytes at the same places. */
export interface CopiedChanges {
  /** The address without credentials and query. */
  readonly name: string;
  /** The path of the copy, which need not exist. */
  readonly file: string;
  /**
   * Appends what was appended at the address. Replaces the copy by a new file if the file at the address was truncated,
   * or the last line of the copy has changed there.
   *
   * @throws AddressError if the file cannot be received, or is the page of a proxy or of a login
   */
  check(): Promise<void>;
}

/** The maximum number of bytes of the last line that are requested again. */
const MAX_OVERLAP_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;

/** The bytes at the end of the copy that are requested again. */
interface Overlap {
  readonly start: number;
  readonly bytes: Buffer;
}

/**
 * Creates a copy of the changes file at an address.
 *
 * @param prefix the path of the copy without its suffix `.jsonl`
 */
export function createCopiedChanges(
  address: Address,
  prefix: string,
  options: RequestOptions,
): CopiedChanges {
  const { name } = address;
  const { maxBytes = MAX_FILE_BYTES } = options;
  const file = `${prefix}.jsonl`;
  /** The `ETag` of the file whose bytes the copy has. */
  let copied: string | undefined;

  const send = (headers: Readonly<Record<string, string>>) =>
    request(address, headers, [200, 206, 304, 416], options);

  async function check(): Promise<void> {
    const copy = await openIfPresent(file);
    try {
      const overlap = copy && (await overlapOf(copy));
      if (copy === undefined || overlap === undefined) return await replace(await send({}));
      const headers = {
        range: `bytes=${overlap.start}-`,
        ...(copied && { 'if-none-match': copied }),
      };
      const response = await send(headers);
      if (response.status === 304) return;
      if (response.status === 200) return await replace(response, copy);
      if (response.status === 206 && startOf(response) === overlap.start) {
        if (await append(copy, response, overlap, maxBytes)) {
          // A server may send only a part of the range.
          copied = reachesEnd(response) ? tagOf(response) : undefined;
          return;
        }
      }
      response.cancel();
      await replace(await send({}));
    } finally {
      await copy?.close();
    }
  }

  /**
   * Saves a response with the whole file, and replaces the copy.
   *
   * @param copy the copy, which is not replaced if the whole file only continues it
   */
  async function replace(response: Received, copy?: FileHandle): Promise<void> {
    if (response.status !== 200) {
      response.cancel();
      throw new AddressError(
        name,
        `expected status 200, found ${response.status}`,
        response.status,
      );
    }
    const next = partPath(prefix, randomBytes(8).toString('hex'));
    try {
      await removeIdleParts(prefix, next);
      const whole = await open(next, 'wx+');
      try {
        await writePieces(whole, response.pieces(maxBytes), 0);
        const start = await readAt(whole, 0, MAX_OVERLAP_BYTES);
        if (/^\s*</.test(start.toString('latin1'))) {
          throw new AddressError(name, 'expected lines of JSON, found HTML or XML');
        }
        const overlap = copy && (await overlapOf(copy));
        if (copy !== undefined && overlap !== undefined && (await hasBytes(whole, overlap))) {
          const end = overlap.start + overlap.bytes.length;
          const bytes = { start: end, end: (await whole.stat()).size, signal: options.signal };
          await writePieces(copy, readPieces(next, whole, bytes), end);
        } else await rename(next, file);
      } finally {
        await whole.close();
      }
      flushDirectory(dirname(file));
      copied = tagOf(response);
    } finally {
      response.cancel();
      await rm(next, { force: true });
    }
  }

  return { name, file, check };
}

/** Opens a file for reading and writing. Returns undefined if there is none. */
async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  const options = { expected: 'a copy of changes', flags: constants.O_RDWR, followsLinks: false };
  return openRegularFile(path, options).catch((error) => {
    if (error instanceof FileError && error.found === 'nothing') return undefined;
    throw error;
  });
}

/**
 * Reads the last line that ends with a line break, and the bytes after it. Of a long line, reads only the end. Returns
 * undefined for an empty file.
 */
async function overlapOf(file: FileHandle): Promise<Overlap | undefined> {
  const { size } = await file.stat();
  if (size === 0) return undefined;
  const window = await readAt(file, Math.max(0, size - MAX_OVERLAP_BYTES), MAX_OVERLAP_BYTES);
  const lineEnd = window.lastIndexOf(LINE_FEED);
  const before = lineEnd > 0 ? window.lastIndexOf(LINE_FEED, lineEnd - 1) : -1;
  const bytes = window.subarray(before + 1);
  return { start: size - bytes.length, bytes };
}

/** Reads bytes at an offset, fewer at the end of the file. */
async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
}

async function hasBytes(file: FileHandle, { start, bytes }: Overlap): Promise<boolean> {
  return (await readAt(file, start, bytes.length)).equals(bytes);
}

/** Returns the offset of the first byte of a response to a request for a range. */
function startOf({ headers }: Received): number {
  return Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN);
}

/** Returns whether a response to a request for a range has the last byte of the file. */
function reachesEnd({ headers }: Received): boolean {
  const [, last, size] = /-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return Number(last) + 1 === Number(size);
}

function tagOf({ headers }: Received): string | undefined {
  return headers.get('etag') ?? undefined;
}

/**
 * Appends the body of a response after the bytes that it repeats.
 *
 * @returns false if the body does not repeat the bytes
 */
async function append(
  copy: FileHandle,
  response: Received,
  { start, bytes }: Overlap,
  maxBytes: number,
): Promise<boolean> {
  const pieces = response.pieces(maxBytes - start);
  let head = Buffer.alloc(0);
  while (head.length < bytes.length) {
    const { value, done } = await pieces.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (!head.subarray(0, bytes.length).equals(bytes)) return false;
  const end = start + bytes.length;
  await writePieces(copy, [head.subarray(bytes.length)], end);
  await writePieces(copy, pieces, start + head.length);
  return true;
}
