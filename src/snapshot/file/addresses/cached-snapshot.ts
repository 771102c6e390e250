/*
 * Keeps the last good snapshot of one address or path in the cache directory: receives a new one from where it is, checks
 * it, and moves it into place. `download.ts` receives the bytes of an address, and `local-files.ts` runs the checks of all
 * files.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, renameSync, rmSync, type Stats } from 'node:fs';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDamage, SnapshotError } from '../../format/container/snapshot-error.js';
import { createOpeningThread } from '../opening-thread.js';
import {
  closeWithoutWaiting,
  FileError,
  openRegularFile,
  readPieces,
  readSmallFile,
  readSmallFileSync,
  type SmallFileOptions,
} from '../regular-file.js';
import { SIGNATURE_FILE, signaturePath, type TrustOptions } from '../signature.js';
import {
  checkReplacement,
  type NamedLimits,
  PublishingError,
  type TitleCount,
} from '../writing/publishing-limits.js';
import { flushDirectory, writeAtomically } from '../writing/write-atomically.js';
import {
  checkSpace,
  type Download,
  download,
  isPartOf,
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
async function copyBytes(
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

/** Options of {@link createCachedSnapshot}. */
export interface CachedSnapshotOptions extends TrustOptions, RequestOptions {
  /** Limits on every snapshot that replaces another. Read at each check. Default: no limits. */
  readonly publishing?: NamedLimits | undefined;
}

/** A snapshot file in a cache directory that follows a source. The file is always the last good snapshot. */
export interface CachedSnapshot {
  /** The path, or the address without credentials and query. */
  readonly name: string;
  /** The path of the file in the cache directory, which need not exist. */
  readonly file: string;
  /**
   * Replaces the file if the source has another snapshot that is valid, signed if signatures are required, and within
   * the limits. A version that is refused, or whose signature cannot be received, is not downloaded again: only its
   * signature is requested again. While the signature is the same, the same error is thrown again.
   *
   * @param isForced Whether a refused version is downloaded again. Default: false.
   * @param isDamaged Whether the file is damaged. The source's version of the file is then downloaded too. Default:
   *   false.
   * @returns whether the file or its signature was replaced
   * @throws RefusedSnapshotError if the snapshot is refused. The file is unchanged.
   * @throws Error with the name and the problem, if the snapshot cannot be received. The file is unchanged.
   */
  check(isForced?: boolean, isDamaged?: boolean): Promise<boolean>;
  /** Returns whether a checksum of the file fails, by reading the whole file. The signature is not verified. */
  isDamaged(): Promise<boolean>;
  /** Replaces a damaged file by an empty file, so that the next check downloads it. Its number of titles stays known. */
  discard(): void;
}

/** The version of the file in the cache directory. */
interface State {
  /** The address or path, for people who read the file. */
  readonly name: string;
  readonly version?: string | undefined;
  /** The name that the file has until it is moved to its place. */
  readonly part: string;
  /** The size and the time of the file, which show whether this state describes it. */
  readonly size: number;
  readonly mtimeMs: number;
  /** The library of the file. The library is compared, like the number of titles, if the file becomes unreadable. */
  readonly library?: string | undefined;
  readonly titles?: number | undefined;
}

/** Files of the cache directory are opened without following links, because other users may be able to write there. */
const IN_CACHE = { followsLinks: false };

/** How the file of a {@link State} is read. */
const STATE_FILE: SmallFileOptions = { expected: 'a state', maxBytes: 16 * 1024, ...IN_CACHE };

/** A received snapshot that has not replaced the file. */
interface Candidate extends Download {
  /** Why the snapshot was refused with its signature. Undefined if it was not checked yet. */
  readonly refusal?: {
    readonly signature: string | undefined;
    readonly error: RefusedSnapshotError;
  };
}

/** A snapshot was received, but it is damaged, untrusted or outside the limits. */
export class RefusedSnapshotError extends Error {
  override name = 'RefusedSnapshotError';
}

/**
 * Creates a cached snapshot. If a power failure interrupted the replacement of its file, finishes it.
 *
 * The new snapshot is a partial file until it is checked. Then the state is written, which decides that the new
 * snapshot replaces the old one, and the signature and the snapshot are moved to their places. Every file is flushed to
 * disk before it is renamed.
 *
 * @param prefix the path of the file without its suffix `.snapshot`
 */
