import type { Catalog } from '../../catalog/catalog.js';
import type { Change } from '../../catalog/changes/change.js';
import { parseInstant } from '../../catalog/instant.js';
import type { Holding } from '../../catalog/records/title.js';
import { lazy } from '../../search/index.js';
import { replaceSections, withChangeTime } from '../format/open-sections.js';
import {
  type ChangeCheckerOptions,
  type CheckedChange,
  createChangeChecker,
} from './change-checker.js';
import {
  canChangeHoldings,
  changeHoldings,
  moveChangedHoldings,
  withoutChangedHoldings,
} from './change-holdings.js';
import { ChangedSource } from './changed-source.js';
import { encodeChanges } from './encode-changes.js';

/** A change that {@link applyChanges} did not apply, because it is invalid or refers to an unknown record. */
export interface SkippedChange {
  /** The position of the change in the list of changes, from 0. */
  readonly index: number;
  /** The problem, such as `record.format.id: expected a non-empty string, found nothing`. */
  readonly problem: string;
}

/** Options of {@link applyChanges}. */
export interface ApplyChangesOptions {
  /** Called for each change that is invalid or refers to an unknown record. Default: such changes are not reported. */
  readonly onSkipped?: (skipped: SkippedChange) => void;
}

/**
 * Applies changes to a catalog, in order, and returns the changed catalog. All operations return the same results as for
 * a catalog that is built from the changed records. The given catalog stays valid and does not change. The two
 * catalogs share everything that did not change.
 *
 * A change is checked like a record of a source. A change that is invalid, or that refers to an unknown record, is
 * skipped and passed to `onSkipped`, and the other changes are applied. A change of another library is skipped, as is a
 * change with a time before the library's `snapshot_date`.
 *
 * @returns the changed catalog, or the given catalog if no change applies to it
 * @example
 * const catalog = createCatalog({
 *   library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
 *   titles: [{ id: '1', title: 'Moby-Dick', format: { id: 'BK' } }],
 * });
 * const changed = applyChanges(catalog, [
 *   { op: 'holdings', title: '1', holdings: [{ branch: 'MAIN', status: 'AVAILABLE' }] },
 *   { op: 'put', kind: 'titles', record: { id: '2', title: 'Emma', format: { id: 'BK' } } },
 *   { op: 'delete', kind: 'titles', id: '3' },
 * ], { onSkipped: ({ index, problem }) => console.log(index, problem) });
 * // 2 id: expected the id of a title, found '3'
 */
export function applyChanges(
  catalog: Catalog,
  changes: Iterable<Change>,
  { onSkipped = () => {} }: ApplyChangesOptions = {},
): Catalog {
  const batch = createChangeBatch(catalog);
  let index = 0;
  for (const change of changes) {
    const checked = batch.add(change);
    if (checked.status === 'invalid') onSkipped({ index, problem: checked.problem });
    index++;
  }
  return batch.apply();
}

/** Changes of one catalog that are applied together. */
export interface ChangeBatch {
  /**
   * Checks a value, such as a parsed line of a changes file, and adds it to the batch if it is a valid change. A change
   * that refers to an unknown record is invalid.
   */
  add(value: unknown): CheckedChange;
  /**
   * Adds a change that a change checker returned.
   *
   * @returns The problem of a change that refers to an unknown record, which is not added. Undefined for an added change.
   */
  addChecked(change: Change): string | undefined;
  /** Applies the valid changes, and returns the changed catalog. */
  apply(): Catalog;
}

/** Creates an empty batch. */
export function createChangeBatch(catalog: Catalog, options?: ChangeCheckerOptions): ChangeBatch {
  const check = lazy(() => createChangeChecker(catalog.library, options));
  const source = new ChangedSource(catalog);
  let { changed: latest } = catalog;
  const addChecked = (change: Change) => {
    const problem = source.apply(change);
    if (problem === undefined) latest = later(latest, change.at);
    return problem;
  };
  return {
    add(value) {
      const checked = check()(value);
      if (checked.status !== 'valid') return checked;
      const problem = addChecked(checked.change);
      return problem === undefined ? checked : { status: 'invalid', problem };
    },
    addChecked,
    apply() {
      const inPlace = new Map<string, readonly Holding[]>();
      for (const [id, holdings] of source.changedHoldings()) {
        const number = catalog.titles.numberOf(id);
        if (canChangeHoldings(catalog, number, holdings)) inPlace.set(id, holdings);
      }
      const { groups, titles } = encodeChanges(catalog, source, (id) => inPlace.has(id));
      const base = withoutChangedHoldings(catalog);
      const changed =
        groups.size === 0
          ? catalog
          : moveChangedHoldings(replaceSections(base, groups), catalog, (id) => titles.has(id));
      const holdings = new Map(
        [...inPlace]
          .filter(([id]) => !titles.has(id))
          .map(([id, ofTitle]) => [changed.titles.numberOf(id), ofTitle]),
      );
      const next = changeHoldings(changed, holdings);
      return latest === next.changed || latest === undefined ? next : withChangeTime(next, latest);
    },
  };
}

/** Returns the later of two times in ISO 8601. */
function later(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return parseInstant(b) > parseInstant(a) ? b : a;
}
