/*
 * The records of users, their content, lists and sessions. A record is JSON in UTF-8. Users, lists and sessions are in
 * the code point order of their ids, user content is in the order of time. Sessions are stored under digests of their
 * ids, so that a snapshot contains no secret.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { lowerBound } from '../../base/binary-search.js';
import { compareCodePoints } from '../../base/collation.js';
import { parseInstant } from '../../base/instant.js';
import { schemaCheck } from '../../base/json-schema.js';
import { openStringTable } from '../../base/string-table.js';
import {
  type Lists,
  NO_HOME_LIBRARY,
  type Sessions,
  type UserContents,
  type Users,
} from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import type { Library } from '../../catalog/records/library.js';
import {
  type ContentItem,
  type List,
  type ListItem,
  listHeaderSchema,
  listItemsSchema,
  type Session,
  type SessionRecord,
  sessionSchema,
  type User,
  type UserContent,
  userContentSchema,
  userSchema,
} from '../../catalog/records/user-records.js';
import { createDocValuesColumnBuilder } from '../../search/index.js';
import { addDocValuesColumn, openDocValuesColumnOf, openOrdFinder } from './columns.js';
import {
  getOffsets,
  getParallel,
  getSection,
  type Sections,
  type SectionWriter,
} from './container/sections.js';
import { addRecords, addStrings, openRecords, openStrings, parseRecord } from './records.js';

/**
 * Writes users, and the codes of their home libraries.
 *
 * @param users the users, in the code point order of their ids
 */
export function addUsers(sections: SectionWriter, users: readonly User[]): void {
  const codes = new Set(users.flatMap((user) => user.library?.code ?? []));
  const sorted = [...codes].sort(compareCodePoints);
  const numbers = new Map(sorted.map((code, number) => [code, number]));
  addRecords(
    sections,
    'users',
    users.map((user) => String(user.id)),
    users,
  );
  addStrings(sections, 'users.home_library_code', sorted);
  sections.set(
    'users.home_library',
    Uint32Array.from(users, (user) => numbers.get(user.library?.code ?? '') ?? NO_HOME_LIBRARY),
  );
}

/**
 * Returns the number of each user by id.
 *
 * @param users the users, in the code point order of their ids
 */
export function numberUsers(users: readonly User[]): ReadonlyMap<string, number> {
  return new Map(users.map(({ id }, number) => [String(id), number]));
}

const isUser = schemaCheck(userSchema);

/** Opens the users that {@link addUsers} wrote. */
export function openUsers(sections: Sections): Users {
  const codes = openStrings(sections, 'users.home_library_code');
  const { size, id, numberOf, get } = openRecords<User>(sections, 'users', isUser);
  return {
    size,
    id,
    numberOf,
    get,
    homeLibraryCodes: Array.from({ length: codes.size }, (_, number) => codes.get(number)),
    homeLibraries: getParallel(sections, 'users.home_library', Uint32Array, size),
  };
}

/** A session with the SHA-256 digest of its id, in hexadecimal. */
export interface DigestedSession {
  readonly digest: string;
  readonly session: Session;
}

/** Replaces the secret id of a session with its digest. */
export function digestSession({ id, ...session }: SessionRecord): DigestedSession {
  return { digest: digestOf(id), session };
}

/**
 * Writes sessions with the digests of their ids in place of the ids, so that a copy of the file does not grant access
 * to a session.
 */
export function addSessions(sections: SectionWriter, sessions: readonly DigestedSession[]): void {
  const sorted = sessions.toSorted((a, b) => compareCodePoints(a.digest, b.digest));
  addRecords(
    sections,
    'sessions',
    sorted.map(({ digest }) => digest),
    sorted.map(({ session }) => session),
  );
}

/** The stored record of a session has no id. */
const isSession = schemaCheck({ ...sessionSchema, required: ['user'] });

/** Opens the sessions that {@link addSessions} wrote. */
export function openSessions(sections: Sections): Sessions {
  const digests = openRecords<Session>(sections, 'sessions', isSession);
  return {
    digests,
    get(id) {
      const number = digests.numberOf(digestOf(id));
      return number < 0 ? undefined : digests.get(number);
    },
  };
}

