/*
 * `openCatalogs` for programs: options, events, and catalogs at addresses. `replaceable-catalogs.ts` opens and replaces
 * the catalogs, and `addresses/local-files.ts` copies files from addresses. `open-catalog.ts` opens one catalog that
 * stays as it is.
 */

import { EventEmitter } from 'node:events';
import {
  A_FUNCTION,
  AN_ABORT_SIGNAL,
  checkOptions,
  type OptionCheck,
  TRUE_OR_FALSE,
} from '../../base/check-options.js';
import { describe, messageLine, typeError } from '../../base/messages.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Change } from '../changes/change.js';
import { createLocalFiles } from './addresses/local-files.js';
import { isAddress } from './addresses/request.js';
import { type AppendedChanges, appendChanges } from './append-changes.js';
import {
  type ChangesReport,
  openReplaceableCatalogs,
  type RefreshResult,
  type ReplacedCatalog,
  refusal,
} from './replaceable-catalogs.js';
import type { TrustOptions } from './signature.js';
import { serialized } from './task-thread.js';
import { checkPublishingLimits, type PublishingLimits } from './writing/publishing-limits.js';

/** Options of {@link openCatalogs}. */
export interface OpenCatalogsOptions extends TrustOptions, PublishingLimits {
  /**
   * The path of a changes file, which need not exist, or its address, which begins with `https://` or names this machine.
   * The file at an address is checked every 10 seconds. {@link CatalogSet.append} writes changes to the file.
   *
   * The file is applied to every snapshot that replaces an older one, from its beginning. Changes with a time (`at`) before
   * the date of the new snapshot are left out. Changes without a time are applied again, so start a new file with each
   * build if your changes have no time. Default: no changes.
   */
  readonly changes?: string | undefined;
  /**
   * The directory that keeps the last good file of each address, and of each path of a snapshot file. The file is opened
   * if its address cannot be reached, or if its path is missing or cannot be opened. The directory is created if it is
   * missing. Default: for addresses, the directory in the environment variable `CACHE_DIRECTORY`, or else
   * `~/.cache/carrel`; the files of paths are not kept.
   */
  readonly cacheDir?: string | undefined;
  /**
   * Whether a snapshot file that changes is opened again and replaces its catalog. An address is checked every minute. If
   * the cache directory has a file for an address, that file is opened first. A source directory is opened again only by
   * {@link CatalogSet.refresh}. Default: false, which means that addresses are checked before they are opened.
   */
  readonly watch?: boolean | undefined;
  /**
   * Called with all catalogs before they are used: at the start, and before a catalog replaces another one. Typically
   * calls `warmUp` of `carrel/server`. If it throws or rejects at the start, so does `openCatalogs`. Later, the current
   * catalogs are kept, and the error is handled like the error of a file that cannot be opened. Default: does nothing.
   */
  readonly prepare?: ((catalogs: readonly Catalog[]) => Promise<void> | void) | undefined;
  /**
   * Called with an error for each message of {@link CatalogSetEvents.refused}, for each line of the changes file that is
   * skipped, and for each error that a listener of an event throws. Must not throw. Default: the messages are written to
   * standard error, one per line, except messages of events that have a listener.
   */
  readonly onError?: ((error: Error) => void) | undefined;
  /** Stops the opening of the catalogs, and later disposes of the set. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/** The events of a {@link CatalogSet}, with the arguments of their listeners. */
export interface CatalogSetEvents {
  /** A snapshot replaced an older one. */
  replaced: [catalog: ReplacedCatalog];
  /**
   * A file cannot be opened, cannot be received from its address or conflicts with another file, `prepare` threw an error,
   * or the changes file cannot be read.
   * The current catalogs are kept. The message contains the reason.
   */
  refused: [message: string];
  /**
   * Changes of a library were applied, skipped, or left out as older than the snapshot. The report of the changes that the
   * file contained at the start is emitted after the promise of `openCatalogs` has been resolved.
   */
  changes: [report: ChangesReport];
}

/** Open catalogs that are replaced when their files change. */
export interface CatalogSet extends EventEmitter<CatalogSetEvents>, AsyncDisposable {
  /**
   * Returns the open catalogs, in the order of the paths. Returns the same array until a catalog changes. Call it for
   * each request: an earlier catalog remains valid, but does not contain later changes. The function does not use
   * `this`.
   */
  readonly current: () => readonly Catalog[];
  /**
   * Checks all addresses, opens files again, and replaces the catalogs that changed. Emits the events of each result. Never
   * rejects. A call in `prepare` is refused, because it would wait for itself.
   *
   * @param paths some of the paths and addresses of the set. Default: all.
   */
  readonly refresh: (paths?: readonly string[]) => Promise<RefreshResult>;
  /**
   * Checks changes, such as those in the body of a request, and appends the valid changes to the changes file, one line
   * each. A change without a time (`at`) gets the current time. When the promise is resolved, the lines are on disk.
   * The catalogs contain changes of holdings and sessions about a tenth of a second later, and other changes when they
   * have been prepared: see the event `changes`. A change that refers to an unknown record is appended, and then
   * skipped.
   *
   * @throws TypeError if `changes` is not an iterable of changes, or the set has no changes file or reads it from an
   *   address
   * @throws Error if the file cannot be written, or the set is closed
   */
  readonly append: (changes: Iterable<Change>) => Promise<AppendedChanges>;
  /**
   * Stops watching and following files, and waits for earlier calls of {@link append} and, except in a call of `prepare`,
   * for the end of a refresh. The catalogs stay valid, and {@link refresh} does nothing from now on.
   */
  readonly close: () => Promise<void>;
  /** Does the same as {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens catalogs in a worker thread, and replaces them while they are in use. With `changes`, the catalogs also contain
 * the changes in a file, and further changes within about a tenth of a second after they are appended. A catalog with
 * changes returns the same results as a catalog that is built from the changed records.
 *
 * The changes file has one JSON object per line, see `Change`. It need not exist. It is read from its beginning. If it
 * is truncated, or another file gets its path, the new file is read from its beginning. A line that cannot be applied
 * is skipped.
 *
 * The set can be passed to `createApi`, `createRequestListener`, `startServer`, `createFetchHandler` and `warmUp` as
 * `catalogs`.
 *
 * Large title records stay in the snapshot file, as described at `openCatalog`.
 *
 * A snapshot can also have an address. It is downloaded to a cache directory, and opened there. While an address
 * without a file in this directory cannot be reached, the function tries again.
 *
 * @param paths The paths of snapshot files or source directories, or the addresses of snapshot files, each once. A user
 *   name and a password in an address are sent as Basic authentication.
 * @throws TypeError if `paths` is not an array of paths, or an option has the wrong type
 * @throws RangeError if `maxShrink` or `minTitles` is not in its range
 * @throws PublishingError if a catalog has fewer titles than `minTitles`
 * @throws Error with the message of `openCatalog` if a catalog cannot be opened, or has no valid signature
 * @throws Error if the response for an address without a file in the cache directory has a status from 400 to 499 other
 *   than 408, 425 and 429
 * @throws CatalogSetError if two catalogs cannot be open together
 * @throws the reason of the signal if it is aborted before the catalogs are open
 *
 * @example
 * const set = await openCatalogs(['branch.snapshot'], { watch: true, prepare: (next) => warmUp(next) });
 * set.on('replaced', ({ library, titles }) => console.log(`${library}: ${titles} titles`));
 * createServer(createRequestListener({ catalogs: set, apiKeys, baseUrl })).listen(8080);
 */
export async function openCatalogs(
  paths: readonly string[],
  options: OpenCatalogsOptions = {},
): Promise<CatalogSet> {
  checkPaths(paths);
  checkOptions('openCatalogs', options, CHECKS);
  checkPublishingLimits(options);
  const { watch = false, changes, cacheDir, trust, prepare = () => {}, onError, signal } = options;
  signal?.throwIfAborted();
  const local = createLocalFiles(paths, {
    changes,
    cacheDir,
    trust,
    publishing: options,
    onProblem,
  });
  const events = new EventEmitter<CatalogSetEvents>();

  function report(name: keyof CatalogSetEvents, messages: readonly string[]): void {
    if (onError !== undefined) for (const message of messages) onError(new Error(message));
    else if (events.listenerCount(name) === 0) printMessages(messages);
  }

  function emit(emitEvent: () => void): void {
    try {
      emitEvent();
    } catch (error) {
      if (onError !== undefined) onError(error as Error);
      else printMessages([`listener of openCatalogs: ${(error as Error)?.stack ?? error}`]);
    }
  }

  function emitResult({ replaced, refused }: RefreshResult): void {
    for (const catalog of replaced) emit(() => events.emit('replaced', catalog));
    for (const message of refused) emit(() => events.emit('refused', message));
    report('refused', refused);
  }

  function onProblem(message: string): void {
    emitResult(refusal(message));
  }

  function emitChanges(changed: ChangesReport): void {
    emit(() => events.emit('changes', changed));
    report('changes', [...changed.problems, ...(changed.warning ? [changed.warning] : [])]);
  }

  let first: ChangesReport[] | undefined = [];
  const open = () =>
    openReplaceableCatalogs(local.paths, {
      ...local,
      trust,
      publishing: options,
      prepare,
      onChanges(changed) {
        if (first === undefined) emitChanges(changed);
        else first.push(changed);
      },
      onReopened: emitResult,
    });
  signal?.addEventListener('abort', local.stop, { once: true });
  if (!watch) await local.check();
  const opened = await local.open(open).catch((error) => {
    local.stop();
    signal?.throwIfAborted();
    throw error;
  });
  const refresh = async (requested = paths) => {
    if (!Array.isArray(requested)) {
      const found = describe(requested);
      const result = refusal(`refresh: expected an array of paths, found ${found}`);
      emitResult(result);
      return result;
    }
    const problems = await local.check(true);
    const files = requested.map((path) => local.paths[paths.indexOf(path)] ?? path);
    const { replaced, refused } = await opened.refresh(files);
    return { replaced, refused: [...problems, ...refused] };
  };
  let isClosed = false;
  const appendInTurn = serialized((appended: Iterable<Change>) =>
    appendChanges(changes as string, opened.current(), appended),
  );
  const append = async (appended: Iterable<Change>) => {
    checkAppended(appended, changes);
    if (isClosed) throw new Error('append: expected open catalogs, found a set that is closed');
    return appendInTurn(appended);
  };
  const close = async () => {
    isClosed = true;
    signal?.removeEventListener('abort', close);
    signal?.removeEventListener('abort', local.stop);
    local.stop();
    // Appending no changes waits for the calls of `append` before.
    await Promise.all([opened.close(), appendInTurn([])]);
  };
  try {
    signal?.throwIfAborted();
    await prepare(opened.current());
    signal?.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }
  if (watch) {
    opened.watch(onProblem);
    local.start();
  }
  signal?.addEventListener('abort', close, { once: true });
  // Listeners are added after the promise has been resolved.
  setImmediate(() => {
    const reports = first ?? [];
    first = undefined;
    for (const changed of reports) emitChanges(changed);
  });
  const { current } = opened;
  return Object.assign(events, { current, refresh, append, close, [Symbol.asyncDispose]: close });
}

/** @throws TypeError if `appended` is not an iterable of changes, or there is no changes file to append them to */
function checkAppended(appended: Iterable<Change>, file: string | undefined): void {
  if (file === undefined || isAddress(file)) {
    const found = file === undefined ? 'nothing' : 'an address';
    throw new TypeError(
      `append: expected the path of a file as the option changes of openCatalogs, found ${found}`,
    );
  }
  if (typeof appended === 'object' && Symbol.iterator in (appended ?? {})) return;
  throw typeError('append: changes', 'an iterable of changes, such as an array', appended);
}

/** The maximum number of messages that are written to standard error for one event. */
const MAX_PRINTED_MESSAGES = 20;

function printMessages(messages: readonly string[]): void {
  const more = messages.length - MAX_PRINTED_MESSAGES;
  const lines = messages.slice(0, MAX_PRINTED_MESSAGES);
  if (more > 0) lines.push(`${more} more messages of this kind`);
  for (const line of lines) process.stderr.write(`${messageLine(line)}\n`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/**
 * The checks of {@link OpenCatalogsOptions}, without the checks of {@link checkPublishingLimits}. The keys in `trust`
 * are checked when a signature is verified.
 */
const CHECKS: Readonly<
  Record<Exclude<keyof OpenCatalogsOptions, 'trust' | 'maxShrink' | 'minTitles'>, OptionCheck>
> = {
  changes: { expected: 'the path or address of a file', isValid: isText },
  cacheDir: { expected: 'the path of a directory', isValid: isText },
  watch: TRUE_OR_FALSE,
  allowLibraryChange: TRUE_OR_FALSE,
  allowUnreadable: TRUE_OR_FALSE,
  prepare: A_FUNCTION,
  onError: A_FUNCTION,
  signal: AN_ABORT_SIGNAL,
};

/** @throws TypeError if the paths are not an array in which each path occurs once */
function checkPaths(paths: readonly string[]): void {
  if (!Array.isArray(paths)) {
    throw typeError('openCatalogs: paths', "an array of paths, such as ['branch.snapshot']", paths);
  }
  for (const [i, path] of paths.entries()) {
    if (typeof path !== 'string') throw typeError(`openCatalogs: paths[${i}]`, 'a path', path);
    if (paths.indexOf(path) === i) continue;
    // An address may contain a password.
    const found = isAddress(path) ? 'an address' : `'${path}'`;
    throw new TypeError(`openCatalogs: paths[${i}]: expected each path once, found ${found} again`);
  }
}
