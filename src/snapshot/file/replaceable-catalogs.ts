/*
 * Open catalogs that are replaced when their files change, together with the changes of a file. `watch-files.ts`
 * notices changed files, `opening-thread.ts` opens them, and `followed-catalog.ts` applies changes. Addresses, and the
 * events for programs, are in `open-catalogs.ts`.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { parseInstant } from '../../base/instant.js';
import type { Catalog } from '../../catalog/catalog.js';
import { CatalogSetError, checkCatalogSetInSteps } from '../../catalog/catalog-set.js';
import { withoutChangedHoldings } from '../changes/change-holdings.js';
import { isDamage } from '../format/container/snapshot-error.js';
import { sectionsOf } from '../format/open-sections.js';
import type { LocalFiles } from './addresses/local-files.js';
import { type ChangesFile, NO_CHANGES, type ReadChanges } from './changes-file.js';
import type { ChangesProgress, FollowedCatalog } from './followed-catalog.js';
import { createOpeningThread, type OpenedCatalog } from './opening-thread.js';
import type { OpenedSnapshot, SnapshotProperties } from './prepare-generation.js';
import { canShareOpenFiles, hasFoundDamage } from './read-snapshot-sections.js';
import { collectGarbageSoon } from './shared-memory.js';
import type { TrustOptions } from './signature.js';
import { serialized } from './task-thread.js';
import { type FileCheck, watchFiles } from './watch-files.js';
import { checkTitleCount, type NamedLimits } from './writing/publishing-limits.js';

/** Open catalogs that can be replaced when their files change. */
export interface ReplaceableCatalogs {
  /**
   * Returns the open catalogs, in the order of the paths. Returns the same array until a catalog is replaced or
   * changed.
   */
  current(): readonly Catalog[];
  /** Returns the properties of the snapshots of the open catalogs, and how far their changes were applied. */
  snapshots(): readonly ServedSnapshot[];
  /**
   * Opens files again and replaces the changed catalogs together. If a file cannot be opened or exceeds a limit,
   * its catalog is kept. Two catalogs conflict if they have a library, title, list or session id in common. After a
   * conflict, all catalogs are kept, and the next call also opens the changed files of this call. A new snapshot gets
   * the changes before it replaces the old one. Never rejects. Concurrent calls run one after another.
   *
   * @param paths some or all of the paths that were opened
   */
  refresh(paths: readonly string[]): Promise<RefreshResult>;
  /**
   * Starts to open files again when they change.
   *
   * @param onUnstable receives a message about a file that keeps changing
   */
  watch(onUnstable: (message: string) => void): void;
  /** Returns the paths whose files are damaged, as found when they were last opened or when a record was last read. */
  damaged(): readonly string[];
  /** Returns the last check of each file. Paths of directories are left out. */
  checks(): readonly FileCheck[];
  /**
   * Waits for the end of a refresh, and stops watching files and applying changes. Later calls of {@link refresh} do
   * nothing. A call in `prepare` does not wait for the refresh that called `prepare`. That refresh keeps the current
   * catalogs.
   */
  close(): Promise<void>;
}

/** An open snapshot. */
export interface ServedSnapshot extends SnapshotProperties {
  /** How far the catalog contains the changes. Absent without a changes file. */
  readonly changes?: ChangesProgress | undefined;
}

/** The result of a refresh. An unchanged file appears only in the message of a conflict with it. */
export interface RefreshResult {
  /** The catalogs that replaced older ones. */
  readonly replaced: readonly ReplacedCatalog[];
  /**
   * One message for each file that cannot be opened or exceeds a limit, one for the first conflict, and one for each other
   * changed file that is not used because of the conflict.
   */
  readonly refused: readonly string[];
}

/** The properties of a catalog that replaced an older one, as plain data. */
export interface ReplacedCatalog extends SnapshotProperties {
  /** The path of the catalog. */
  readonly source: string;
}

