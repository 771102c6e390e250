import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import { CatalogSetError, checkCatalogSetInSteps } from '../../catalog/catalog-set.js';
import type { SkippedLine } from './changes/applied-changes.js';
import { followUntilClosed, readFor } from './changes/changes-loop.js';
import {
  type ChangesProgress,
  type FollowedCatalog,
  followChanges,
} from './changes/followed-catalog.js';
import type { ChangesFile } from './changes/library-changes.js';
import type { SnapshotProperties } from './changes/prepare-catalog.js';
import { openCatalogInWorker } from './open-catalog-in-worker.js';
import type { TrustOptions } from './signature.js';
import {
  checkTitleCount,
  type PublishingLimits,
  type TitleCount,
} from './writing/publishing-limits.js';

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
  /** Waits for the end of a refresh, and stops applying changes. Later calls of {@link refresh} do nothing. */
  close(): Promise<void>;
}

/** An open snapshot. */
export interface ServedSnapshot extends SnapshotProperties {
  /** How far the catalog contains the changes. Absent without a changes file. */
  readonly changes?: ChangesProgress | undefined;
}

/** The result of a refresh. An unchanged file appears only in the message of a conflict with it. */
export interface RefreshResult {
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
  /** A warning if the number of titles was not compared with the older catalog, because it is of another library. */
  readonly warning?: string | undefined;
}

/** A report that changes were applied or skipped. */
export interface ChangesReport extends ChangesProgress {
  /** The id of the library. */
  readonly library: string;
  /** The path of the changes file. */
  readonly file: string;
  /** The skipped lines since the last report, each with the file and the line, as messages. */
  readonly problems: readonly string[];
}

/** Options of {@link openReplaceableCatalogs}. */
export interface ReplaceableCatalogsOptions extends TrustOptions {
  /**
   * Called before changed catalogs replace the current catalogs, with all catalogs that will be open. Must not
   * reject. Default: does nothing.
   */
  readonly prepare?: (next: readonly Catalog[]) => Promise<void>;
  /** Limits on every catalog that is opened. Default: no limits. */
  readonly publishing?: PublishingLimits | undefined;
  /** Catalogs that other processes serve. The first catalogs are compared with them. Default: none. */
  readonly served?: readonly TitleCount[] | undefined;
  /** The path of a changes file, which need not exist. Default: no changes. */
  readonly changes?: string | undefined;
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

/** An open catalog of one path. */
interface OpenedPath {
  readonly snapshot: SnapshotProperties;
  readonly catalog: Catalog;
  readonly followed: FollowedCatalog | undefined;
  /** The lines that were skipped when the catalog was opened. */
  readonly skipped: readonly SkippedLine[];
}

/**
 * Opens catalogs that can be replaced while they are in use, and applies the changes of a file to them while the file
 * grows. The catalogs are opened in a worker thread, one after another.
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
  const { prepare = async () => {}, publishing = {}, served = [], changes, trust } = options;
  const { onChanges = () => {}, onReopened = () => {} } = options;
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, ...(options.signal ? [options.signal] : [])]);
  let opened: readonly OpenedPath[] = [];

  /** Returns the changes file for a path. Only the last library reports the lines that belong to no library. */
  function changesFor(index: number): ChangesFile | undefined {
    if (changes === undefined) return undefined;
    const isLast = index === paths.length - 1;
    const others = opened.slice(0, paths.length - 1).map(({ snapshot }) => snapshot.library);
    const needsLibrary = paths.length > 1;
    return { path: changes, needsLibrary, otherLibraries: isLast ? others : undefined };
  }

  async function open(index: number): Promise<OpenedPath> {
    const file = changesFor(index);
    const before = opened.length > index ? catalogOf(opened[index]) : undefined;
    const result = await openCatalogInWorker(paths[index], {
      changes: file,
      before,
      signal,
      trust,
    });
    return { ...result, followed: file && followChanges(result, file) };
  }

  for (const [index, path] of paths.entries()) {
    const next = await open(index);
    const { snapshot } = next;
    const previous = served.find(({ library }) => library === snapshot.library);
    checkTitleCount(path, snapshot, previous, publishing);
    opened = [...opened, next];
  }
  await checkInSteps(opened.map(({ catalog }) => catalog));

  const followed = () => followedOf(opened);
  await readFor(Number.POSITIVE_INFINITY, followed);
  let current: readonly Catalog[] = opened.map(catalogOf);
  /** The snapshots of the current catalogs. */
  let snapshots: readonly ServedSnapshot[] = [];
  publish(opened.map(({ skipped }) => skipped));

