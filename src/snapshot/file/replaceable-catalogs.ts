import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { parseInstant } from '../../catalog/instant.js';
import { isDamage } from '../format/container/snapshot-error.js';
import { sectionsOf } from '../format/open-sections.js';
import { followUntilClosed, readFor } from './changes/changes-loop.js';
import type { SnapshotProperties } from './changes/prepare-catalog.js';
import {
  catalogOf,
  createPathOpener,
  followedOf,
  type OpenedPath,
  type PathOpenerOptions,
} from './path-opener.js';
import { hasFoundDamage } from './reading/bytes-in-file.js';
import { checkConflicts, deferralMessages, holdConflicting } from './replacing/conflicts.js';
import {
  type ChangesReport,
  CurrentCatalogs,
  type ServedSnapshot,
} from './replacing/current-catalogs.js';
import { serialized } from './serialized.js';
import { collectGarbageSoon } from './shared-memory.js';
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
  /** Returns the paths whose files were refused, or not used because of a conflict, when they were last opened. */
  unused(): readonly string[];
  /** Returns the paths whose files are damaged, as found when they were last opened or when a record was last read. */
  damaged(): readonly string[];
  /**
   * Waits for the end of a refresh, and stops applying changes. Later calls of {@link refresh} do nothing. A call in
   * `prepare` does not wait for the refresh that called `prepare`. That refresh keeps the current catalogs.
   */
  close(): Promise<void>;
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

/** Options of {@link openReplaceableCatalogs}. */
export interface ReplaceableCatalogsOptions extends PathOpenerOptions {
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
   * Called when catalogs were opened again to apply changes and a snapshot was replaced or refused. Also called when the
   * changes file cannot be read. Default: does nothing.
   */
  readonly onReopened?: ((result: RefreshResult) => void) | undefined;
  /** Stops the opening of the catalogs, and then the changes. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/** Paths to open again, because they are behind the changes file, or because a caller requests it. */
interface RefreshRequest {
  readonly paths: readonly string[];
  readonly reason: 'changes' | 'request';
}

/**
 * Opens catalogs that can be replaced while they are in use, and applies the changes of a file to them while the file
 * grows. The catalogs are opened one after another, in a worker thread unless the options say otherwise.
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
  const { prepare = () => {}, publishing = {}, changes } = options;
  const { onChanges = () => {}, onReopened = () => {} } = options;
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]);
  let opened: readonly OpenedPath[] = [];
  const opener = createPathOpener(paths, options, signal, () => opened);

  for (const [index, path] of paths.entries()) {
    const next = await opener.open(index);
    checkTitleCount(path, next.snapshot, undefined, publishing);
    const undated = isOlder(changes, next.snapshot.date) ? next.undated : 0;
    opened = [...opened, { ...next, undated }];
  }
  await checkConflicts(opened);

  const followed = () => followedOf(opened);
  await readFor(Number.POSITIVE_INFINITY, followed);
  const current = new CurrentCatalogs(() => opened, changes, onChanges);
  current.report();

  /** The call of `prepare` from which the current code was called, directly or later. */
  const preparing = new AsyncLocalStorage<{ isRunning: boolean }>();
  /** The changed files that the last refresh did not use because of a conflict. */
  let deferred: readonly string[] = [];
  const refusedPaths = new Set<string>();
  /** The paths whose files were damaged when they were last opened. */
  const damagedPaths = new Set<string>();