/** Returns the SHA-256 digest of a session id, in hexadecimal. */
export function digestOf(id: string): string {
  return bytesToHex(sha256(utf8ToBytes(id)));
}

/**
 * Writes lists of numbers by key as the sections `name.keys` (the keys, ascending), `name.offsets` (where
 * the list of each key begins) and `name.members` (the lists).
 */
export function addGroups(
  sections: SectionWriter,
  name: string,
  groups: ReadonlyMap<number, readonly number[]>,
): void {
  const keys = Uint32Array.from(groups.keys()).sort();
  const offsets = new Uint32Array(keys.length + 1);
  const members: number[] = [];
  keys.forEach((key, index) => {
    for (const member of groups.get(key) ?? []) members.push(member);
    offsets[index + 1] = members.length;
  });
  sections.set(`${name}.keys`, keys);
  sections.set(`${name}.offsets`, offsets);
  sections.set(`${name}.members`, Uint32Array.from(members));
}

/**
 * Opens the lists that {@link addGroups} wrote. Returns a function that returns the list of a key, or an empty
 * list for an unknown key. O(log keys).
 */
export function openGroups(sections: Sections, name: string): (key: number) => Uint32Array {
  const keys = getSection(sections, `${name}.keys`, Uint32Array);
  const members = getSection(sections, `${name}.members`, Uint32Array);
  const offsets = getOffsets(sections, `${name}.offsets`, members.length, keys.length);
  return (key) => {
    const index = lowerBound(keys, key);
    return keys[index] === key
      ? members.subarray(offsets[index], offsets[index + 1])
      : members.subarray(0, 0);
  };
}

/** Groups the indexes of `keys` by key: the list of `k` has every `i` with `keys[i] === k`, ascending. */
export function groupByKey(keys: ArrayLike<number>): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < keys.length; i++) {
    const group = groups.get(keys[i]);
    if (group === undefined) groups.set(keys[i], [i]);
    else group.push(i);
  }
  return groups;
}

const CONTENT_TYPE = 'user_content.content_type';

/**
 * Writes user content as one entry per user and title. The entry with the newest item is first. Entries with
 * equally new items are in the order of title ids, and then of user ids. Entries without items are last.
 */
export function addUserContents(
  sections: SectionWriter,
  records: readonly UserContent[],
  userNumbers: ReadonlyMap<string, number>,
  titleNumber: (id: string) => number,
  library: Library,
): void {
  const entries = [...mergeUserContent(records).values()]
    .map((record) => ({ record, newest: newestOf(record) }))
    .sort(
      (a, b) =>
        Number(b.newest > a.newest) - Number(b.newest < a.newest) ||
        compareCodePoints(a.record.title, b.record.title) ||
        compareCodePoints(String(a.record.user), String(b.record.user)),
    );
  const users = Uint32Array.from(entries, (entry) => userNumbers.get(String(entry.record.user))!);
  const titles = Uint32Array.from(entries, (entry) => titleNumber(entry.record.title));
  addStrings(
    sections,
    'user_content.record',
    entries.map((entry) => JSON.stringify(entry.record)),
  );
  sections.set(
    'user_content.newest',
    Float64Array.from(entries, (entry) => entry.newest),
  );
  sections.set('user_content.users', users);
  sections.set('user_content.titles', titles);
  addContentTypes(
    sections,
    entries.map((entry) => entry.record),
    library,
  );
  addGroups(sections, 'user_content.by_user', groupByKey(users));
  addGroups(sections, 'user_content.by_title', groupByKey(titles));
}

/** Writes the content types of each entry. The first item of a type defines the name of the type. */
function addContentTypes(
  sections: SectionWriter,
  entries: readonly UserContent[],
  library: Library,
): void {
  const builder = createDocValuesColumnBuilder();
  const names = new Map<string, string>();
  for (const { content = [] } of entries) {
    builder.add(content.map(({ content_type }) => content_type.id));
    for (const { content_type } of content) {
      if (names.has(content_type.id)) continue;
      names.set(content_type.id, nameOf('content_type', content_type, library).name);
    }
  }
  const column = builder.build((id) => id);
  const { size, get } = openStringTable(column.dictionary);
  addDocValuesColumn(sections, CONTENT_TYPE, column);
  addStrings(
    sections,
    `${CONTENT_TYPE}.name`,
    Array.from({ length: size }, (_, ord) => names.get(get(ord)) ?? ''),
  );
}

