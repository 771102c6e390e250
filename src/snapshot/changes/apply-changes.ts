/*
 * Applies changes to an open catalog, for programs and for `prepare-generation.ts`: `changed-source.ts` collects the
 * changed records, `encode-changes.ts` encodes them, and `change-holdings.ts` changes holdings that need no indexing.
 * `file/followed-catalog.ts` follows a growing file.
 */

import { parseInstant } from '../../base/instant.js';
import { lazy } from '../../base/lazy.js';
import { typeError } from '../../base/messages.js';
import { runSteps } from '../../base/steps.js';
import type { Allocate } from '../../base/typed-arrays.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { Holding } from '../../catalog/records/title.js';
import { replaceSections, withChangeTime } from '../format/open-sections.js';
import type { Change } from './change.js';
import {
  type ChangeCheckerOptions,
  type CheckedChange,
  createChangeChecker,
} from './change-checker.js';
import {
  canChangeHoldings,
  editHoldings,
  moveChangedHoldings,
  withoutChangedHoldings,
} from './change-holdings.js';
import { ChangedSource } from './changed-source.js';
import { type EncodedChanges, encodeChanges } from './encode-changes.js';

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
  readonly onSkipped?: ((skipped: SkippedChange) => void) | undefined;
}

/**
 * Applies changes to a catalog, in order, and returns the changed catalog. All operations return the same results as for
 * a catalog that is built from the changed records. The given catalog stays valid and does not change. The two
 * catalogs share everything that did not change.
 *
 * A change is checked like a record of a source. A change that is invalid, or that refers to an unknown record, is
 * skipped and passed to `onSkipped`, and the other changes are applied. A change of another library, and a change with a
 * time before the library's `snapshot_date`, are left out without a call of `onSkipped`, so that the same changes can be
 * applied to the catalogs of several libraries.
 *
 * @returns the changed catalog, or the given catalog if no change applies to it
 * @throws TypeError if `catalog` is not a catalog that Carrel opened, or `changes` is not an iterable of changes
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
  if (catalog?.titles === undefined) {
    throw typeError('applyChanges: catalog', 'a catalog that Carrel opened', catalog);
  }
  if (typeof (changes as Partial<Iterable<Change>> | undefined)?.[Symbol.iterator] !== 'function') {
    throw typeError('applyChanges: changes', 'an iterable of changes, such as an array', changes);
  }
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
  /**
   * Encodes the sections and holdings that the valid changes replace in the catalog.
   *
   * @param allocate Allocates the memory of the largest sections. Default: memory of the calling thread.
   */
  encode(allocate?: Allocate): EncodedBatch;
  apply(): Catalog;
}

/** The sections and holdings that a batch of changes replaces in a catalog. */
export interface EncodedBatch extends EncodedChanges {
  /** The holdings that are changed in place, by the id of the title. */
  readonly inPlace: ReadonlyMap<string, readonly Holding[]>;
  /** The `Catalog.changed` after the changes. */
  readonly changed: string | undefined;
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
  function encode(allocate?: Allocate) {
    const inPlace = new Map<string, readonly Holding[]>();
    for (const [id, holdings] of source.changedHoldings()) {
      const number = catalog.titles.numberOf(id);
      if (canChangeHoldings(catalog, number, holdings)) inPlace.set(id, holdings);
    }
    const encoded = encodeChanges(catalog, source, (id) => inPlace.has(id), allocate);
    return { ...encoded, inPlace, changed: latest };
  }
  return {
    add(value) {
      const checked = check()(value);
      if (checked.status !== 'valid') return checked;
      const problem = addChecked(checked.change);
      return problem === undefined ? checked : { status: 'invalid', problem };
    },
    addChecked,
    encode,
    apply() {
      const { groups, newNumbers, inPlace } = encode();
      const base = withoutChangedHoldings(catalog);
      const changed =
        groups.size === 0
          ? catalog
          : runSteps(moveChangedHoldings(replaceSections(base, groups), catalog, newNumbers));
      const next = withHoldingsInPlace(changed, inPlace);
      return latest === next.changed || latest === undefined ? next : withChangeTime(next, latest);
    },
  };
}

function withHoldingsInPlace(
  catalog: Catalog,
  inPlace: ReadonlyMap<string, readonly Holding[]>,
): Catalog {
  if (inPlace.size === 0) return catalog;
  const editor = editHoldings(catalog);
  for (const [id, holdings] of inPlace) editor.change(catalog.titles.numberOf(id), holdings);
  return editor.finish();
}

/** Returns the later of two times in ISO 8601. */
export function later(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return parseInstant(b) > parseInstant(a) ? b : a;
}