export function createCachedSnapshot(
  source: SnapshotSource,
  prefix: string,
  options: CachedSnapshotOptions,
): CachedSnapshot {
  const { trust } = options;
  const { name } = source;
  const file = `${prefix}.snapshot`;
  const stateFile = `${prefix}.json`;
  const directory = dirname(prefix);
  let candidate: Candidate | undefined;

  const interrupted = ignoring(() => parseState(readSmallFileSync(stateFile, STATE_FILE)));
  if (interrupted !== undefined && isPartOf(prefix, interrupted.part)) {
    const part = join(directory, interrupted.part);
    if (describes(interrupted, part)) moveIntoPlace(part);
  }

  async function readState(): Promise<State | undefined> {
    const bytes = await readSmallFile(stateFile, STATE_FILE).catch(() => undefined);
    return bytes && ignoring(() => parseState(bytes));
  }

  async function knownVersion(): Promise<string | undefined> {
    const state = await readState();
    return state !== undefined && describes(state, file) ? state.version : undefined;
  }

  async function knownCount(): Promise<TitleCount | undefined> {
    const { library, titles } = (await readState()) ?? {};
    return library === undefined || titles === undefined ? undefined : { library, titles };
  }

  async function check(isForced = false, isDamaged = false): Promise<boolean> {
    if (isForced) candidate = undefined;
    const known = candidate?.version ?? (isDamaged ? undefined : await knownVersion());
    candidate = (await source.save(prefix, known, options)) ?? candidate;
    const signature = trust && (await source.signature(options));
    if (candidate === undefined) {
      if (trust === undefined || signature === (await cachedSignature())) return false;
      const part = partPath(prefix, `${signature}`);
      await linkOrCopy(file, part, options);
      return publish({ part, version: known, isResumed: false }, signature);
    }
    const { part, refusal } = candidate;
    if (refusal !== undefined && signature === refusal.signature) throw refusal.error;
    return existsSync(part) ? publish(candidate, signature) : check(true, isDamaged);
  }

  /** Opens a file in the cache directory with all records in memory, so that all checksums are verified. */
  function openWhole(path: string, keys: readonly string[] | undefined) {
    return createOpeningThread().open(path, {
      trust: keys,
      signal: options.signal,
      leavesRecordsInFile: false,
      ...IN_CACHE,
    });
  }

  /** Returns whether another process that uses the same cache directory has published a version. */
  async function isPublished(version: string | undefined): Promise<boolean> {
    return version !== undefined && (await knownVersion()) === version;
  }

  async function cachedSignature(): Promise<string | undefined> {
    const reading = readSmallFile(signaturePath(file), { ...SIGNATURE_FILE, ...IN_CACHE });
    return reading.then(
      (bytes) => bytes.toString('latin1'),
      () => undefined,
    );
  }

  /** Checks a partial file, and moves it to the place of the file. */
  async function publish(next: Download, signature: string | undefined): Promise<boolean> {
    const { part, version, isResumed } = next;
    if (signature === undefined) rmSync(signaturePath(part), { force: true });
    else writeAtomically(signaturePath(part), [Buffer.from(signature, 'latin1')], IN_CACHE);
    let checked: TitleCount;
    try {
      const { snapshot } = await openWhole(part, trust);
      const { maxShrink = 100, ...limits } = options.publishing ?? {};
      checkReplacement(file, snapshot, { ...limits, maxShrink }, await knownCount(), name);
      checked = snapshot;
    } catch (error) {
      if (!(error instanceof SnapshotError || error instanceof PublishingError)) throw error;
      if (!existsSync(part) && (await isPublished(version))) return published();
      const isDamaged = error instanceof SnapshotError && error.code !== 'untrusted';
      if (isDamaged) removePart(part);
      // A power failure can damage the bytes that were received before it.
      if (isDamaged && isResumed) return check(true);
      const message = error.message.replaceAll(part, name);
      const refused = new RefusedSnapshotError(message, { cause: error });
      candidate = { part, version, isResumed: false, refusal: { signature, error: refused } };
      throw refused;
    }
    if (!existsSync(part) && (await isPublished(version))) return published();
    const { size, mtimeMs } = lstatSync(part);
    const { library, titles } = checked;
    const state: State = { name, version, part: basename(part), size, mtimeMs, library, titles };
    writeAtomically(stateFile, [Buffer.from(`${JSON.stringify(state)}\n`)], IN_CACHE);
    moveIntoPlace(part);
    return published();
  }

  function published(): true {
    candidate = undefined;
    return true;
  }

  function moveIntoPlace(part: string): void {
    // Another process may have moved the same files.
    if (existsSync(signaturePath(part))) renameSync(signaturePath(part), signaturePath(file));
    if (existsSync(part)) renameSync(part, file);
    // Renaming does nothing if both names belong to one file.
    rmSync(part, { force: true });
    flushDirectory(directory);
  }

  return {
    name,
    file,
    check,
    isDamaged: () => openWhole(file, undefined).then(() => false, isDamage),
    discard() {
      writeAtomically(file, [], IN_CACHE);
    },
  };
}

function parseState(bytes: Buffer): State | undefined {
  const state = JSON.parse(bytes.toString());
  // The version becomes the value of a header.
  const isVersion = /^[\t\x20-\x7e\x80-\xff]*$/.test(state?.version ?? '');
  return typeof state?.part === 'string' && isVersion ? state : undefined;
}

/** Returns undefined if a function throws an error, because a file in the cache directory is missing or damaged. */
function ignoring<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function describes({ size, mtimeMs }: State, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.size === size && stats.mtimeMs === mtimeMs;
}

async function linkOrCopy(from: string, to: string, options: RequestOptions): Promise<void> {
  rmSync(to, { force: true });
  try {
    await link(from, to);
  } catch {
    // Some file systems, such as FAT, have no links.
    const file = await openRegularFile(from, { expected: 'a snapshot file', ...IN_CACHE });
    try {
      await copyBytes(from, file, await file.stat(), to, options);
    } finally {
      closeWithoutWaiting(file);
    }
  }
}

function removePart(part: string): void {
  rmSync(part, { force: true });
  rmSync(signaturePath(part), { force: true });
}
