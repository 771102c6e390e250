/*
 * The files to open for paths and addresses: keeps copies in the cache directory and checks their sources regularly.
 * `cached-snapshot.ts` and `copied-changes.ts` keep one copy each. The catalogs of the files are opened and replaced in
 * `file/replaceable-catalogs.ts`.
 */

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { SnapshotError } from '../../format/container/snapshot-error.js';
import type { TrustOptions } from '../signature.js';
import { type FileCheck, type FileWatch, watchFiles } from '../watch-files.js';
import type { NamedLimits } from '../writing/publishing-limits.js';
import {
  addressSource,
  createCachedSnapshot,
  fileSource,
  RefusedSnapshotError,
} from './cached-snapshot.js';
import { createCopiedChanges } from './copied-changes.js';
import { AddressError, isAddress, parseAddress, parseChangesAddress } from './request.js';

/** Options of {@link createLocalFiles}. */
export interface LocalFilesOptions extends TrustOptions {
  /** The path or the address of a changes file, which need not exist. Default: no changes. */
  readonly changes?: string | undefined;
  /**
   * The directory with the last good file of each address, and of each path of a snapshot file. It is created if it is
   * missing. Default: for addresses, the directory in the environment variable `CACHE_DIRECTORY`, or else
   * `~/.cache/carrel`; the files of paths are not kept.
   */
  readonly cacheDir?: string | undefined;
  /** Limits on every snapshot that replaces another in the directory. Default: no limits. */
  readonly publishing?: NamedLimits | undefined;
  /**
   * Whether {@link LocalFiles.open} first checks all addresses and paths. Until it has opened the files, it then
   * accepts any loss of titles, even if the old file is unreadable. Default: false.
   */
  readonly acceptsShrink?: boolean | undefined;
  /**
   * Receives a message when a file cannot be received or is refused, once for each problem.
   *
   * @param isRefused whether a snapshot was received and refused
   */
  readonly onProblem: (message: string, isRefused: boolean) => void;
  /** The time between two checks of snapshots, in milliseconds. Default: 1 minute. */
  readonly snapshotsMs?: number | undefined;
  /** The time between two checks of changes, in milliseconds. Default: 10 seconds. */
  readonly changesMs?: number | undefined;
  /** The maximum time without a byte of a response, in milliseconds. Default: 30 seconds. */
  readonly stallMs?: number | undefined;
}

/** The last check of a path or an address. Times are in seconds since 1970. */
export interface SourceCheck {
  /** The path, or the address without credentials and query. */
  readonly source: string;
  readonly isAddress: boolean;
  /** The time of the last check without an error. 0 if there is none yet. */
  readonly checked: number;
  /**
   * The time since which there has been another snapshot than the open one. 0 if there is none. Undefined for changes.
   */
  readonly pendingSince?: number | undefined;
}

/** The files to open for paths and addresses. Files in a cache directory are kept equal to the files at addresses. */
export interface LocalFiles {
  /** The paths to open, in the order of the paths and addresses. */
  readonly paths: readonly string[];
  /** The path of the changes file. Undefined without changes. */
  readonly changes: string | undefined;
  /** The paths of files in the cache directory, which must not be opened if they are symbolic links. */
  readonly cached: ReadonlySet<string>;
  /**
   * Returns the last check of each address, and of each path of a snapshot file.
   *
   * @param watched the last checks of {@link paths}
   */
  checks(watched: readonly FileCheck[]): readonly SourceCheck[];
  /** Returns a text with addresses in place of the paths of files in the cache directory. Does not use `this`. */
  readonly named: (text: string) => string;
  /**
   * Calls `attempt` when all files exist, and returns its result. If `attempt` rejects because of the file of an
   * address, calls it again when another file has been downloaded. Later checks receive each file again that the method
   * `damaged` of the result returns, even if it is unchanged at its source.
   *
   * @param onWaiting Called once, before the first download that `attempt` waits for. Default: does nothing.
   * @throws AddressError if an address without a file in the cache directory can never be requested, or the response
   *   for the address of a snapshot is a final refusal
   * @throws the error of `attempt`, or of copying a path without a file in the cache directory
   */
  open<T extends OpenedFiles>(
    attempt: () => Promise<T>,
    onWaiting?: () => Promise<void>,
  ): Promise<T>;
  /**
   * Checks all addresses and paths once. Never rejects.
   *
   * @param isForced Whether a refused snapshot is downloaded again. Default: false.
   * @returns the problems, each as a message
   */
  check(isForced?: boolean): Promise<readonly string[]>;
  /** Begins to check addresses and paths regularly after {@link open}, until {@link stop} is called. */
  start(): void;
  /** Stops all checks and downloads. */
  stop(): void;
  /** Aborted by {@link stop}. Pass it to the code that opens files and follows changes. */
  readonly signal: AbortSignal;
}

