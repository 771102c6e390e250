import type { Catalog } from '../../../catalog/catalog.js';
import { allocateShared } from '../../../search/index.js';
import { createChangeBatch } from '../../changes/apply-changes.js';
import { withoutChangedHoldings } from '../../changes/change-holdings.js';
import type { Section } from '../../format/container/sections.js';
import {
  openSections,
  replaceSections,
  sectionsOf,
  withChangeTime,
} from '../../format/open-sections.js';
import { groupSections } from '../../format/section-groups.js';
import { inSharedMemory, replacementInSharedMemory } from '../shared-memory.js';
import { addChangesOf, MAX_BATCH_BYTES, type ReadChanges } from './applied-changes.js';
import type { ChangesPosition } from './changes-file.js';
import type { ChangesFile } from './library-changes.js';

/** A catalog and the place of its first change that takes long, as plain data. */
export interface ChangesTask {
  /** The `source` of the catalog. */
  readonly source: string;
  /**
   * The sections of the catalog without changed holdings: the groups that differ from the catalog of the last task with
   * this `source`, or all groups in the first task.
   */
  readonly sections: ReadonlyMap<string, Section>;
  /** The `Catalog.changed` of the catalog. */
  readonly changed: string | undefined;
  readonly file: ChangesFile;
  /** The place after the last change that the catalog contains. */
  readonly position: ChangesPosition;
}

/** What changes replace in a catalog without changed holdings, as plain data. */
export interface PreparedChanges extends ReadChanges {
  /** The sections of the replaced groups, in shared memory. */
  readonly sections: ReadonlyMap<string, Section>;
  /** The new numbers of the titles, in shared memory: see `EncodedChanges.newNumbers`. */
  readonly newNumbers: Uint32Array | undefined;
  /** The `Catalog.changed` after the changes. */
  readonly changed: string | undefined;
}

/**
 * Returns a function that encodes the changes of a file from the place of a task up to the end of the file, or up to
 * `maxBytes` bytes. The function keeps the changed catalog for the next task with the same `source`. It omits holdings
 * that are changed in place, because the caller changes them itself.
 */
export function createChangesPreparer(
  maxBytes = MAX_BATCH_BYTES,
): (task: ChangesTask) => PreparedChanges {
  const catalogs = new Map<string, Catalog>();
  return ({ source, sections, changed: changedBefore, file, position }) => {
    const groups = groupSections(sections);
    const last = catalogs.get(source);
    const catalog =
      last === undefined || groups.has('library')
        ? openSections(source, new Map(sections))
        : replaceSections(last, groups);
    const batch = createChangeBatch(
      changedBefore === undefined ? catalog : withChangeTime(catalog, changedBefore),
    );
    const read = addChangesOf(file, position, catalog.library, batch, maxBytes);
    const encoded = batch.encode(allocateShared);
    const { groups: replacedGroups, newNumbers, changed } = encoded;
    const replaced = new Map([...replacedGroups.values()].flatMap((ofGroup) => [...ofGroup]));
    const before = sectionsOf(withoutChangedHoldings(catalog));
    const shared = new Map(
      [...replaced].map(([name, data]) => [
        name,
        replacementInSharedMemory(data, before.get(name)),
      ]),
    );
    const next = replaceSections(catalog, groupSections(shared));
    catalogs.set(source, next);
    return {
      ...read,
      sections: shared,
      newNumbers: newNumbers && inSharedMemory(newNumbers),
      changed,
    };
  };
}
