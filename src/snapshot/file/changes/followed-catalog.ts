import type { Catalog } from '../../../catalog/catalog.js';
import {
  applyNumbered,
  type ChangeCounts,
  isQuick,
  type NumberedChange,
  type SkippedLine,
} from './applied-changes.js';
import { type ChangesPosition, readChangesFile } from './changes-file.js';
import { type ChangesFile, createLineChecker } from './library-changes.js';

/** A catalog that contains the changes of a file up to a place. */
export interface ChangedCatalog {
  readonly catalog: Catalog;
  /** The place after the last change that the catalog contains. Undefined: the beginning of the file. */
  readonly position?: ChangesPosition | undefined;
  readonly counts: ChangeCounts;
}

/** How far a catalog contains the changes of a file. */
export interface ChangesProgress extends ChangeCounts {
  /** The number of bytes of the file. */
  readonly bytes: number;
  /** The number of lines of the file. */
  readonly lines: number;
}

/** A catalog to which the changes of a file are applied while the file grows. */
export interface FollowedCatalog {
  /** The catalog with the changes up to now. */
  readonly catalog: Catalog;
  /** Contains the lines before the first change that was left out: see {@link isBehind}. */
  readonly progress: ChangesProgress;
  /**
   * Whether a change was left out because applying it takes long. The catalog contains only quick changes after it.
   * Opening the catalog again in a worker thread applies all changes.
   */
  readonly isBehind: boolean;
  /**
   * Reads and applies changes for up to about 5 milliseconds.
   *
   * @returns whether there may be more changes to read
   * @throws Error if the file exists but cannot be read
   */
  advance(): boolean;
  /** Returns the lines that were skipped since the last call. */
  takeSkipped(): readonly SkippedLine[];
  /** Returns whether the file was truncated or replaced, so that the catalog contains changes of an old file. */
  isFileReplaced(): Promise<boolean>;
  /** Closes the file. */
  close(): void;
}

/** The time that one call of `advance` reads changes. Applying these changes takes a few milliseconds more. */
const READING_MS = 1;

/**
 * Follows a changes file.
 *
 * @param opened the catalog to begin with
 * @param file the file, which need not exist
 */
export function followChanges(opened: ChangedCatalog, file: ChangesFile): FollowedCatalog {
  let { catalog } = opened;
  let isBehind = false;
  let progress: ChangesProgress = {
    bytes: opened.position?.bytes ?? 0,
    lines: opened.position?.lines ?? 0,
    ...opened.counts,
  };
  let skipped: SkippedLine[] = [];
  const reader = readChangesFile(file.path, opened.position);
  const check = createLineChecker(file, catalog.library);

  /** Applies quick changes. Counts them, unless changes before them were left out. */
  function apply(changes: readonly NumberedChange[]): void {
    if (changes.length === 0) return;
    const refused: SkippedLine[] = [];
    catalog = applyNumbered(catalog, changes, (line) => refused.push(line));
    if (isBehind) return;
    count({ applied: changes.length - refused.length, skipped: refused.length });
    skipped.push(...refused);
  }

  function count({ applied = 0, superseded = 0, skipped = 0 }: Partial<ChangeCounts>): void {
    progress = {
      bytes: reader.bytes,
      lines: reader.lines,
      applied: progress.applied + applied,
      superseded: progress.superseded + superseded,
      skipped: progress.skipped + skipped,
    };
  }

  return {
    get catalog() {
      return catalog;
    },
    get progress() {
      return progress;
    },
    get isBehind() {
      return isBehind;
    },
    advance() {
      const end = performance.now() + READING_MS;
      let changes: NumberedChange[] = [];
      let hasMore = true;
      while (hasMore && performance.now() < end) {
        const { bytes, lines } = reader;
        const read = reader.next();
        hasMore = read !== undefined;
        if (read === undefined) break;
        const { line } = read;
        const checked = check(read);
        if (checked.status === 'valid' && isQuick(catalog, checked.change)) {
          changes.push({ line, change: checked.change });
        } else if (checked.status === 'valid' && !isBehind) {
          apply(changes);
          changes = [];
          progress = { ...progress, bytes, lines };
          isBehind = true;
        } else if (checked.status === 'invalid' && !isBehind) {
          skipped.push({ line, problem: checked.problem });
          count({ skipped: 1 });
        } else if (checked.status === 'superseded' && !isBehind) count({ superseded: 1 });
      }
      apply(changes);
      if (!isBehind) count({});
      return hasMore;
    },
    takeSkipped() {
      const taken = skipped.sort((a, b) => a.line - b.line);
      skipped = [];
      return taken;
    },
    isFileReplaced: reader.isReplaced,
    close: reader.close,
  };
}
