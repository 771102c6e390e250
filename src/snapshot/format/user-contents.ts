import { compareCodePoints } from '../../base/collation.js';
import { parseInstant } from '../../base/instant.js';
import { schemaCheck } from '../../base/json-schema.js';
import { openStringTable } from '../../base/string-table.js';
import type { UserContents } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import type { Library } from '../../catalog/records/library.js';
import {
  type ContentItem,
  type UserContent,
  userContentSchema,
} from '../../catalog/records/user-content.js';
import { createDocValuesColumnBuilder } from '../../search/index.js';
import { addDocValuesColumn, openDocValuesColumnOf, openOrdFinder } from './columns.js';
import { getParallel, type Sections, type SectionWriter } from './container/sections.js';
import { addGroups, groupByKey, openGroups } from './groups.js';
import { addStrings, openStrings, parseRecord } from './records.js';

const CONTENT_TYPE = 'user_content.content_type';

/**
 * Writes user content as one entry per user and title. The entry with the newest item is first. Entries with
 * equally new items are in the order of title ids, and then of user ids. Entries without items are last.
 *
 * @param userNumbers the number of each user, by id
 * @param titleNumber returns the number of a title by its id
 */
export function addUserContents(
  sections: SectionWriter,
  records: readonly UserContent[],
  userNumbers: ReadonlyMap<string, number>,
  titleNumber: (id: string) => number,
  library: Library,
): void {
  const entries = mergeRecords(records)
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

/** Merges all records of the same user and title into one record with all items. */
function mergeRecords(records: readonly UserContent[]): UserContent[] {
  const entries = new Map<string, { record: UserContent; content: ContentItem[] }>();
  for (const record of records) {
    const key = JSON.stringify([String(record.user), record.title]);
    const entry = entries.get(key) ?? { record, content: [] };
    for (const item of record.content ?? []) entry.content.push(item);
    entries.set(key, entry);
  }
  return Array.from(entries.values(), ({ record, content }) => ({ ...record, content }));
}

/** Returns the time of the newest item in milliseconds since 1970, or -Infinity without items. */
function newestOf({ content = [] }: UserContent): number {
  return content.reduce(
    (newest, item) => Math.max(newest, parseInstant(item.updated)),
    Number.NEGATIVE_INFINITY,
  );
}