const isUserContent = schemaCheck(userContentSchema);

/** Opens the entries that {@link addUserContents} wrote. */
export function openUserContents(sections: Sections): UserContents {
  const records = openStrings(sections, 'user_content.record');
  const { size } = records;
  const contentTypes = openDocValuesColumnOf(sections, CONTENT_TYPE, size);
  return {
    size,
    get: (number) => parseRecord('user_content.record.bytes', records.get(number), isUserContent),
    newest: getParallel(sections, 'user_content.newest', Float64Array, size),
    users: getParallel(sections, 'user_content.users', Uint32Array, size),
    titles: getParallel(sections, 'user_content.titles', Uint32Array, size),
    contentTypes,
    contentTypeOrd: openOrdFinder(sections, CONTENT_TYPE, contentTypes),
    contentTypeName: openStrings(sections, `${CONTENT_TYPE}.name`, contentTypes.dictionary.size)
      .get,
    ofUser: openGroups(sections, 'user_content.by_user'),
    ofTitle: openGroups(sections, 'user_content.by_title'),
  };
}

/** Returns the key of user content: a JSON array of its user and title. */
export function userContentKey({ user, title }: Pick<UserContent, 'user' | 'title'>): string {
  return JSON.stringify([String(user), title]);
}

/** Merges the records of the same user and title into one record with all items, by {@link userContentKey}. */
export function mergeUserContent(records: readonly UserContent[]): Map<string, UserContent> {
  const entries = new Map<string, { record: UserContent; content: ContentItem[] }>();
  for (const record of records) {
    const key = userContentKey(record);
    const entry = entries.get(key) ?? { record, content: [] };
    for (const item of record.content ?? []) entry.content.push(item);
    entries.set(key, entry);
  }
  return new Map(
    Array.from(entries, ([key, { record, content }]) => [key, { ...record, content }]),
  );
}

/** Returns the time of the newest item in milliseconds since 1970, or -Infinity without items. */
function newestOf({ content = [] }: UserContent): number {
  return content.reduce(
    (newest, item) => Math.max(newest, parseInstant(item.updated)),
    Number.NEGATIVE_INFINITY,
  );
}

/**
 * Writes lists, their items apart from the other fields, so that a list can be read without its items.
 * Also writes the numbers of each user's lists, with the most recently updated list first.
 *
 * @param lists the lists, in the code point order of their ids
 */
export function addLists(
  sections: SectionWriter,
  lists: readonly List[],
  userNumbers: ReadonlyMap<string, number>,
): void {
  const users = lists.map((list) => userNumbers.get(String(list.user))!);
  const updated = lists.map((list) => parseInstant(list.updated));
  const byUser = groupByKey(users);
  for (const group of byUser.values()) group.sort((a, b) => updated[b] - updated[a] || a - b);
  addRecords(
    sections,
    'lists',
    lists.map((list) => list.id),
    lists.map(({ list_items: _, ...header }) => header),
  );
  addStrings(
    sections,
    'lists.items',
    lists.map(({ list_items }) => JSON.stringify(list_items)),
  );
  sections.set(
    'lists.item_count',
    Uint32Array.from(lists, ({ list_items }) => list_items.length),
  );
  addGroups(sections, 'lists.by_user', byUser);
}

const isHeader = schemaCheck(listHeaderSchema);
const areItems = schemaCheck(listItemsSchema);

/** Opens the lists that {@link addLists} wrote. */
export function openLists(sections: Sections): Lists {
  const { size, id, numberOf, get } = openRecords<Omit<List, 'list_items'>>(
    sections,
    'lists',
    isHeader,
  );
  const itemTexts = openStrings(sections, 'lists.items', size);
  const counts = getParallel(sections, 'lists.item_count', Uint32Array, size);
  const items = (number: number): ListItem[] =>
    parseRecord('lists.items.bytes', itemTexts.get(number), areItems);
  return {
    size,
    id,
    numberOf,
    get: (number) => ({ ...get(number), list_items: items(number) }),
    header: (number) => ({ ...get(number), item_count: counts[number] }),
    items,
    ofUser: openGroups(sections, 'lists.by_user'),
  };
}
