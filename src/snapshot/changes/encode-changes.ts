/*
 * Encodes the groups of sections that changed records replace in a catalog, with the encoders of a build.
 * `changed-source.ts` has the records, and `change-holdings.ts` changes holdings without encoding.
 */

import { compareCodePoints } from '../../base/collation.js';
import { lazy } from '../../base/lazy.js';
import type { Allocate } from '../../base/typed-arrays.js';
import type { Catalog, Records } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { searchFieldsOf } from '../../catalog/search-fields.js';
import { compareIds } from '../encoding/catalog-encoder.js';
import { createTitlesEncoder } from '../encoding/titles-encoder.js';
import { ascending } from '../encoding/titles-part-encoder.js';
import {
  collectUserContent,
  NO_USER_CONTENT,
  type UserContentOfTitle,
} from '../encoding/user-content-of-titles.js';
import { TITLE_SECTIONS } from '../format/columns.js';
import type { Section } from '../format/container/sections.js';
import { type GroupedSections, type SectionGroup, sectionsOf } from '../format/open-sections.js';
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
import { withoutChangedHoldings } from './change-holdings.js';
import { type ChangedSource, withHoldings } from './changed-source.js';

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
