/*
 * Reads the snapshots of a site in pieces, from the cache of the browser or else from the host, so that an interrupted
 * download continues. `site-worker.ts` opens the catalogs and answers requests, and `site-release.ts` describes the
 * pieces.
 */

import { bytesToHex } from '@noble/hashes/utils.js';
import type { SiteSnapshot, SnapshotPiece } from './site-release.js';

/** The part of `Cache` that the site uses. */
export interface FileCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
  delete(url: string): Promise<boolean>;
  keys(): Promise<readonly { readonly url: string }[]>;
}

/** Sends a request to the host. The browser does not store the response. */
export type FetchFile = (request: string | Request) => Promise<Response>;

/** The network and the cache that {@link readPieces} reads from. */
export interface PieceSources {
  /** The URL of the site, with a slash at the end. */
  readonly site: string;
  /** The pieces that are stored in the browser, unpacked. */
  readonly cache: FileCache;
  readonly fetchFile: FetchFile;
  /** Called with the number of bytes of each chunk that is received, and with the size of each stored piece. */
  readonly onReceived: (bytes: number) => void;
}

/** The number of pieces that are read at the same time, so that one is unpacked while others are received. */
const CONCURRENT_PIECES = 4;

/**
 * Reads a snapshot. Pieces that are not stored yet, or whose stored bytes do not have the expected digest, are
 * downloaded and stored, so that a download that was interrupted continues with the next missing piece.
 *
 * @throws TypeError if the host cannot be reached
 * @throws Error if a file is missing on the host or does not have the expected contents
 * @throws DOMException with the name `QuotaExceededError` if the browser has no space for a piece
 */
export async function readPieces(
  { pieces }: SiteSnapshot,
  sources: PieceSources,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  const waiting = pieces.map((piece) => {
    const at = offset;
    offset += piece.length;
    return async () => bytes.set(await readPiece(piece, sources), at);
  });
  const readWaiting = async () => {
    for (let read = waiting.shift(); read !== undefined; read = waiting.shift()) await read();
  };
  const readers = Array.from({ length: CONCURRENT_PIECES }, () =>
    readWaiting().catch((error) => {
      waiting.length = 0;
      throw error;
    }),
  );
  // Waits until all readers have stopped, and then throws the first error.
  await Promise.allSettled(readers);
  await Promise.all(readers);
  return bytes;
}

async function readPiece(
  piece: SnapshotPiece,
  { site, cache, fetchFile, onReceived }: PieceSources,
): Promise<Uint8Array> {
  const url = site + piece.path;
  const stored = await cache.match(url);
  if (stored !== undefined) {
    const bytes = new Uint8Array(await stored.arrayBuffer());
    if (await hasDigest(bytes, piece)) {
      onReceived(piece.size);
      return bytes;
    }
    await cache.delete(url);
  }
  const bytes = await unpack(await fetchFile(url), onReceived);
  if (!(await hasDigest(bytes, piece))) {
    throw new Error(
      `${url}: expected the piece of the snapshot that 'carrel site' wrote, found other bytes; upload all files of the site again`,
    );
  }
  await cache.put(url, new Response(bytes));
  return bytes;
}

/**
 * Returns the unpacked body of a response.
 *
 * @throws Error if the response has no status 2xx
 */
async function unpack(
  response: Response,
  onReceived: PieceSources['onReceived'],
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = requireOk(response);
  if (body === null) return new Uint8Array();
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onReceived(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const unpacked = body.pipeThrough(count).pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

async function hasDigest(
  bytes: Uint8Array<ArrayBuffer>,
  { length, digest }: SnapshotPiece,
): Promise<boolean> {
  if (bytes.length !== length) return false;
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) === digest;
}

/** The name of the error about a file that the host does not have. */
export const MISSING_FILE = 'MissingFileError';

/**
 * Returns a response with a status 2xx.
 *
 * @throws Error for another status, with the name {@link MISSING_FILE} for 404
 */
export function requireOk(response: Response): Response {
  if (response.ok) return response;
  const { url, status } = response;
  const error = new Error(`${url}: expected a file, found status ${status}`);
  throw status === 404 ? Object.assign(error, { name: MISSING_FILE }) : error;
}