/**
 * A report that changes of a library were applied, skipped, or left out as older than the snapshot. The counts are of all
 * lines since the beginning of the file, and `problems` only those since the last report. A line that belongs to none of
 * the open libraries is reported with the last library.
 */
export interface ChangesReport extends ChangesProgress {
  /** The id of the library. */
  readonly library: string;
  /** The path of the changes file. */
  readonly file: string;
  /** The skipped lines since the last report, each with the file and the line, as messages. */
  readonly problems: readonly string[];
  /**
   * A warning if the changes were applied before to a snapshot of another date, and changes without a time are applied
   * again. Also if the file was last written before the date of the first snapshot. Absent otherwise.
   */
  readonly warning?: string | undefined;
}

/** Options of {@link openReplaceableCatalogs}. By default, there are no changes, and files have no other names. */
export interface ReplaceableCatalogsOptions
  extends TrustOptions,
    Partial<Pick<LocalFiles, 'changes' | 'cached' | 'named' | 'signal'>> {
  /**
   * Whether the calling thread opens the first catalogs. It is faster than a worker thread, but nothing else runs in the
   * calling thread meanwhile. Default: false.
   */
  readonly opensInCallingThread?: boolean | undefined;
  /** Whether the catalogs are in shared memory, so that other threads can open them too. Default: false. */
  readonly isShared?: boolean | undefined;
  /**
   * Called before changed catalogs replace the current catalogs, with all catalogs that will be open. If it throws or
   * rejects, the current catalogs are kept. Default: does nothing.
   */
  readonly prepare?: ((next: readonly Catalog[]) => Promise<void> | void) | undefined;
  /** Limits on every catalog that is opened. Default: no limits. */
  readonly publishing?: NamedLimits | undefined;
  /** Called after changes were applied or skipped. Default: does nothing. */
  readonly onChanges?: ((report: ChangesReport) => void) | undefined;
  /**
   * Called with the result of each refresh. Also called when catalogs were opened again to apply changes and a snapshot was
   * replaced or refused, and when the changes file cannot be read. Default: does nothing.
   */
  readonly onReopened?: ((result: RefreshResult) => void) | undefined;
}

interface OpenedPath extends OpenedSnapshot, Pick<ReadChanges, 'skipped' | 'undated'> {
  /** The catalog, without its changed holdings. */
  readonly base: Catalog;
  /** The catalog with the changes up to now. Undefined without a changes file. */
  readonly followed: FollowedCatalog | undefined;
  /** Whether the catalog was opened together with all its changes, and not changed by a worker thread since. */
  readonly isFromFile: boolean;
  /** To be called when the file is in use. */
  readonly onUsed?: () => void;
}

/** Paths to open again, because they are behind the changes file, or because a caller requests it. */
interface RefreshRequest {
  readonly paths: readonly string[];
  readonly reason: 'changes' | 'request';
}

const NO_RESULT: RefreshResult = { replaced: [], refused: [] };

/** The time between two reads of the changes file, and the maximum time until changes that were read are reported. */
const INTERVAL_MS = 100;

/**
 * The minimum pause after catalogs could not be opened again to apply changes. The next attempt can succeed, because a
 * later change may have corrected the change that failed. After a longer attempt, the pause is as long as the attempt.
 */
const RETRY_MS = 1000;

/**
 * Opens catalogs that can be replaced while they are in use, and applies the changes of a file to them while the file
 * grows. The catalogs are opened one after another, in a worker thread unless `opensInCallingThread` is true.
 *
 * @param paths the paths of snapshot files or source directories, each once
 * @throws Error with the message of `openCatalog`
 * @throws CatalogSetError if two catalogs cannot be open together
 * @throws PublishingError if a catalog exceeds a limit
 *
 * @example
 * const files = await openReplaceableCatalogs(['branch.snapshot']);
 * createServer(createRequestListener({ catalogs: files.current, apiKeys, baseUrl })).listen(8080);
 * process.on('SIGHUP', () => files.refresh(['branch.snapshot']));
 */
