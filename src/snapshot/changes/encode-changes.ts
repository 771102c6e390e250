import type { Catalog, Records } from '../../catalog/catalog.js';
import type { Title } from '../../catalog/records/title.js';
import { compareCodePoints, lazy, type Segment } from '../../search/index.js';
import { createTextBatch, indexTexts, SEGMENT_SIZE } from '../encoding/index-texts.js';
import { createTitlesEncoder } from '../encoding/titles-encoder.js';
import {
  collectUserContent,
  NO_USER_CONTENT,
  type UserContentOfTitle,
} from '../encoding/user-content-of-titles.js';
import type { SectionData } from '../format/container/sections.js';
import { addLists } from '../format/lists.js';
import { sectionsOf } from '../format/open-sections.js';
import { openStrings } from '../format/records.js';
import type { GroupedSections, SectionGroup } from '../format/section-groups.js';
import { addSessions } from '../format/sessions.js';
import { placesOfRecords } from '../format/title-records.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import { addUserContents } from '../format/user-contents.js';
import { addUsers, numberUsers } from '../format/users.js';
import { withoutChangedHoldings } from './change-holdings.js';
import { type ChangedSource, withHoldings } from './changed-source.js';

/** The groups of sections that changes replace. */
export interface EncodedChanges {
  readonly groups: GroupedSections;
  /** The ids of added, replaced and deleted titles, and of titles that are encoded again. */
  readonly titles: ReadonlySet<string>;
}

/**
 * Encodes the groups of sections that depend on changed records. Unchanged titles are not encoded again. Except for the
 * records of titles, the sections have the same bytes as in a snapshot that is built from the changed source.
 *
 * @param catalog the catalog before the changes
 * @param source the records of the catalog after the changes
 * @param isInPlace returns whether the changed holdings of a title, by its id, are not encoded
 */
export function encodeChanges(
  catalog: Catalog,
  source: ChangedSource,
  isInPlace: (id: string) => boolean,
): EncodedChanges {
  const groups = new Map<SectionGroup, Map<string, SectionData>>();
  const addGroup = (group: SectionGroup, add: (sections: Map<string, SectionData>) => void) => {
    const sections = new Map<string, SectionData>();
    add(sections);
    groups.set(group, sections);
  };
  const userContent = lazy(() => source.userContent());
  const lists = lazy(() => source.lists().sort(compareIds));
  const users = lazy(() => source.users().sort(compareIds));
  const userNumbers = lazy(() => numberUsers(users()));

  const titles = changedTitles(catalog, source, isInPlace, () =>
    collectUserContent(userContent(), lists()),
  );
  if (titles !== undefined)
    addGroup('titles', (sections) => encodeTitles(sections, catalog, titles));
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
  return { groups, titles: new Set(titles?.titles.keys()) };
}

/** The titles that must be encoded again, and the user content of all titles after the changes. */
interface ChangedTitles {
  /** The titles by id. A deleted title is undefined. */
  readonly titles: ReadonlyMap<string, Title | undefined>;
  readonly userContentOf: ReadonlyMap<string, UserContentOfTitle>;
}

/**
 * Returns the titles whose records, tags, ratings or numbers of list items changed, or undefined if there are none.
 *
 * @param collectChanged returns the user content of titles after the changes
 */
function changedTitles(
  catalog: Catalog,
  source: ChangedSource,
  isInPlace: (id: string) => boolean,
  collectChanged: () => ReadonlyMap<string, UserContentOfTitle>,
): ChangedTitles | undefined {
  const titles = source.changedTitles();
  const currentTitle = (id: string) => {
    const title = catalog.titles.get(catalog.titles.numberOf(id));
    const holdings = source.changedHoldings().get(id);
    return holdings === undefined ? title : withHoldings(title, holdings);
  };
  for (const id of source.changedHoldings().keys()) {
    if (!isInPlace(id)) titles.set(id, currentTitle(id));
  }
  const isContentChanged = source.isUserContentChanged || source.areListsChanged;
  if (titles.size === 0 && !isContentChanged) return undefined;
  const userContentOf = collectChanged();
  if (isContentChanged) {
    const before = collectUserContent(allOf(catalog.userContent), allOf(catalog.lists));
    for (const id of new Set([...before.keys(), ...userContentOf.keys()])) {
      if (titles.has(id) || isSameContent(before.get(id), userContentOf.get(id))) continue;
      titles.set(id, currentTitle(id));
    }
  }
  return titles.size === 0 ? undefined : { titles, userContentOf };
}

function isSameContent(
  before: UserContentOfTitle = NO_USER_CONTENT,
  after: UserContentOfTitle = NO_USER_CONTENT,
): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Encodes the titles of a catalog after changes. */
function encodeTitles(
  sections: Map<string, SectionData>,
  catalog: Catalog,
  { titles: changed, userContentOf }: ChangedTitles,
): void {
  const contentOf = (id: string) => userContentOf.get(id) ?? NO_USER_CONTENT;
  const encoder = createTitlesEncoder(catalog.library, contentOf);
  const base = withoutChangedHoldings(catalog);
  const isChanged = new Uint8Array(base.titles.size);
  for (const id of changed.keys()) {
    const number = base.titles.numberOf(id);
    if (number >= 0) isChanged[number] = 1;
  }
  const { places, firstSize } = placesOfRecords(sectionsOf(base));
  const isInFirstSet = (number: number) => places === undefined || places[number] < firstSize;
  const all = Uint32Array.from(isChanged.keys());
  encoder.addUnchanged({
    sections: sectionsOf(base),
    titles: base.titles,
    numbers: all.filter((number) => isChanged[number] === 0 && isInFirstSet(number)),
    ratingsOf: (id) => contentOf(id).ratings,
  });

  const addedAgain = all.filter((number) => isChanged[number] === 0 && !isInFirstSet(number));
  const added = Array.from(addedAgain, (number) => base.titles.get(number));
  for (const title of changed.values()) if (title !== undefined) added.push(title);
  const batch = createTextBatch(SEGMENT_SIZE);
  const segments: Segment[] = [];
  for (const title of added.sort(compareIds)) {
    batch.add(encoder.add(title));
    if (batch.isFull()) segments.push(indexTexts(batch.take()));
  }
  segments.push(indexTexts(batch.take()));
  encoder.finish(sections, segments);
}

function allOf<T>({ size, get }: Pick<Records<T>, 'size' | 'get'>): T[] {
  return Array.from({ length: size }, (_, number) => get(number));
}

interface RecordWithId {
  readonly id: string | number;
}

function compareIds(a: RecordWithId, b: RecordWithId): number {
  return compareCodePoints(String(a.id), String(b.id));
}
