/*
 * Downloads a file from an address to a partial file, and continues an interrupted download. The contents are not
 * checked here: `cached-snapshot.ts` does so. `request.ts` sends the requests.
 */

import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, readdir, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openRegularFile } from '../regular-file.js';
import {
  type Address,
  AddressError,
  type Received,
  type RequestOptions,
  request,
  TooLongError,
} from './request.js';

/** A file that was downloaded completely, but whose contents were not checked. */
export interface Download {
  /** The path of the file. */
  readonly part: string;
  /** Identifies the version of the file at the address: its `ETag`, or else its date. Undefined if it has neither. */
  readonly version: string | undefined;
  /** Whether some of the bytes were downloaded by another call, maybe before a power failure. */
  readonly isResumed: boolean;
}

/** The maximum size of a file whose response does not state its length. */
const MAX_BYTES_WITHOUT_LENGTH = 2 ** 32;

/** Partial files of other versions that were not modified for this time are removed. */
const MAX_IDLE_MS = 600_000;

/**
 * Downloads the file at an address, unless it has a known version. Continues a download that was interrupted, if the
 * response has a strong `ETag`: the name of the partial file contains a hash of the `ETag`, and If-Range repeats it. If
 * several processes download the same version, they write the same bytes to the same places of one file.
 *
 * @param prefix the path of partial files without their suffix, such as `.0123456789abcdef.part`
 * @param known the version that is not downloaded again
 * @returns undefined if the file at the address has the known version
 * @throws AddressError if the file cannot be received, or the disk has too little free space
 */
export async function download(
  address: Address,
  prefix: string,
  known: string | undefined,
  options: RequestOptions,
): Promise<Download | undefined> {
  const expected = known === undefined ? [200] : [200, 304];
  const first = await request(address, unlessKnown(known), expected, options);
  const { version, strongTag, bytes } = describe(first);
  if (first.status === 304 || (version !== undefined && version === known)) {
    first.cancel();
    return undefined;
  }
  const part = partPath(prefix, strongTag ?? randomBytes(8).toString('hex'));
  const present = strongTag === undefined ? 0 : await sizeOf(part);
  if (present > 0 && present === bytes) {
    first.cancel();
    return { part, version, isResumed: true };
  }
  try {
    await removeIdleParts(prefix, part);
    await checkSpace(address.name, part, (bytes ?? 0) - present);
  } catch (error) {
    first.cancel();
    throw error;
  }
  if (strongTag === undefined || present === 0) {
    await save(address.name, first, part, 0, bytes, options);
    return { part, version, isResumed: false };
  }
  first.cancel();
  const range = { range: `bytes=${present}-`, 'if-range': strongTag };
  const rest = await request(address, range, [200, 206, 416], options);
  if (!continues(rest, strongTag, present)) {
    rest.cancel();
    await rm(part, { force: true });
    return download(address, prefix, known, options);
  }
  const start = rest.status === 206 ? present : 0;
  await save(address.name, rest, part, start, bytes, options);
  return { part, version, isResumed: start > 0 };
}

/** Returns the path of the partial file of a version. */
export function partPath(prefix: string, version: string): string {
  const hash = createHash('sha256').update(version).digest('hex');
  return `${prefix}.${hash.slice(0, 16)}.part`;
}

/** Returns whether a name belongs to a partial file with a prefix, in the same directory. */
export function isPartOf(prefix: string, name: string): boolean {
  const start = `${basename(prefix)}.`;
  return name.startsWith(start) && /^[0-9a-f]{16}\.part$/.test(name.slice(start.length));
}

/** Removes partial files other than `part`, unless another process may still be writing them. */
export async function removeIdleParts(prefix: string, part: string): Promise<void> {
  const directory = dirname(prefix);
  for (const name of await readdir(directory)) {
    if (!name.startsWith(`${basename(prefix)}.`) || !/\.part(?:\.sig(?:\.tmp-.*)?)?$/.test(name))
      continue;
    const path = join(directory, name);
    if (path === part) continue;
    const modified = await lstat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (Date.now() - modified > MAX_IDLE_MS) await rm(path, { force: true });
  }
}

/** Returns the header with which a server responds with 304 if the file has a known version. */
function unlessKnown(version: string | undefined): Readonly<Record<string, string>> {
  if (version === undefined) return {};
  return { [isTag(version) ? 'if-none-match' : 'if-modified-since']: version };
}

function isTag(version: string): boolean {
  return /^(?:W\/)?"/.test(version);
}

/** Describes the file of a response. `bytes` is undefined if the length is unknown, or if the body is compressed. */
function describe({ headers }: Received) {
  const version = headers.get('etag') ?? headers.get('last-modified') ?? undefined;
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  const length = headers.get('content-length');
  const bytes = isPlain && length !== null ? Number(length) : undefined;
  const strongTag = isPlain && version?.startsWith('"') ? version : undefined;
  return { version, strongTag, bytes };
}

/** Returns whether a response has the requested range, or the whole file, of the same version. */
function continues({ status, headers }: Received, version: string, start: number): boolean {
  if (status === 416 || headers.get('etag') !== version) return false;
  return status === 200 || headers.get('content-range')?.startsWith(`bytes ${start}-`) === true;
}

async function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** @throws AddressError if the disk of a file has less free space than a number of bytes */
export async function checkSpace(name: string, file: string, bytes: number): Promise<void> {
  const free = await freeSpace(file);
  if (free >= bytes) return;
  throw new AddressError(
    name,
    `expected ${bytes} bytes of free disk space in ${dirname(file)}, found ${free}`,
  );
}

async function freeSpace(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}

/**
 * Writes the body of a response to a file, and flushes it to disk.
 *
 * @param start the number of bytes of the file before the body
 * @param bytes the number of bytes of the complete file, if it is known
 */
async function save(
  name: string,
  response: Received,
  path: string,
  start: number,
  bytes: number | undefined,
  { maxBytes = MAX_BYTES_WITHOUT_LENGTH }: RequestOptions,
): Promise<void> {
  let end: number;
  let file: FileHandle | undefined;
  try {
    // Without O_TRUNC, so that a file that another process writes keeps its bytes.
    const flags = constants.O_WRONLY | constants.O_CREAT;
    file = await openRegularFile(path, { expected: 'a partial file', flags, followsLinks: false });
    // An endless response must not fill the disk.
    const limit = bytes ?? Math.min(maxBytes, start + Math.floor((await freeSpace(path)) / 2));
    end = await writePieces(file, response.pieces(limit - start), start);
  } catch (error) {
    response.cancel();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || error instanceof TooLongError) await rm(path, { force: true });
    throw error;
  } finally {
    await file?.close();
  }
  if (bytes === undefined || end === bytes) return;
  throw new AddressError(name, `expected ${bytes} bytes, found ${end}`);
}

/**
 * Writes pieces to a file from an offset, and flushes the file to disk.
 *
 * @returns the offset of the end of the last piece
 */
export async function writePieces(
  file: FileHandle,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  offset: number,
): Promise<number> {
  let end = offset;
  for await (const piece of pieces) {
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await file.write(piece, done, piece.length - done, end + done);
      done += bytesWritten;
    }
    end += piece.length;
  }
  if (end > offset) await file.sync();
  return end;
}