export async function openReplaceableCatalogs(
  paths: readonly string[],
  options: ReplaceableCatalogsOptions = {},
): Promise<ReplaceableCatalogs> {
  const { prepare = () => {}, publishing = {}, changes, cached, named = (text) => text } = options;
  const { onChanges = () => {}, onReopened = () => {} } = options;
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]);
  const thread = createOpeningThread();
  // Record the state of the files before they are opened, so that no later change is missed.
  const watched = await watchFiles(paths);
  let opened: readonly OpenedPath[] = [];

  /** Returns the changes file for a path. Only the last library reports the lines that belong to no library. */
  function changesFor(index: number): ChangesFile | undefined {
    if (changes === undefined) return undefined;
    const isLast = index === paths.length - 1;
    const others = opened.slice(0, paths.length - 1).map(({ snapshot }) => snapshot.library);
    return {
      path: changes,
      followsLinks: !cached?.has(changes),
      needsLibrary: paths.length > 1,
      otherLibraries: isLast ? others : undefined,
      shared: opened[index]?.followed?.openFile(),
    };
  }

  /** Opens the catalog of a path from its file, with its changes up to now. */
  async function open(index: number): Promise<OpenedPath> {
    const file = changesFor(index);
    const onUsed = watched.opening(paths[index]);
    const catalog = await thread.open(paths[index], {
      changes: file,
      inCallingThread: options.opensInCallingThread && opened[index] === undefined,
      signal,
      trust: options.trust,
      followsLinks: !cached?.has(paths[index]),
      isShared: options.isShared || changes !== undefined,
      leavesRecordsInFile: canShareOpenFiles,
    });
    return { ...(await follow(catalog, file)), isFromFile: true, onUsed };
  }

  for (const [index, path] of paths.entries()) {
    const next = await open(index);
    checkTitleCount(path, next.snapshot, undefined, publishing);
    const undated = isOlder(changes, next.snapshot.date) ? next.undated : 0;
    opened = [...opened, { ...next, undated }];
  }
  await checkConflicts(opened);
  await readFor(Number.POSITIVE_INFINITY, () => opened);

  let catalogs: readonly Catalog[] = [];
  function current(): readonly Catalog[] {
    const next = opened.map(catalogOf);
    if (next.some((catalog, i) => catalog !== catalogs[i])) catalogs = next;
    return catalogs;
  }

  /** The paths at the last report, and how far they contained the changes. */
  let reported: readonly { readonly path: OpenedPath; readonly progress: ChangesProgress }[] = [];

  /** Reports the changes since the last report. */
  function report(): void {
    const before = reported;
    reported = opened.flatMap((path) =>
      path.followed === undefined ? [] : { path, progress: path.followed.progress },
    );
    for (const [i, { path, progress }] of reported.entries()) {
      const { library, date } = path.snapshot;
      const isNew = path !== before[i]?.path;
      const skipped = [...(isNew ? path.skipped : []), ...path.followed!.takeSkipped()];
      const undated = isNew ? path.undated : 0;
      const isSilent = skipped.length + undated === 0;
      if (isSilent && hasNoNews(progress, before[i]?.progress)) continue;
      const file = named(changes!);
      const problems = skipped.map(({ line, problem }) => `${file}:${line}: ${problem}`);
      const warning =
        undated === 0
          ? undefined
          : `${file}: expected a time (at) in each change, found none in ${undated}, which were applied again to '${library}' of ${date}; add times, or start a new file with each snapshot`;
      onChanges({ library, file, ...progress, problems, ...(warning && { warning }) });
    }
  }
  report();

  /** The call of `prepare` from which the current code was called, directly or later. */
  const preparing = new AsyncLocalStorage<{ isRunning: boolean }>();
  /** The changed files that the last refresh did not use because of a conflict. */
  let deferred: readonly string[] = [];
  /** The paths whose files were damaged when they were last opened. */
  const damagedPaths = new Set<string>();

  async function prepareAll(next: readonly OpenedPath[]): Promise<void> {
    const call = { isRunning: true };
    try {
      await preparing.run(call, () => prepare(next.map(catalogOf)));
    } finally {
      call.isRunning = false;
      // In Node below version 24, an enabled storage slows down each promise of the process.
      preparing.disable();
    }
  }

  /** Returns the catalog that becomes current for a path, or the same object if its catalog stays current. */
  async function nextOf(index: number, reason: RefreshRequest['reason']): Promise<OpenedPath> {
    const path = paths[index];
    const before = opened[index];
    const { snapshot, followed } = before;
    const isFileReplaced = (await followed?.isFileReplaced()) ?? false;
    const canCatchUp = reason === 'changes' && !isFileReplaced && !deferred.includes(path);
    if (canCatchUp && followed?.behind !== undefined) {
      const file = changesFor(index)!;
      const caughtUp = await thread.catchUp(followed, before, file);
      if (caughtUp === undefined) return before;
      return { ...(await follow(caughtUp, file)), undated: 0, isFromFile: false };
    }
    const reopened = await open(index);
    const continues = reopened.snapshot.snapshot === snapshot.snapshot && !isFileReplaced;
    const isKept = continues && !isRepaired(reopened, before);
    if (isKept && followed?.behind === undefined) {
      reopened.onUsed?.();
      return before;
    }
    checkTitleCount(path, reopened.snapshot, snapshot, publishing);
    const lines = followed?.progress.lines ?? 0;
    const reportedLines = continues ? lines : 0;
    const skipped = reopened.skipped.filter(({ line }) => line > reportedLines);
    const isAgain = lines > 0 && !isFileReplaced && reopened.snapshot.date !== snapshot.date;
    return { ...reopened, skipped, undated: isAgain ? reopened.undated : 0 };
  }

  async function refresh({ paths: requested, reason }: RefreshRequest): Promise<RefreshResult> {
    if (signal.aborted) return NO_RESULT;
    const refused: string[] = [];
    const before = opened;
    const next = [...opened];
    const isChanged = (_: unknown, index: number) => next[index] !== before[index];
    // Files are opened one at a time, so that only one worker thread uses memory.
    for (const path of new Set([...deferred, ...requested])) {
      const index = paths.indexOf(path);
      if (index < 0) {
        refused.push(`${path}: expected the path of an open catalog, found another path`);
        continue;
      }
      damagedPaths.delete(path);
      try {
        next[index] = await nextOf(index, reason);
      } catch (error) {
        // Closing the catalogs stops the opening, which says nothing about the file.
        if (signal.aborted) return NO_RESULT;
        refused.push((error as Error).message);
        if (isDamage(error)) damagedPaths.add(path);
      }
    }
    const isFromFiles = next.filter(isChanged).some((path) => path.isFromFile);
    const changed = paths.filter(isChanged);
    try {
      if (isFromFiles) await checkConflicts(next);
      else refused.push(...(await holdConflicting(next, before)));
      if (next.some(isChanged)) await prepareAll(next);
      if (signal.aborted) return NO_RESULT;
      deferred = [];
    } catch (error) {
      deferred = paths.filter((path, index) => isChanged(path, index) && next[index].isFromFile);
      refused.push((error as Error).message, ...deferralMessages(changed, error));
      return { replaced: [], refused };
    }
    if (next.some(isChanged)) {
      await readFor(Number.POSITIVE_INFINITY, () => next.filter(isChanged));
      opened = next;
      // Without this call, the replaced catalogs would stay in memory until the next request.
      current();
      for (const path of before) if (!next.includes(path)) path.followed?.close();
      for (const path of next.filter(isChanged)) path.onUsed?.();
      report();
      collectGarbageSoon();
    }
    return {
      replaced: next.flatMap((path, index) =>
        path.snapshot.snapshot === before[index].snapshot.snapshot &&
        !isRepaired(path, before[index])
          ? []
          : [{ source: named(paths[index]), ...path.snapshot }],
      ),
      refused,
    };
  }

  const refreshInTurn = serialized(async (request: RefreshRequest) => {
    const { replaced, refused } = await refresh(request);
    return { replaced, refused: refused.map(named) };
  });

  async function refreshFiles(requested: readonly string[]): Promise<RefreshResult> {
    const result = preparing.getStore()?.isRunning
      ? refusal('refresh: expected a call after prepare, found a call in prepare')
      : await refreshInTurn({ paths: requested, reason: 'request' });
    onReopened(result);
    return result;
  }

  /**
   * Applies the changes that are appended to the file until the signal is aborted. Other tasks of the event loop run after
   * every few milliseconds. Changes that take long are applied for at most nine tenths of the time.
   */
  async function followUntilClosed(): Promise<void> {
    let reopenAfter = 0;
    let reopening: Promise<void> | undefined;
    let lastRefused: readonly string[] = [];
    let lastMessage: string | undefined;

    async function reopen(outdated: readonly string[]): Promise<void> {
      const start = performance.now();
      const result = await refreshInTurn({ paths: outdated, reason: 'changes' });
      const refused = result.refused.filter((reason) => !lastRefused.includes(reason));
      lastRefused = result.refused;
      if (result.replaced.length + refused.length > 0) onReopened({ ...result, refused });
      const end = performance.now();
      const taken = end - start;
      reopenAfter = end + (lastRefused.length === 0 ? taken / 9 : Math.max(taken, RETRY_MS));
      reopening = undefined;
    }

    while (!signal.aborted) {
      try {
        const replaced = await Promise.all(
          opened.map(({ followed }) => followed?.isFileReplaced()),
        );
        const hasMore = await readFor(INTERVAL_MS, () => opened.filter((_, i) => !replaced[i]));
        lastMessage = undefined;
        report();
        const outdated = paths.filter(
          (_, i) => opened[i].followed?.behind !== undefined || replaced[i],
        );
        if (outdated.length > 0 && performance.now() >= reopenAfter) reopening ??= reopen(outdated);
        if (hasMore) continue;
      } catch (error) {
        const { message } = error as Error;
        if (message !== lastMessage) onReopened({ replaced: [], refused: [named(message)] });
        lastMessage = message;
      }
      await delay(INTERVAL_MS, undefined, { ref: false, signal }).catch(() => {});
    }
    await reopening;
  }

  const following = changes === undefined ? undefined : followUntilClosed();

  async function closeFiles(): Promise<void> {
    await thread.close();
    await following;
    // A refresh in progress may still replace `opened`.
    await refreshInTurn({ paths: [], reason: 'request' });
    await thread.close();
    for (const { followed } of opened) followed?.close();
  }

  return {
    current,
    snapshots: () =>
      opened.map(({ snapshot, followed }) => ({ ...snapshot, changes: followed?.progress })),
    refresh: refreshFiles,
    watch: (onUnstable) => watched.start(refreshFiles, (message) => onUnstable(named(message))),
    damaged: () =>
      paths.filter(
        (path, i) => damagedPaths.has(path) || hasFoundDamage(sectionsOf(opened[i].base)),
      ),
    checks: watched.checks,
    async close() {
      closing.abort();
      watched.stop();
      const closed = closeFiles();
      // Inside `prepare`, waiting for the refresh would be waiting for itself.
      if (!preparing.getStore()?.isRunning) await closed;
    },
  };
}