interface OpenedFiles {
  /** Returns the paths whose files are damaged. */
  damaged(): readonly string[];
}

interface CheckedFile {
  /** The path or address that is checked, for messages. */
  readonly name: string;
  /** The file in the cache directory. */
  readonly file: string;
  readonly isAddress: boolean;
  readonly intervalMs: number;
  check(isForced?: boolean, isDamaged?: boolean): Promise<boolean>;
  isDamaged(): Promise<boolean>;
  discard(): void;
  checked: number;
  /** The time since which the snapshot has been refused, in seconds since 1970. 0 if it is not refused. */
  refusedSince: number;
  /** The last problem that was reported. */
  problem?: string | undefined;
  running?: Promise<Outcome> | undefined;
}

/** The result of a check: whether the file was replaced, or the error. */
interface Outcome {
  readonly isReplaced: boolean;
  readonly error?: unknown;
}

const SNAPSHOTS_MS = 60_000;
const CHANGES_MS = 10_000;

/** The pause before the second attempt to download a missing file. The pause doubles with each attempt. */
const FIRST_PAUSE_MS = 1000;

/** The time that opening waits for the first copy of a changes file. */
const FIRST_CHANGES_MS = 5000;

/**
 * Returns the files to open for paths and addresses.
 *
 * @param paths paths of snapshot files and source directories, and addresses of snapshots
 * @throws Error for an invalid address, for changes at an address without TLS, and if the cache directory cannot be
 *   created
 */
