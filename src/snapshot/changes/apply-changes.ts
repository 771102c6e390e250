/*
 * Applies changes to an open catalog, for programs and for `prepare-generation.ts`: `changed-source.ts` collects the
 * changed records, `change-holdings.ts` changes holdings that need no indexing, and `encodeChanges` encodes the groups of
 * sections that depend on other changed records. `file/followed-catalog.ts` follows a growing file.
 */

import { compareCodePoints } from '../../base/collation.js';
import { parseInstant } from '../../base/instant.js';
import { lazy } from '../../base/lazy.js';
import { typeError } from '../../base/messages.js';
import { runSteps } from '../../base/steps.js';
import type { Allocate } from '../../base/typed-arrays.js';
import type { Catalog, Records } from '../../catalog/catalog.js';
import type { Holding, Title } from '../../catalog/records/title.js';
import { searchFieldsOf } from '../../catalog/search-fields.js';
import { compareIds } from '../encoding/catalog-encoder.js';
import { ascending } from '../encoding/columns-encoder.js';
import {
  collectUserContent,
  createTitlesEncoder,
  NO_USER_CONTENT,
  type UserContentOfTitle,
} from '../encoding/titles-encoder.js';
import { TITLE_SECTIONS } from '../format/columns.js';
import type { Section } from '../format/container/sections.js';
import {
  type GroupedSections,
  replaceSections,
  type SectionGroup,
  sectionsOf,
  withChangeTime,
} from '../format/open-sections.js';
import { openStrings } from '../format/records.js';
import { wholeTitle } from '../format/title-records.js';
import {
  addLists,
  addSessions,
  addUserContents,
  addUsers,
  numberUsers,
} from '../format/user-records.js';
import { createIndexer } from '../indexing/indexer.js';
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
import { ChangedSource, withHoldings } from './changed-source.js';

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

/** The groups of sections that changes replace. */
export interface EncodedChanges {
  readonly groups: GroupedSections;
  /**
   * By number of a title before the changes: its number after the changes, or `LEFT_OUT` if its record was replaced or
   * deleted. Undefined if the titles are not among {@link groups}.
   */
  readonly newNumbers: Uint32Array | undefined;
}

/**
 * Encodes the groups of sections that depend on changed records. Unchanged titles are not encoded again. Except for the
 * records of titles, the sections have the same bytes as in a snapshot that is built from the changed source. The
 * sections do not contain holdings that are changed in place.
 *
 * @param source the records of the catalog after the changes
 * @param isInPlace returns whether the changed holdings of a title, by its id, are not encoded
 * @param allocate Allocates the memory of the largest sections. Default: memory of the calling thread.
 */
export function encodeChanges(
  catalog: Catalog,
  source: ChangedSource,
  isInPlace: (id: string) => boolean,
  allocate?: Allocate,
): EncodedChanges {
  const groups = new Map<SectionGroup, Map<string, Section>>();
  const addGroup = (group: SectionGroup, add: (sections: Map<string, Section>) => void) => {
    const sections = new Map<string, Section>();
    add(sections);
    groups.set(group, sections);
  };
  const userContent = lazy(() => source.userContent());
  const lists = lazy(() => source.lists().sort(compareIds));
  const users = lazy(() => source.users().sort(compareIds));
  const userNumbers = lazy(() => numberUsers(users()));

  const titles = titlesToEncode(catalog, source, isInPlace, () =>
    collectUserContent(userContent(), lists()),
  );
  let newNumbers: Uint32Array | undefined;
  if (titles !== undefined) {
    addGroup('titles', (sections) => {
      newNumbers = encodeTitles(sections, catalog, titles, allocate);
    });
  }
  if (source.areUsersChanged) addGroup('users', (sections) => addUsers(sections, users()));
  if (titles !== undefined || source.areUsersChanged || source.isUserContentChanged) {
    const ids = groups.get('titles');
    const titleNumber =
      ids === undefined ? catalog.titles.numberOf : openStrings(ids, TITLE_SECTIONS.id).indexOf;
    addGroup('user_content', (sections) =>
      addUserContents(sections, userContent(), userNumbers(), titleNumber, catalog.library),
    );
  }
  if (source.areUsersChanged || source.areListsChanged) {
    addGroup('lists', (sections) => addLists(sections, lists(), userNumbers()));
  }
  if (source.areSessionsChanged) {
    addGroup('sessions', (sections) => addSessions(sections, source.sessions()));
  }
  return { groups, newNumbers };
}

