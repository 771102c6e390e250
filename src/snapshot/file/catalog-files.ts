import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import { CatalogSetError, catalogSetCheck, checkCatalogSet } from '../../catalog/catalog-set.js';
import { inTurn } from './in-turn.js';
import { openCatalog } from './open-catalog.js';
import { openCatalogAside } from './open-catalog-aside.js';

/** The catalogs of some files, and how to replace them by what stands in the files now. */
export interface CatalogFiles {
  /** The open catalogs, one a path: the same array until one of them is replaced. */
  current(): readonly Catalog[];
  /**
   * Opens files anew beside what is open, checks every byte of them, and puts all that are good in
   * its place at one moment. A file that cannot be opened leaves the catalog that was open there; files
   * whose catalogs do not go together leave all. Nothing is thrown, and no two of these run at a time.
   *
   * What was refused because of another file is tried again together with the next one.
   *
   * @param paths some of those that were opened
   */
  refresh(paths: readonly string[]): Promise<Refreshed>;
}

/** What a refresh came to. What stands in neither is as it was. */
export interface Refreshed {
  readonly replaced: readonly ReplacedCatalog[];
  /** A sentence for each file, or set of files, that was not taken, and for each that waits for such a set. */
  readonly refused: readonly string[];
}

/** A catalog that has come in the place of another; plain data. */
export interface ReplacedCatalog {
  readonly source: string;
  readonly library: string;
  /** See `Catalog.fingerprint`. */
  readonly snapshot: string;
  /** As of when. */
  readonly date: string;
  readonly titles: number;
}

/**
 * Opens catalogs that are to be replaced while they answer.
 *
 * @param paths snapshot files or source directories, each once
 * @throws what `openCatalog` and `checkCatalogSet` throw
 *
 * @example
 * const files = openCatalogFiles(['branch.snapshot']);
 * createServer(createRequestListener({ catalogs: files.current, apiKeys, baseUrl })).listen(8080);
 * process.on('SIGHUP', () => files.refresh(['branch.snapshot']));
 */
export function openCatalogFiles(paths: readonly string[]): CatalogFiles {
  let current: readonly Catalog[] = paths.map((path) => openCatalog(path));
  checkCatalogSet(current);
  /** Good files that another one stands in the way of. */
  let held: readonly string[] = [];

  async function refresh(asked: readonly string[]): Promise<Refreshed> {
    const refused: string[] = [];
    const next = [...current];
    // One after the other: their memory is had twice for as long as it takes.
    for (const path of new Set([...held, ...asked])) {
      const place = paths.indexOf(path);
      try {
        const catalog = await openCatalogAside(path);
        if (catalog.fingerprint !== current[place].fingerprint) next[place] = catalog;
      } catch (error) {
        refused.push((error as Error).message);
      }
    }
    const fresh = paths.filter((_, place) => next[place] !== current[place]);
    try {
      await checkInSteps(next);
      held = [];
    } catch (error) {
      held = fresh;
      return {
        replaced: [],
        refused: [...refused, (error as Error).message, ...heldUp(fresh, error)],
      };
    }
    if (fresh.length > 0) current = next;
    return { replaced: fresh.map((path) => described(next[paths.indexOf(path)])), refused };
  }

  return { current: () => current, refresh: inTurn(refresh) };
}

async function checkInSteps(catalogs: readonly Catalog[]): Promise<void> {
  for (const _ of catalogSetCheck(catalogs)) await setImmediate();
}

/** A sentence for each good file that has to wait though it is none of those in each other's way. */
function heldUp(fresh: readonly string[], error: unknown): string[] {
  if (!(error instanceof CatalogSetError)) return [];
  return fresh
    .filter((path) => !error.sources.includes(path))
    .map((path) => `${path} waits until ${error.sources.join(' and ')} go together.`);
}

function described({ source, library, fingerprint, titles }: Catalog): ReplacedCatalog {
  return {
    source,
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  };
}
