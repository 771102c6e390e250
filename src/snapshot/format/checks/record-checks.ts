import { NO_HOME_LIBRARY } from '../../../catalog/catalog.js';
import { extraFieldProblems } from '../../../catalog/extra-field-problems.js';
import type { JsonSchema } from '../../../catalog/records/json-schema.js';
import { type Library, librarySchema } from '../../../catalog/records/library.js';
import { type List, listHeaderSchema, listItemsSchema } from '../../../catalog/records/list.js';
import { type Session, sessionSchema } from '../../../catalog/records/session.js';
import { type User, userSchema } from '../../../catalog/records/user.js';
import {
  CONTENT_DATA_TYPES,
  type UserContent,
  userContentSchema,
} from '../../../catalog/records/user-content.js';
import {
  checkLength,
  checkStringOrder,
  checkStringTable,
  type StringTable,
  StructureError,
} from '../../../search/index.js';
import { checkDocValuesColumnOf } from '../columns.js';
import { getSection, type Sections } from '../container/sections.js';
import { checkGroups } from '../groups.js';
import { openStrings, stringTableData } from '../records.js';
import { TITLE_SECTIONS } from '../titles.js';
import { matchesSchema } from './schema-check.js';

/** The last instant of the year 9999 in UTC, the latest time that a response can contain. */
const MAX_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A synonym has at most this many alternatives, and an alternative has at most {@link MAX_SYNONYM_TERMS} terms. */
const MAX_ALTERNATIVES = 64;
const MAX_SYNONYM_TERMS = 12;

export function checkLibrary(sections: Sections): void {
  const json = new TextDecoder().decode(getSection(sections, 'library', Uint8Array));
  const library = checkRecord('library', json, librarySchema) as Library;
  const [problem] = extraFieldProblems(library);
  if (problem === undefined) return;
  throw new StructureError('library', 'valid extra_fields', problem);
}

/** Checks the rows of synonyms. */
export function checkSynonyms(sections: Sections): void {
  const rows = checkSortedStrings(sections, 'synonyms');
  const keys = new Set<string>();
  for (let i = 0; i < rows.size; i++) {
    const [key, ...alternatives] = rows.get(i).split('\t');
    const isValid =
      !keys.has(key) &&
      alternatives.length >= 1 &&
      alternatives.length <= MAX_ALTERNATIVES &&
      [key, ...alternatives].every((text) => text.split(' ').length <= MAX_SYNONYM_TERMS);
    if (!isValid) throw new StructureError('synonyms.bytes', 'a row of synonyms', `row ${i}`);
    keys.add(key);
  }
}

export function checkUsers(sections: Sections): void {
  const ids = checkSortedStrings(sections, 'users.id');
  checkRecords<User>(sections, 'users.record', ids.size, userSchema, (user, number) => {
    return String(user.id) === ids.get(number);
  });
  const codes = openCheckedStrings(sections, 'users.home_library_code');
  const homes = getSection(sections, 'users.home_library', Uint32Array);
  checkLength('users.home_library', homes, ids.size);
  const wrong = homes.findIndex((home) => home >= codes.size && home !== NO_HOME_LIBRARY);
  if (wrong >= 0) {
    const expected = `a number below ${codes.size} at ${wrong}`;
    throw new StructureError('users.home_library', expected, homes[wrong]);
  }
}

/** Checks the user content. The ids of users and titles must have been checked. */
export function checkUserContents(sections: Sections): void {
  const userIds = openStrings(sections, 'users.id');
  const titleIds = openStrings(sections, TITLE_SECTIONS.id);
  const users = getSection(sections, 'user_content.users', Uint32Array);
  const titles = getSection(sections, 'user_content.titles', Uint32Array);
  const newest = getSection(sections, 'user_content.newest', Float64Array);
  const size = newest.length;
  checkLength('user_content.users', users, size);
  checkLength('user_content.titles', titles, size);
  for (let i = 0; i < size; i++) {
    const isInOrder = i === 0 || newest[i] <= newest[i - 1];
    if (isInOrder && newest[i] <= MAX_INSTANT_MS) continue;
    throw new StructureError(
      'user_content.newest',
      `a time in descending order at ${i}`,
      newest[i],
    );
  }
  const schema = userContentSchema;
  checkRecords<UserContent>(sections, 'user_content.record', size, schema, (record, number) => {
    return (
      String(record.user) === stringAt(userIds, users[number]) &&
      record.title === stringAt(titleIds, titles[number]) &&
      (record.content ?? []).every(({ content_type, content_data }) => {
        const expected = CONTENT_DATA_TYPES.get(content_type.id);
        return expected === undefined || typeof content_data === expected;
      })
    );
  });
  checkDocValuesColumnOf(sections, 'user_content.content_type', size);
  const types = openStrings(sections, 'user_content.content_type.value');
  openCheckedStrings(sections, 'user_content.content_type.name', types.size);
  checkGroups(sections, 'user_content.by_user', userIds.size, size);
  checkGroups(sections, 'user_content.by_title', titleIds.size, size);
}

