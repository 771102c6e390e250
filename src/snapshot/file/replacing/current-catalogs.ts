import type { Catalog } from '../../../catalog/catalog.js';
import { NO_CHANGES } from '../changes/applied-changes.js';
import type { ChangesProgress } from '../changes/followed-catalog.js';
import type { SnapshotProperties } from '../changes/prepare-catalog.js';
import { catalogOf, type OpenedPath } from '../path-opener.js';

/** An open snapshot. */
export interface ServedSnapshot extends SnapshotProperties {
  /** How far the catalog contains the changes. Absent without a changes file. */
  readonly changes?: ChangesProgress | undefined;
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
}

/** The catalogs of opened paths with the changes up to now, and reports of these changes. */
export class CurrentCatalogs {
  readonly #opened: () => readonly OpenedPath[];
  readonly #changes: string | undefined;
  readonly #onChanges: (report: ChangesReport) => void;
  #catalogs: readonly Catalog[] = [];
  /** The paths and their snapshots at the last report. */
  #reported: readonly { readonly path: OpenedPath; readonly snapshot: ServedSnapshot }[] = [];

  /**
   * @param opened returns the paths that are open now
   * @param changes the path of the changes file. Undefined without changes.
   */
  constructor(
    opened: () => readonly OpenedPath[],
    changes: string | undefined,
    onChanges: (report: ChangesReport) => void,
  ) {
    this.#opened = opened;
    this.#changes = changes;
    this.#onChanges = onChanges;
  }

  /**
   * The catalogs with the changes up to now. The same array until a catalog is replaced or changed. A change is never left
   * for later, because a catalog copies its holdings if it is read after the next catalog has been created from it.
   */
  get catalogs(): readonly Catalog[] {
    const next = this.#opened().map(catalogOf);
    if (next.some((catalog, i) => catalog !== this.#catalogs[i])) this.#catalogs = next;
    return this.#catalogs;
  }

  get snapshots(): readonly ServedSnapshot[] {
    return this.#opened().map(({ snapshot, followed }) => ({
      ...snapshot,
      changes: followed?.progress,
    }));
  }

  /** Reports the changes since the last report. */
  report(): void {
    const file = this.#changes;
    const opened = this.#opened();
    const reported = this.#reported;
    this.#reported = this.snapshots.map((snapshot, i) => ({ path: opened[i], snapshot }));
    for (const [i, { path, snapshot }] of this.#reported.entries()) {
      const { library, changes: progress } = snapshot;
      if (file === undefined || progress === undefined) continue;
      const problems = [
        ...(path === reported[i]?.path ? [] : path.skipped),
        ...(path.followed?.takeSkipped() ?? []),
      ].map(({ line, problem }) => `${file}:${line}: ${problem}`);
      if (problems.length === 0 && hasNoNews(progress, reported[i]?.snapshot.changes)) continue;
      this.#onChanges({ library, file, ...progress, problems });
    }
  }
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
