import type { Sections } from '../container/sections.js';
import { toSnapshotError } from '../container/snapshot-error.js';
import {
  checkLibrary,
  checkLists,
  checkSessions,
  checkSynonyms,
  checkUserContents,
  checkUsers,
} from './record-checks.js';
import {
  checkColumns,
  checkFacets,
  checkOrders,
  checkSearchIndex,
  checkTitleIds,
  checkTitles,
} from './title-checks.js';

/** The checks of all structures. A check depends only on the checks before it. */
const CHECKS = {
  library: checkLibrary,
  'title ids': checkTitleIds,
  titles: checkTitles,
  columns: checkColumns,
  facets: checkFacets,
  'sort orders': checkOrders,
  'search index': checkSearchIndex,
  synonyms: checkSynonyms,
  users: checkUsers,
  'user content': checkUserContents,
  lists: checkLists,
  sessions: checkSessions,
} as const satisfies Readonly<Record<string, (sections: Sections) => void>>;

/** The name of a structure of a snapshot. */
export type Structure = keyof typeof CHECKS;

/** The names of all structures, in the order of their checks. */
export const STRUCTURES = Object.keys(CHECKS) as readonly Structure[];

/**
 * Checks a structure of a snapshot. The structures before it in {@link STRUCTURES} must be valid.
 *
 * @param name the name of the snapshot in messages, such as the path of its file
 * @throws SnapshotError if the structure is invalid; the message names the section
 */
export function checkStructure(name: string, sections: Sections, structure: Structure): void {
  try {
    CHECKS[structure](sections);
  } catch (error) {
    throw toSnapshotError(name, error);
  }
}

/**
 * Checks all structures of a snapshot, so that no query can hang, throw or read out of bounds. Checksums find only
 * accidental damage.
 *
 * @param name the name of the snapshot in messages, such as the path of its file
 * @throws SnapshotError if a structure is invalid; the message names the section
 */
export function checkSnapshot(name: string, sections: Sections): void {
  for (const structure of STRUCTURES) checkStructure(name, sections, structure);
}