/** Checks the lists. The ids of users and titles must have been checked. */
export function checkLists(sections: Sections): void {
  const userIds = openStrings(sections, 'users.id');
  const titleIds = openStrings(sections, TITLE_SECTIONS.id);
  const ids = checkSortedStrings(sections, 'lists.id');
  const isTitle = (id: string | undefined) => id !== undefined && titleIds.indexOf(id) >= 0;
  checkRecords<Omit<List, 'list_items'>>(
    sections,
    'lists.record',
    ids.size,
    listHeaderSchema,
    ({ id, user, anchor_bib }, number) =>
      id === ids.get(number) &&
      userIds.indexOf(String(user)) >= 0 &&
      (anchor_bib === undefined || isTitle(anchor_bib)),
  );
  const counts = getSection(sections, 'lists.item_count', Uint32Array);
  checkLength('lists.item_count', counts, ids.size);
  checkRecords<List['list_items']>(
    sections,
    'lists.items',
    ids.size,
    listItemsSchema,
    (items, number) =>
      items.length === counts[number] &&
      items.every((item) =>
        item.list_item_type === 'title' ? isTitle(item.title) : item.url !== undefined,
      ),
  );
  checkGroups(sections, 'lists.by_user', userIds.size, ids.size);
}

/** Checks the sessions. The ids of users must have been checked. */
export function checkSessions(sections: Sections): void {
  const userIds = openStrings(sections, 'users.id');
  const ids = checkSortedStrings(sections, 'sessions.id');
  const schema = { ...sessionSchema, required: ['user'] };
  checkRecords<Session>(sections, 'sessions.record', ids.size, schema, ({ user }) => {
    return userIds.indexOf(String(user)) >= 0;
  });
}

/** Checks and opens a table of distinct strings in code point order. */
export function checkSortedStrings(sections: Sections, name: string): StringTable {
  const data = stringTableData(sections, name);
  checkStringTable(`${name}.offsets`, data, data.offsets.length - 1);
  checkStringOrder(`${name}.bytes`, data);
  return openStrings(sections, name);
}

/**
 * Checks and opens a table of strings.
 *
 * @param size The number of strings. Default: any number.
 */
export function openCheckedStrings(sections: Sections, name: string, size?: number): StringTable {
  const data = stringTableData(sections, name);
  checkStringTable(`${name}.offsets`, data, size ?? data.offsets.length - 1);
  return openStrings(sections, name);
}

function stringAt({ size, get }: StringTable, index: number): string | undefined {
  return index < size ? get(index) : undefined;
}

/** @param isValid checks what the schema cannot express */
function checkRecords<T>(
  sections: Sections,
  name: string,
  size: number,
  schema: JsonSchema,
  isValid: (record: T, number: number) => boolean,
): void {
  const { get } = openCheckedStrings(sections, name, size);
  for (let number = 0; number < size; number++) {
    const record = checkRecord(`${name}.bytes`, get(number), schema, ` at ${number}`);
    if (isValid(record as T, number)) continue;
    throw new StructureError(`${name}.bytes`, `a consistent record at ${number}`, 'another');
  }
}

function checkRecord(section: string, json: string, schema: JsonSchema, place = ''): unknown {
  let record: unknown;
  try {
    record = JSON.parse(json);
  } catch {
    throw new StructureError(section, `JSON${place}`, 'other data');
  }
  if (matchesSchema(record, schema)) return record;
  throw new StructureError(section, `a record of the right form${place}`, 'another');
}
