import type { Catalog } from '../../catalog/catalog.js';
import { withoutChangedHoldings } from '../changes/change-holdings.js';
import { createChangesWorker } from './changes/changes-worker.js';
import {
  type ChangedCatalog,
  type FollowedCatalog,
  followChanges,
} from './changes/followed-catalog.js';
import type { ChangesFile } from './changes/library-changes.js';
import { type OpenedCatalog, openCatalogInWorker } from './open-catalog-in-worker.js';
import { canShareOpenFiles } from './reading/snapshot-bytes.js';
import type { TrustOptions } from './signature.js';

/** Options of {@link createPathOpener}. */
export interface PathOpenerOptions extends TrustOptions {
  /**
   * Whether the calling thread opens the first catalogs. It is faster than a worker thread, but nothing else runs in the
   * calling thread meanwhile. Default: false.
   */
  readonly opensInCallingThread?: boolean | undefined;
  /** The path of a changes file, which need not exist. Default: no changes. */
  readonly changes?: string | undefined;
  /** Whether the catalogs are in shared memory, so that other threads can open them too. Default: false. */
  readonly isShared?: boolean | undefined;
  /** The paths of files in a cache directory, which are not opened if they are symbolic links. Default: none. */
  readonly cached?: ReadonlySet<string> | undefined;
}

/** An open catalog of one path. */
export interface OpenedPath extends Omit<OpenedCatalog, 'position' | 'counts'> {
  /** The catalog, without its changed holdings if it is followed. */
  readonly catalog: Catalog;
  readonly followed: FollowedCatalog | undefined;
  /** The number of changes without a time that may be older than the snapshot, and were applied nevertheless. */
  readonly undated: number;
  /** Whether the catalog was opened together with all its changes, and not changed by a worker thread since. */
  readonly isFromFile: boolean;
}

/** Opens the catalogs of paths, with the changes of a file. */
export interface PathOpener {
  /**
   * Opens the catalog of a path from its file, with its changes up to now.
   *
   * @param index the index of the path
   */
  open(index: number): Promise<OpenedPath>;
  /**
   * Returns the catalog of a path that is behind, with its changes up to now. Returns undefined if the changes file was
   * replaced.
   */
  catchUp(index: number, followed: FollowedCatalog): Promise<OpenedPath | undefined>;
  /** Ends the worker thread that applies changes, which keeps sections of catalogs. */
  closeWorker(): Promise<void>;
}

/**
 * Creates an opener.
 *
 * @param paths the paths of snapshot files or source directories
 * @param signal stops the opening of a catalog
 * @param opened returns the open catalogs, in the order of the paths. While the first catalogs are opened, it returns
 *   those that are open already
 */
export function createPathOpener(
  paths: readonly string[],
  { changes, trust, isShared, opensInCallingThread, cached }: PathOpenerOptions,
  signal: AbortSignal,
  opened: () => readonly OpenedPath[],
): PathOpener {
  const worker = createChangesWorker();

  /** Returns the changes file for a path. Only the last library reports the lines that belong to no library. */
  function changesFor(index: number): ChangesFile | undefined {
    if (changes === undefined) return undefined;
    const isLast = index === paths.length - 1;
    const others = opened()
      .slice(0, paths.length - 1)
      .map(({ snapshot }) => snapshot.library);
    const needsLibrary = paths.length > 1;
    const shared = opened()[index]?.followed?.openFile();
    const followsLinks = !cached?.has(changes);
    const otherLibraries = isLast ? others : undefined;
    return { path: changes, followsLinks, needsLibrary, otherLibraries, shared };
  }

  async function open(index: number): Promise<OpenedPath> {
    const file = changesFor(index);
    const last: OpenedPath | undefined = opened()[index];
    const { position, counts, catalog, ...result } = await openCatalogInWorker(paths[index], {
      changes: file,
      // The fingerprint of changed titles takes long to compute.
      before: last?.isFromFile ? last.catalog : undefined,
      openVersion: last?.version,
      inCallingThread: opensInCallingThread && last === undefined,
      signal,
      trust,
      followsLinks: !cached?.has(paths[index]),
      isShared: isShared || changes !== undefined,
      leavesRecordsInFile: canShareOpenFiles,
    });
    return openedPath({ ...result, isFromFile: true }, { catalog, position, counts }, file);
  }

  async function catchUp(index: number, followed: FollowedCatalog) {
    const file = changesFor(index)!;
    const caughtUp = await worker.catchUp(followed, file);
    if (caughtUp === undefined) return undefined;
    const { skipped } = caughtUp;
    const properties = { ...opened()[index], skipped, undated: 0, isFromFile: false };
    return openedPath(properties, caughtUp, file);
  }

  return { open, catchUp, closeWorker: worker.close };
}

function openedPath(
  properties: Omit<OpenedPath, 'catalog' | 'followed'>,
  changed: ChangedCatalog,
  file: ChangesFile | undefined,
): OpenedPath {
  const { catalog } = changed;
  if (file === undefined) return { ...properties, catalog, followed: undefined };
  const base = withoutChangedHoldings(catalog);
  return { ...properties, catalog: base, followed: followChanges(changed, file) };
}

/** Returns the catalog of a path with the changes that were applied. */
export function catalogOf({ catalog, followed }: OpenedPath): Catalog {
  return followed?.catalog ?? catalog;
}

/** Returns the followed catalogs of paths. */
export function followedOf(opened: readonly OpenedPath[]): FollowedCatalog[] {
  return opened.flatMap(({ followed }) => followed ?? []);
}