/** Returns the result of a refresh that did nothing. */
export function refusal(message: string): RefreshResult {
  return { replaced: [], refused: [message] };
}

async function follow(
  { catalog, position, counts, ...opened }: OpenedCatalog,
  file: ChangesFile | undefined,
): Promise<Omit<OpenedPath, 'isFromFile'>> {
  const base = withoutChangedHoldings(catalog);
  if (file === undefined) return { ...opened, base, followed: undefined };
  const { followChanges } = await import('./followed-catalog.js');
  return { ...opened, base, followed: followChanges({ catalog, position, counts }, file) };
}

function catalogOf({ base, followed }: OpenedPath): Catalog {
  return followed?.catalog ?? base;
}

/**
 * Reads changes until all are read, or until `ms` milliseconds have passed.
 *
 * @returns whether there may be more changes to read
 */
async function readFor(ms: number, opened: () => readonly OpenedPath[]): Promise<boolean> {
  const end = performance.now() + ms;
  let hasMore = true;
  while (hasMore && performance.now() < end) {
    hasMore = false;
    for (const { followed } of opened()) {
      if (followed?.advance()) hasMore = true;
      await setImmediate();
    }
  }
  return hasMore;
}

/** Returns whether a path was opened from another version of its file after damage was found in the version before. */
function isRepaired(next: OpenedPath, before: OpenedPath): boolean {
  return next.version !== before.version && hasFoundDamage(sectionsOf(before.base));
}

