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

/** Publishes catalogs, and reports the changes that were applied to them. */
export class Publisher {
  readonly #changes: string | undefined;
  readonly #onChanges: (report: ChangesReport) => void;
  #current: readonly Catalog[] = [];
  #snapshots: readonly ServedSnapshot[] = [];
  #opened: readonly OpenedPath[] = [];

  /** @param changes the path of the changes file. Undefined without changes. */
  constructor(changes: string | undefined, onChanges: (report: ChangesReport) => void) {
    this.#changes = changes;
    this.#onChanges = onChanges;
  }

  /** The published catalogs. The same array until a catalog is replaced or changed. */
  get current(): readonly Catalog[] {
    return this.#current;
  }

  get snapshots(): readonly ServedSnapshot[] {
    return this.#snapshots;
  }

  publish(opened: readonly OpenedPath[]): void {
    const changes = this.#changes;
    const [openedBefore, snapshotsBefore] = [this.#opened, this.#snapshots];
    const next = opened.map(catalogOf);
    if (next.some((catalog, i) => catalog !== this.#current[i])) this.#current = next;
    this.#opened = opened;
    this.#snapshots = opened.map((path) => ({
      ...path.snapshot,
      changes: path.followed?.progress,
    }));
    for (const [i, { library, changes: progress }] of this.#snapshots.entries()) {
      if (changes === undefined || progress === undefined) continue;
      const { skipped, followed } = opened[i];
      const problems = [
        ...(opened[i] === openedBefore[i] ? [] : skipped),
        ...(followed?.takeSkipped() ?? []),
      ].map(({ line, problem }) => `${changes}:${line}: ${problem}`);
      if (problems.length === 0 && hasNoNews(progress, snapshotsBefore[i]?.changes)) continue;
      this.#onChanges({ library, file: changes, ...progress, problems });
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
