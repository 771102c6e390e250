import type { Catalog } from '../../../catalog/catalog.js';
import type { Change } from '../../../catalog/changes/change.js';
import type { Library } from '../../../catalog/records/library.js';
import { type ChangeBatch, createChangeBatch } from '../../changes/apply-changes.js';
import { createChangeChecker } from '../../changes/change-checker.js';
import { type ChangesPosition, readChangesFile } from './changes-file.js';
import { type ChangesFile, createLineChecker } from './library-changes.js';

/** The numbers of changes of one library in a changes file. */
export interface ChangeCounts {
  /** The number of changes that the catalog contains. */
  readonly applied: number;
  /** The number of changes that are older than the snapshot. */
  readonly superseded: number;
  /** The number of lines that cannot be applied. */
  readonly skipped: number;
}

/** The counts before the first line of a file. */
export const NO_CHANGES: ChangeCounts = { applied: 0, superseded: 0, skipped: 0 };

/** Returns the counts of two parts of a file together. */
export function addCounts(a: ChangeCounts, b: ChangeCounts): ChangeCounts {
  return {
    applied: a.applied + b.applied,
    superseded: a.superseded + b.superseded,
    skipped: a.skipped + b.skipped,
  };
}

/** The number of bytes of changes that are applied together, which limits the memory that the changes take meanwhile. */
export const MAX_BATCH_BYTES = 128 * 1024 * 1024;

/** A line that cannot be applied, as plain data. */
export interface SkippedLine {
  readonly line: number;
  readonly problem: string;
}

/** A change and the number of its line. */
export interface NumberedChange {
  readonly line: number;
  readonly change: Change;
}

/** Applies checked changes, and passes the lines of those that cannot be applied to `onSkipped`. */
export function applyNumbered(
  catalog: Catalog,
  numbered: readonly NumberedChange[],
  onSkipped: (skipped: SkippedLine) => void,
): Catalog {
  const batch = createChangeBatch(catalog);
  for (const { line, change } of numbered) {
    const problem = batch.addChecked(change);
    if (problem !== undefined) onSkipped({ line, problem });
  }
  return batch.apply();
}

/** The changes of a file from one place to another. */
export interface ReadChanges {
  /** The place after the last change. */
  readonly position: ChangesPosition;
  /** The numbers of changes between the two places. */
  readonly counts: ChangeCounts;
  /** The lines between the two places that cannot be applied. */
  readonly skipped: readonly SkippedLine[];
  /** The number of applied changes between the two places that have no time, and are applied to every snapshot. */
  readonly undated: number;
}

/**
 * Adds the changes in a file to a batch for a library.
 *
 * @param from The place to begin at. Undefined: the beginning of the file.
 * @param maxBytes the number of bytes after which no further change is read
 * @throws Error if the file exists but cannot be read
 */
export function addChangesOf(
  file: ChangesFile,
  from: ChangesPosition | undefined,
  library: Library,
  batch: ChangeBatch,
  maxBytes: number,
): ReadChanges {
  const reader = readChangesFile(file.path, from, file.shared, file.followsLinks);
  try {
    const check = createLineChecker(file, library, createChangeChecker(library));
    const skipped: SkippedLine[] = [];
    const counts = { applied: 0, superseded: 0, skipped: 0 };
    let undated = 0;
    const end = reader.bytes + maxBytes;
    const next = () => (reader.bytes < end ? reader.next() : undefined);
    for (let read = next(); read !== undefined; read = next()) {
      const checked = check(read);
      if (checked.status === 'ignored') continue;
      if (checked.status === 'superseded') {
        counts.superseded++;
        continue;
      }
      const problem =
        checked.status === 'valid' ? batch.addChecked(checked.change) : checked.problem;
      if (problem === undefined) {
        counts.applied++;
        if (checked.status === 'valid' && checked.change.at === undefined) undated++;
      } else {
        counts.skipped++;
        skipped.push({ line: read.line, problem });
      }
    }
    return { position: reader.position(), counts, skipped, undated };
  } finally {
    reader.close();
  }
}