export function createLocalFiles(paths: readonly string[], options: LocalFilesOptions): LocalFiles {
  const { changes, cacheDir, trust, acceptsShrink = false, onProblem, stallMs } = options;
  const { snapshotsMs = SNAPSHOTS_MS, changesMs = CHANGES_MS } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const request = { signal, stallMs };
  let directory: string | undefined;
  let replacements = 0;
  let wake = () => {};
  let isShrinkAccepted = acceptsShrink;
  let damaged: OpenedFiles['damaged'] = () => [];
  const snapshotOptions = {
    trust,
    ...request,
    get publishing() {
      return isShrinkAccepted
        ? { ...options.publishing, maxShrink: 100, allowUnreadable: true }
        : options.publishing;
    },
  };

  /** Returns the path of a file in the cache directory, without its suffix. */
  function prefixOf(url: URL): string {
    directory ??= cacheDirectory(cacheDir);
    return join(directory, createHash('sha256').update(url.href).digest('hex'));
  }

  const snapshots = paths.map((path, i): CheckedFile | undefined => {
    const isRemote = isAddress(path);
    if (!isRemote && (cacheDir === undefined || isDirectory(path))) return undefined;
    const address = isRemote ? parseAddress(`paths[${i}]`, path) : undefined;
    const source = address === undefined ? fileSource(path) : addressSource(address);
    const prefix = prefixOf(address?.url ?? pathToFileURL(resolve(path)));
    const cached = createCachedSnapshot(source, prefix, snapshotOptions);
    return {
      ...cached,
      isAddress: isRemote,
      intervalMs: snapshotsMs,
      checked: 0,
      refusedSince: 0,
    };
  });
  const cached = snapshots.filter((file) => file !== undefined);
  const localPaths = cached.filter((file) => !file.isAddress);
  let watch: FileWatch | undefined;
  const copied = changes !== undefined && isAddress(changes) ? copyOf(changes) : undefined;
  const files = copied === undefined ? cached : [...cached, copied];

  function copyOf(changes: string): CheckedFile {
    const address = parseChangesAddress('changes', changes);
    const copy = createCopiedChanges(address, prefixOf(address.url), request);
    const check = () => copy.check().then(() => false);
    const isDamaged = async () => false;
    const state = { check, isDamaged, discard() {}, checked: 0, refusedSince: 0 };
    return { ...copy, ...state, isAddress: true, intervalMs: changesMs };
  }

  const named = (text: string) =>
    files.reduce((result, { file, name }) => result.replaceAll(file, name), text);

  function report(file: CheckedFile, error: unknown): void {
    const { syscall, code, message: text } = error as NodeJS.ErrnoException;
    // The message of a system call can contain the random name of a partial file. The message of a refusal contains the
    // path of a file in the cache directory only if this file is the problem.
    const message =
      syscall !== undefined
        ? `expected to write to ${directory}, found an error (${code})`
        : error instanceof RefusedSnapshotError
          ? text
          : named(text);
    const problem = message.includes(file.name) ? message : `${file.name}: ${message}`;
    if (problem !== file.problem) onProblem(problem, error instanceof RefusedSnapshotError);
    file.problem = problem;
  }

  /** Checks a file. Calls during a check return the result of this check, or wait and check again if `isForced`. */
  async function checkFile(file: CheckedFile, isForced = false): Promise<Outcome> {
    if (isForced) await file.running;
    if (isForced) file.problem = undefined;
    file.running ??= run().finally(() => {
      file.running = undefined;
    });
    return file.running;

    async function run(): Promise<Outcome> {
      try {
        const isReplaced = await file.check(isForced, damaged().includes(file.file));
        file.checked = Date.now() / 1000;
        file.problem = undefined;
        file.refusedSince = 0;
        if (isReplaced) replacements++;
        if (isReplaced) wake();
        return { isReplaced };
      } catch (error) {
        if (error instanceof RefusedSnapshotError) file.refusedSince ||= Date.now() / 1000;
        if (!signal.aborted) report(file, error);
        return { isReplaced: false, error };
      }
    }
  }

  const missing = () => cached.filter(isMissing);

  /** Checks all files until one is replaced or no file is missing any more. If no file is missing, checks and waits once. */
  async function nextReplacement(): Promise<void> {
    const before = replacements;
    const wasMissing = missing().length > 0;
    for (let pauseMs = wasMissing ? FIRST_PAUSE_MS : snapshotsMs; ; pauseMs *= 2) {
      const outcomes = await Promise.all(cached.map((file) => checkFile(file)));
      signal.throwIfAborted();
      for (const [i, { error }] of outcomes.entries()) {
        const isFinal = error instanceof AddressError ? error.isFinal : !cached[i].isAddress;
        if (error !== undefined && isFinal && isMissing(cached[i])) throw error;
      }
      if (replacements > before || (wasMissing && missing().length === 0)) return;
      const pause = new AbortController();
      wake = () => pause.abort();
      const either = AbortSignal.any([signal, pause.signal]);
      await delay(Math.min(snapshotsMs, pauseMs), undefined, { signal: either }).catch(() =>
        signal.throwIfAborted(),
      );
      if (!wasMissing) return;
    }
  }

  async function open<T extends OpenedFiles>(
    attempt: () => Promise<T>,
    onWaiting = async () => {},
  ): Promise<T> {
    if (copied !== undefined && !existsSync(copied.file)) {
      const late = delay(FIRST_CHANGES_MS, undefined, { ref: false, signal });
      const { error } = (await Promise.race([checkFile(copied), late])) ?? {};
      if (error instanceof AddressError && !error.isRequestable) throw error;
    }
    // Record the states of the paths before they are checked, so that no later change is missed.
    watch = await watchFiles(localPaths.map(({ name }) => name));
    for (const file of cached) {
      if (!file.isAddress || (acceptsShrink && !isMissing(file))) await checkFile(file);
    }
    for (let isWaiting = false; ; ) {
      if (missing().length === 0) {
        try {
          const result = await attempt();
          isShrinkAccepted = false;
          damaged = () => result.damaged();
          return result;
        } catch (error) {
          signal.throwIfAborted();
          const { message } = error as Error;
          const failed = cached.filter(({ file }) => message.includes(file));
          const damagedFiles = await damagedBy(error, failed);
          const isRepeated = failed.some(
            (file) => file.isAddress || (damagedFiles.includes(file) && !isWaiting),
          );
          if (!isRepeated) throw withNames(error as Error, named);
          for (const file of failed) report(file, error);
          for (const file of damagedFiles) file.discard();
        }
      }
      if (!isWaiting) await onWaiting();
      isWaiting = true;
      await nextReplacement();
    }
  }

  async function repeat(file: CheckedFile): Promise<void> {
    const idle = () => delay(file.intervalMs, undefined, { ref: false, signal });
    // A file that has just been downloaded is not checked again at once.
    if (file.checked > 0) await idle();
    for (;;) {
      await checkFile(file);
      await idle();
    }
  }

  return {
    paths: paths.map((path, i) => snapshots[i]?.file ?? path),
    changes: copied?.file ?? changes,
    cached: new Set(files.map(({ file }) => file)),
    checks(watched) {
      const opened = new Map(watched.map((check) => [check.path, check]));
      const ofPaths = paths.flatMap((path, i): SourceCheck | readonly [] => {
        const file = snapshots[i];
        const check = opened.get(file?.file ?? path);
        if (file === undefined) return check ? { ...check, source: path, isAddress: false } : [];
        const { name: source, isAddress, checked, refusedSince } = file;
        return { source, isAddress, checked, pendingSince: refusedSince || check?.pendingSince };
      });
      if (copied === undefined) return ofPaths;
      return [...ofPaths, { source: copied.name, isAddress: true, checked: copied.checked }];
    },
    named,
    open,
    async check(isForced) {
      await Promise.all(files.map((file) => checkFile(file, isForced)));
      if (signal.aborted) return [];
      return files.flatMap(({ problem }) => problem ?? []);
    },
    start() {
      watch?.start(
        (changed) => {
          for (const file of localPaths) if (changed.includes(file.name)) checkFile(file);
        },
        (message) => onProblem(message, false),
      );
      // The promises reject when the signal is aborted.
      for (const file of files) repeat(file).catch(() => {});
    },
    stop() {
      watch?.stop();
      closing.abort();
    },
    signal,
  };
}