/** The titles that must be encoded again, and the user content of all titles after the changes. */
interface TitlesToEncode {
  /** By id: a function that returns the title. Undefined for a deleted title. */
  readonly titles: ReadonlyMap<string, (() => Title) | undefined>;
  /** The ids of the titles of which only the user content changed. */
  readonly sameRecords: ReadonlySet<string>;
  readonly userContentOf: ReadonlyMap<string, UserContentOfTitle>;
}

/**
 * Returns the titles whose records, tags, ratings or numbers of list items changed, or undefined if there are none.
 *
 * @param collectChanged returns the user content of titles after the changes
 */
function titlesToEncode(
  catalog: Catalog,
  source: ChangedSource,
  isInPlace: (id: string) => boolean,
  collectChanged: () => ReadonlyMap<string, UserContentOfTitle>,
): TitlesToEncode | undefined {
  const titles = source.changedTitles();
  for (const [id, holdings] of source.changedHoldings()) {
    if (isInPlace(id)) continue;
    const number = catalog.titles.numberOf(id);
    titles.set(id, () => withHoldings(wholeTitle(catalog.titles, number), holdings));
  }
  const isContentChanged = source.isUserContentChanged || source.areListsChanged;
  if (titles.size === 0 && !isContentChanged) return undefined;
  const userContentOf = collectChanged();
  const sameRecords = new Set<string>();
  if (isContentChanged) {
    const { titles: base } = withoutChangedHoldings(catalog);
    const before = collectUserContent(allOf(catalog.userContent), allOf(catalog.lists));
    for (const id of new Set([...before.keys(), ...userContentOf.keys()])) {
      if (titles.has(id) || isSameContent(before.get(id), userContentOf.get(id))) continue;
      titles.set(id, () => wholeTitle(base, base.numberOf(id)));
      sameRecords.add(id);
    }
  }
  return titles.size === 0 ? undefined : { titles, sameRecords, userContentOf };
}

function isSameContent(
  before: UserContentOfTitle = NO_USER_CONTENT,
  after: UserContentOfTitle = NO_USER_CONTENT,
): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Encodes the titles of a catalog after changes. Returns {@link EncodedChanges.newNumbers}. */
function encodeTitles(
  sections: Map<string, Section>,
  catalog: Catalog,
  { titles: changed, sameRecords, userContentOf }: TitlesToEncode,
  allocate: Allocate | undefined,
): Uint32Array {
  const contentOf = (id: string) => userContentOf.get(id) ?? NO_USER_CONTENT;
  const fields = searchFieldsOf(catalog.library);
  const indexer = createIndexer(fields);
  const encoder = createTitlesEncoder(catalog.library, contentOf, indexer, { allocate });
  const base = withoutChangedHoldings(catalog);
  const isChanged = new Uint8Array(base.titles.size);
  for (const id of changed.keys()) {
    const number = base.titles.numberOf(id);
    if (number >= 0) isChanged[number] = 1;
  }
  const numbers = ascending(base.titles.size).filter((number) => isChanged[number] === 0);
  encoder.addUnchanged({
    sections: sectionsOf(base),
    titles: base.titles,
    numbers,
    ratingsOf: (id) => contentOf(id).ratings,
  });

  // In the order of the ids, the replaced records are read one after the other, which takes less time.
  const added = [...changed.keys()]
    .filter((id) => changed.get(id) !== undefined)
    .sort(compareCodePoints);
  for (const id of added) encoder.add(changed.get(id)!());
  const { docIds } = encoder.finish(sections);

  const newNumbers = docIds.slice(0, base.titles.size);
  added.forEach((id, i) => {
    if (sameRecords.has(id)) newNumbers[base.titles.numberOf(id)] = docIds[newNumbers.length + i];
  });
  return newNumbers;
}

function allOf<T>({ size, get }: Pick<Records<T>, 'size' | 'get'>): T[] {
  return Array.from({ length: size }, (_, number) => get(number));
}