  async function refresh({ paths: requested, reason }: RefreshRequest): Promise<RefreshResult> {
    if (signal.aborted) return { replaced: [], refused: [] };
    const refused: string[] = [];
    const before = opened;
    const next = [...opened];
    // Files are opened one at a time, so that only one worker thread uses memory.
    for (const path of new Set([...deferred, ...requested])) {
      const index = paths.indexOf(path);
      if (index < 0) {
        refused.push(`${path}: expected the path of an open catalog, found another path`);
        continue;
      }
      refusedPaths.delete(path);
      damagedPaths.delete(path);
      const { snapshot, followed } = before[index];
      try {
        const isFileReplaced = (await followed?.isFileReplaced()) ?? false;
        const canCatchUp = reason === 'changes' && !isFileReplaced && !deferred.includes(path);
        if (canCatchUp && followed?.behind !== undefined) {
          const caughtUp = await opener.catchUp(index, followed);
          if (caughtUp !== undefined) next[index] = caughtUp;
          continue;
        }
        const reopened = await opener.open(index);
        const continues = reopened.snapshot.snapshot === snapshot.snapshot && !isFileReplaced;
        const isKept = continues && !isRepaired(reopened, before[index]);
        if (isKept && followed?.behind === undefined) continue;
        checkTitleCount(path, reopened.snapshot, snapshot, publishing);
        const lines = followed?.progress.lines ?? 0;
        const reported = continues ? lines : 0;
        const skipped = reopened.skipped.filter(({ line }) => line > reported);
        const isAgain = lines > 0 && !isFileReplaced && reopened.snapshot.date !== snapshot.date;
        next[index] = { ...reopened, skipped, undated: isAgain ? reopened.undated : 0 };
      } catch (error) {
        // Closing the catalogs stops the opening, which says nothing about the file.
        if (signal.aborted) return { replaced: [], refused: [] };
        refused.push((error as Error).message);
        refusedPaths.add(path);
        if (isDamage(error)) damagedPaths.add(path);
      }
    }
    const isFromFiles = next.some((path, index) => path !== before[index] && path.isFromFile);
    let changed = changedPaths(next, before);
    try {
      if (isFromFiles) await checkConflicts(next);
      else refused.push(...(await holdConflicting(next, before)));
      changed = changedPaths(next, before);
      if (changed.length > 0) {
        const call = { isRunning: true };
        try {
          await preparing.run(call, () => prepare(next.map(catalogOf)));
        } finally {
          call.isRunning = false;
          // In Node below version 24, an enabled storage slows down each promise of the process.
          preparing.disable();
        }
        if (signal.aborted) return { replaced: [], refused: [] };
      }
      deferred = [];
    } catch (error) {
      deferred = paths.filter(
        (_, index) => next[index] !== opened[index] && next[index].isFromFile,
      );
      return {
        replaced: [],
        refused: [...refused, (error as Error).message, ...deferralMessages(changed, error)],
      };
    }
    if (changed.length > 0) {
      await readFor(Number.POSITIVE_INFINITY, () =>
        followedOf(next.filter((path, index) => path !== opened[index])),
      );
      opened = next;
      for (const path of before) if (!next.includes(path)) path.followed?.close();
      // The worker thread keeps sections of the catalogs before.
      if (isFromFiles) opener.closeWorker();
      current.report();
      collectGarbageSoon();
    }
    return {
      replaced: next.flatMap((path, index) =>
        path.snapshot.snapshot === before[index].snapshot.snapshot &&
        !isRepaired(path, before[index])
          ? []
          : [{ source: paths[index], ...path.snapshot }],
      ),
      refused,
    };
  }

  const changedPaths = (next: readonly OpenedPath[], before: readonly OpenedPath[]) =>
    paths.filter((_, index) => next[index] !== before[index]);

  const refreshInTurn = serialized(refresh);
  const refreshSerially = async (requested: RefreshRequest): Promise<RefreshResult> =>
    preparing.getStore()?.isRunning
      ? refusal('refresh: expected a call after prepare, found a call in prepare')
      : refreshInTurn(requested);
  let lastRefused: readonly string[] = [];
  const following =
    changes === undefined
      ? undefined
      : followUntilClosed(
          {
            followed,
            report: () => current.report(),
            async reopen(indexes) {
              const behind = indexes.map((index) => paths[index]);
              const result = await refreshSerially({ paths: behind, reason: 'changes' });
              const refused = result.refused.filter((reason) => !lastRefused.includes(reason));
              lastRefused = result.refused;
              if (result.replaced.length + refused.length > 0) onReopened({ ...result, refused });
              return result.refused.length === 0;
            },
            onError: ({ message }) => onReopened({ replaced: [], refused: [message] }),
          },
          signal,
        );

  async function closeFiles(): Promise<void> {
    await opener.closeWorker();
    await following;
    // A refresh in progress may still replace `opened`.
    await refreshInTurn({ paths: [], reason: 'request' });
    await opener.closeWorker();
    for (const { followed } of opened) followed?.close();
  }

  return {
    current: () => current.catalogs,
    snapshots: () => current.snapshots,
    refresh: (requested) => refreshSerially({ paths: requested, reason: 'request' }),
    unused: () => paths.filter((path) => refusedPaths.has(path) || deferred.includes(path)),
    damaged: () =>
      paths.filter((path, i) => {
        const { catalog } = opened[i];
        return damagedPaths.has(path) || hasFoundDamage(sectionsOf(catalog));
      }),
    async close() {
      closing.abort();
      const closed = closeFiles();
      // Inside `prepare`, waiting for the refresh would be waiting for itself.
      if (!preparing.getStore()?.isRunning) await closed;
    },
  };
}

/** Returns whether a path was opened from another version of its file after damage was found in the version before. */
function isRepaired(next: OpenedPath, before: OpenedPath): boolean {
  return next.version !== before.version && hasFoundDamage(sectionsOf(before.catalog));
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

/** Returns the result of a refresh that did nothing. */
export function refusal(message: string): RefreshResult {
  return { replaced: [], refused: [message] };
}
