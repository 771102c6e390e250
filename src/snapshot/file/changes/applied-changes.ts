import type { Catalog } from '../../../catalog/catalog.js';
import type { Change } from '../../../catalog/changes/change.js';
import { createChangeBatch } from '../../changes/apply-changes.js';
import { canChangeHoldings } from '../../changes/change-holdings.js';

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

/** With more sessions, a change of one session takes long, because all sessions are encoded again. */
const MAX_QUICK_SESSIONS = 5000;

/**
 * Returns whether {@link applyNumbered} applies a change in about a millisecond or less: changes of holdings that do not
 * affect the text index, and changes of sessions.
 */
export function isQuick(catalog: Catalog, change: Change): boolean {
  if (change.op !== 'holdings') {
    return change.kind === 'sessions' && catalog.sessions.digests.size <= MAX_QUICK_SESSIONS;
  }
  const number = catalog.titles.numberOf(change.title);
  return number < 0 || canChangeHoldings(catalog, number, change.holdings);
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