/**
 * Returns whether a changes file was last written before the date of a snapshot, so that it was written for an earlier
 * snapshot. Returns false for a date in the future, because no time of a file can be compared with it.
 */
function isOlder(changes: string | undefined, date: string): boolean {
  const stats = changes === undefined ? undefined : statSync(changes, { throwIfNoEntry: false });
  const snapshotDate = parseInstant(date);
  return stats !== undefined && stats.mtimeMs < snapshotDate && snapshotDate <= Date.now();
}

/** Returns whether a file has no further changes of a library, only further lines of other libraries. */
function hasNoNews(progress: ChangesProgress, before: ChangesProgress | undefined): boolean {
  const { lines, ...counts } = before ?? { lines: 0, ...NO_CHANGES };
  return (
    progress.lines >= lines &&
    progress.applied === counts.applied &&
    progress.superseded === counts.superseded &&
    progress.skipped === counts.skipped
  );
}

/**
 * Checks that catalogs can be open together. Other tasks of the event loop run between two steps.
 *
 * @throws CatalogSetError if two catalogs conflict
 */
async function checkConflicts(opened: readonly OpenedPath[]): Promise<void> {
  for (const _ of checkCatalogSetInSteps(opened.map(catalogOf))) await setImmediate();
}

/**
 * Checks catalogs to which changes were applied. While two conflict, replaces one of the two by its current catalog, or
 * both if one is not enough, so that the changes of other libraries do not wait.
 *
 * @throws CatalogSetError if the current catalogs conflict
 */
