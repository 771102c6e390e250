import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import {
  CatalogSetError,
  checkCatalogSet,
  checkCatalogSetInSteps,
} from '../../catalog/catalog-set.js';
import { openCatalog } from './open-catalog.js';
import { openCatalogInWorker } from './open-catalog-in-worker.js';
import { checkTitleCount, type PublishingLimits, type TitleCount } from './publishing-limits.js';
import { serialized } from './serialized.js';

/** Open catalogs that can be replaced when their files change. */
export interface ReplaceableCatalogs {
  /** Returns the open catalogs, in the order of the paths. Returns the same array until a catalog is replaced. */
  current(): readonly Catalog[];
  /**
   * Opens files again and replaces the changed catalogs together. If a file cannot be opened or exceeds a limit,
   * its catalog is kept. Two catalogs conflict if they have a library, title, list or session id in common. After a
   * conflict, all catalogs are kept, and the next call also opens the changed files of this call. Never
   * rejects. Concurrent calls run one after another.
   *
   * @param paths some or all of the paths that were opened
   */
  refresh(paths: readonly string[]): Promise<RefreshResult>;
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
export interface ReplacedCatalog {
  /** The path of the catalog. */
  readonly source: string;
  /** The id of the library. */
  readonly library: string;
  /** The fingerprint: 16 hexadecimal digits that identify the contents. */
  readonly snapshot: string;
  /** The `snapshot_date` of the library. */
  readonly date: string;
  /** The number of titles. */
  readonly titles: number;
  /** A warning if the number of titles was not compared with the older catalog, because it is of another library. */
  readonly warning?: string | undefined;
}

/** Options of {@link openReplaceableCatalogs}. */
export interface ReplaceableCatalogsOptions {
  /**
   * Called before changed catalogs replace the current catalogs, with all catalogs that will be open. Must not
   * reject. Default: does nothing.
   */
  readonly prepare?: (next: readonly Catalog[]) => Promise<void>;
  /** Limits on every catalog that is opened. Default: no limits. */
  readonly publishing?: PublishingLimits | undefined;
  /** Catalogs that other processes serve. The first catalogs are compared with them. Default: none. */
  readonly served?: readonly TitleCount[] | undefined;
}

/**
 * Opens catalogs that can be replaced while they are in use.
 *
 * @param paths the paths of snapshot files or source directories, each once
 * @throws the errors of `openCatalog` and `checkCatalogSet`
 * @throws PublishingError if a catalog exceeds a limit
 *
 * @example
 * const files = openReplaceableCatalogs(['branch.snapshot']);
 * createServer(createRequestListener({ catalogs: files.current, apiKeys, baseUrl })).listen(8080);
 * process.on('SIGHUP', () => files.refresh(['branch.snapshot']));
 */
export function openReplaceableCatalogs(
  paths: readonly string[],
  { prepare = async () => {}, publishing = {}, served = [] }: ReplaceableCatalogsOptions = {},
): ReplaceableCatalogs {
  let current: readonly Catalog[] = paths.map((path) => openCatalog(path));
  for (const catalog of current) {
    const { source, library } = catalog;
    const previous = served.find((count) => count.library === library.id);
    checkTitleCount(source, titleCount(catalog), previous, publishing);
  }
  checkCatalogSet(current);
  /** The changed files that the last refresh did not use because of a conflict. */
  let deferred: readonly string[] = [];

  async function refresh(requested: readonly string[]): Promise<RefreshResult> {
    const refused: string[] = [];
    const warnings = new Map<Catalog, string | undefined>();
    const next = [...current];
    // Files are opened one at a time, so that only one worker thread uses memory.
    for (const path of new Set([...deferred, ...requested])) {
      const index = paths.indexOf(path);
      try {
        const catalog = await openCatalogInWorker(path);
        if (catalog.fingerprint === current[index].fingerprint) continue;
        const previous = titleCount(current[index]);
        warnings.set(catalog, checkTitleCount(path, titleCount(catalog), previous, publishing));
        next[index] = catalog;
      } catch (error) {
        refused.push((error as Error).message);
      }
    }
    const changed = paths.filter((_, index) => next[index] !== current[index]);
    try {
      await checkInSteps(next);
      deferred = [];
    } catch (error) {
      deferred = changed;
      return {
        replaced: [],
        refused: [...refused, (error as Error).message, ...deferralMessages(changed, error)],
      };
    }
    if (changed.length > 0) {
      await prepare(next);
      current = next;
    }
    return {
      replaced: changed.map((path) => {
        const catalog = next[paths.indexOf(path)];
        return { ...toReplacedCatalog(catalog), warning: warnings.get(catalog) };
      }),
      refused,
    };
  }

  return { current: () => current, refresh: serialized(refresh) };
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

function titleCount({ library, titles }: Catalog): TitleCount {
  return { library: library.id, titles: titles.size };
}

function toReplacedCatalog({ source, library, fingerprint, titles }: Catalog): ReplacedCatalog {
  return {
    source,
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  };
}
