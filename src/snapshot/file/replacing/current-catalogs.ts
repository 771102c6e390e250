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
  /**
   * A warning if the changes were applied before to a snapshot of another date, and changes without a time are applied
   * again. Also if the file was last written before the date of the first snapshot. Absent otherwise.
   */
  readonly warning?: string | undefined;
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
      const undated = path === reported[i]?.path ? 0 : path.undated;
      const isSilent = problems.length + undated === 0;
      if (isSilent && hasNoNews(progress, reported[i]?.snapshot.changes)) continue;
      const warning =
        undated === 0
          ? undefined
          : `${file}: expected a time (at) in each change, found none in ${undated}, which were applied again to '${library}' of ${snapshot.date}; add times, or start a new file with each snapshot`;
      this.#onChanges({ library, file, ...progress, problems, ...(warning && { warning }) });
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