async function holdConflicting(
  next: OpenedPath[],
  current: readonly OpenedPath[],
): Promise<string[]> {
  const conflicts: string[] = [];
  for (;;) {
    const error = await conflictOf(next);
    if (error === undefined) return conflicts;
    const pair = error.sources.map((source) =>
      next.findIndex(({ base }) => base.source === source),
    );
    const changed = pair.filter((index) => next[index] !== current[index]);
    if (changed.length === 0) throw error;
    conflicts.push(error.message);
    let held = changed;
    for (const index of changed) {
      const rest = pair.map((other) => (other === index ? current : next)[other]);
      if (held.length > 1 && (await conflictOf(rest)) === undefined) held = [index];
    }
    for (const index of held) next[index] = current[index];
  }
}

async function conflictOf(opened: readonly OpenedPath[]): Promise<CatalogSetError | undefined> {
  try {
    await checkConflicts(opened);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogSetError) return error;
    throw error;
  }
}

/** Returns a message for each changed file that is not used because two other files conflict. */
function deferralMessages(changed: readonly string[], error: unknown): string[] {
  if (!(error instanceof CatalogSetError)) return [];
  return changed
    .filter((path) => !error.sources.includes(path))
    .map((path) => `${path}: valid, but deferred because ${error.sources.join(' and ')} conflict`);
}