/**
 * Returns the files whose bytes caused an error. If a signature is not trusted, checks the checksums: they are wrong in
 * a damaged file, but not if the keys were changed.
 *
 * @param failed the files that the error names
 */
async function damagedBy(
  error: unknown,
  failed: readonly CheckedFile[],
): Promise<readonly CheckedFile[]> {
  if (!(error instanceof SnapshotError)) return [];
  if (error.code !== 'untrusted') return failed;
  const areDamaged = await Promise.all(failed.map((file) => file.isDamaged()));
  return failed.filter((_, i) => areDamaged[i]);
}

/** Returns whether the cache directory has no file, or an empty file in place of a damaged file. */
function isMissing({ file }: CheckedFile): boolean {
  return (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Creates the cache directory if it is missing, and returns its path.
 *
 * @param chosen Default: see {@link LocalFilesOptions.cacheDir}.
 * @throws Error if the directory cannot be created
 */
export function cacheDirectory(chosen?: string): string {
  const [provided = ''] = (process.env.CACHE_DIRECTORY ?? '').split(':');
  const path = chosen ?? (provided === '' ? join(homedir(), '.cache/carrel') : provided);
  try {
    // Snapshots contain sessions and the contents of users, so other users may not read them.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${path}: expected a directory for the cache, found an error (${code})`);
  }
}

/** Replaces paths in the message of an error, and in its `path` if it has one. The error keeps its class. */
function withNames(error: Error & { path?: unknown }, named: (text: string) => string): Error {
  const { message, path } = error;
  return Object.assign(error, {
    message: named(message),
    ...(typeof path === 'string' && { path: named(path) }),
  });
}