  /** Publishes the catalogs, and reports changes. `skipped` are lines that were skipped when paths were opened. */
  function publish(skipped: readonly (readonly SkippedLine[])[] = []): void {
    const next = opened.map(catalogOf);
    if (next.some((catalog, i) => catalog !== current[i])) current = next;
    const before = snapshots;
    snapshots = opened.map((path) => ({ ...path.snapshot, changes: path.followed?.progress }));
    for (const [i, { library, changes: progress }] of snapshots.entries()) {
      if (changes === undefined || progress === undefined) continue;
      const problems = [...(skipped[i] ?? []), ...(opened[i].followed?.takeSkipped() ?? [])].map(
        ({ line, problem }) => `${changes}:${line}: ${problem}`,
      );
      if (problems.length === 0 && progress.lines === (before[i]?.changes?.lines ?? 0)) continue;
      onChanges({ library, file: changes, ...progress, problems });
    }
  }

  /** The changed files that the last refresh did not use because of a conflict. */
  let deferred: readonly string[] = [];

  async function refresh(requested: readonly string[]): Promise<RefreshResult> {
    if (signal.aborted) return { replaced: [], refused: [] };
    const refused: string[] = [];
    const warnings = new Map<OpenedPath, string | undefined>();
    const before = opened;
    const next = [...opened];
    const skipped: (readonly SkippedLine[])[] = paths.map(() => []);
    // Files are opened one at a time, so that only one worker thread uses memory.
    for (const path of new Set([...deferred, ...requested])) {
      const index = paths.indexOf(path);
      if (index < 0) {
        refused.push(`${path}: expected the path of an open catalog, found another path`);
        continue;
      }
      const { snapshot, followed } = before[index];
      try {
        const isFileReplaced = (await followed?.isFileReplaced()) ?? false;
        const reopened = await open(index);
        const continues = reopened.snapshot.snapshot === snapshot.snapshot && !isFileReplaced;
        if (continues && !followed?.isBehind) continue;
        warnings.set(reopened, checkTitleCount(path, reopened.snapshot, snapshot, publishing));
        const reported = continues ? (followed?.progress.lines ?? 0) : 0;
        skipped[index] = reopened.skipped.filter(({ line }) => line > reported);
        next[index] = reopened;
      } catch (error) {
        // Closing the catalogs stops the opening, which says nothing about the file.
        if (signal.aborted) return { replaced: [], refused: [] };
        refused.push((error as Error).message);
      }
    }
    const changed = paths.filter((_, index) => next[index] !== opened[index]);
    try {
      await checkInSteps(next.map(({ catalog }) => catalog));
      deferred = [];
    } catch (error) {
      deferred = changed;
      return {
        replaced: [],
        refused: [...refused, (error as Error).message, ...deferralMessages(changed, error)],
      };
    }
    if (changed.length > 0) {
      await prepare(next.map(catalogOf));
      await readFor(Number.POSITIVE_INFINITY, () =>
        followedOf(next.filter((path, index) => path !== opened[index])),
      );
      opened = next;
      for (const path of before) if (!next.includes(path)) path.followed?.close();
      publish(skipped);
    }
    return {
      replaced: next.flatMap((path, index) =>
        path.snapshot.snapshot === before[index].snapshot.snapshot
          ? []
          : [{ source: paths[index], ...path.snapshot, warning: warnings.get(path) }],
      ),
      refused,
    };
  }

  const refreshSerially = serialized(refresh);
  let lastRefused: readonly string[] = [];
  const following =
    changes === undefined
      ? undefined
      : followUntilClosed(
          {
            followed,
            publish,
            async reopen(indexes) {
              const result = await refreshSerially(indexes.map((index) => paths[index]));
              const refused = result.refused.filter((reason) => !lastRefused.includes(reason));
              lastRefused = result.refused;
              if (result.replaced.length + refused.length > 0) onReopened({ ...result, refused });
              return result.refused.length === 0;
            },
            onError: ({ message }) => onReopened({ replaced: [], refused: [message] }),
          },
          signal,
        );

  return {
    current: () => current,
    snapshots: () => snapshots,
    refresh: refreshSerially,
    async close() {
      closing.abort();
      await following;
      // A refresh in progress may still replace `opened`.
      await refreshSerially([]);
      for (const { followed } of opened) followed?.close();
    },
  };
}

/** Returns the catalog of a path with the changes that were applied. */
function catalogOf({ catalog, followed }: OpenedPath): Catalog {
  return followed?.catalog ?? catalog;
}

function followedOf(opened: readonly OpenedPath[]): FollowedCatalog[] {
  return opened.flatMap(({ followed }) => followed ?? []);
}

async function checkInSteps(catalogs: readonly Catalog[]): Promise<void> {
  for (const _ of checkCatalogSetInSteps(catalogs)) await setImmediate();
}

/** Returns a message for each changed file that is not used because two other files conflict. */
function deferralMessages(changed: readonly string[], error: unknown): string[] {
  if (!(error instanceof CatalogSetError)) return [];
  return changed
    .filter((path) => !error.sources.includes(path))
    .map((path) => `${path}: valid, but deferred because ${error.sources.join(' and ')} conflict`);
}

/** Returns a function that calls `run`. Each call of `run` starts after the previous call has settled. */
export function serialized<Argument, Result>(
  run: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const result = last.then(() => run(argument));
    last = result.catch(() => {});
    return result;
  };
}
