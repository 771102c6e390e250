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
import { openStrings } from '../format/records.js';
import type { GroupedSections, SectionGroup } from '../format/section-groups.js';
import { addSessions } from '../format/sessions.js';
import { TITLE_SECTIONS } from '../format/titles.js';
import { addUserContents } from '../format/user-contents.js';
import { addUsers, numberUsers } from '../format/users.js';
import type { ChangedSource } from './changed-source.js';

/**
 * Encodes the groups of sections that depend on changed source. The sections have the same bytes as in a snapshot that
 * is built from all source.
 *
 * @param catalog the catalog before the changes
 */
export function encodeChanges(catalog: Catalog, source: ChangedSource): GroupedSections {
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

  const titles = changedTitles(catalog, source, () => collectUserContent(userContent(), lists()));
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
  return groups;
}

/** The titles that must be encoded again, and what users made of all titles after the changes. */
interface ChangedTitles {
  /** The titles by id. A deleted title is undefined. */
  readonly titles: ReadonlyMap<string, Title | undefined>;
  readonly userContentOf: ReadonlyMap<string, UserContentOfTitle>;
}

/**
 * Returns the titles whose records, tags, ratings or numbers of list items changed, or undefined if there are none.
 *
 * @param collectChanged returns what users made of titles after the changes
 */
function changedTitles(
  catalog: Catalog,
  source: ChangedSource,
  collectChanged: () => ReadonlyMap<string, UserContentOfTitle>,
): ChangedTitles | undefined {
  const titles = source.changedTitles();
  const isContentChanged = source.isUserContentChanged || source.areListsChanged;
  if (titles.size === 0 && !isContentChanged) return undefined;
  const userContentOf = collectChanged();
  if (isContentChanged) {
    const before = collectUserContent(allOf(catalog.userContent), allOf(catalog.lists));
    for (const id of new Set([...before.keys(), ...userContentOf.keys()])) {
      const number = catalog.titles.numberOf(id);
      if (titles.has(id) || isSameContent(before.get(id), userContentOf.get(id))) continue;
      titles.set(id, catalog.titles.get(number));
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

/** Encodes all titles of a catalog after changes. */
function encodeTitles(
  sections: Map<string, SectionData>,
  catalog: Catalog,
  { titles, userContentOf }: ChangedTitles,
): void {
  const encoder = createTitlesEncoder(
    catalog.library,
    (id) => userContentOf.get(id) ?? NO_USER_CONTENT,
  );
  const batch = createTextBatch(SEGMENT_SIZE);
  const segments: Segment[] = [];
  for (const title of allTitles(catalog.titles, titles)) {
    batch.add(encoder.add(title));
    if (batch.isFull()) segments.push(indexTexts(batch.take()));
  }
  segments.push(indexTexts(batch.take()));
  encoder.finish(sections, segments);
}

/** Yields the titles of a catalog after changes, in the order of their ids. */
function* allTitles(
  base: Records<Title>,
  changed: ReadonlyMap<string, Title | undefined>,
): Generator<Title> {
  const added = [...changed.values()].filter((title) => title !== undefined).sort(compareIds);
  let next = 0;
  for (let number = 0; number < base.size; number++) {
    const id = base.id(number);
    for (; next < added.length && compareCodePoints(added[next].id, id) <= 0; next++) {
      yield added[next];
    }
    if (!changed.has(id)) yield base.get(number);
  }
  yield* added.slice(next);
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
