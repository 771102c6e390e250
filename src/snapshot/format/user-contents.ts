import type { UserContents } from '../../catalog/catalog.js';
import { instantOf } from '../../catalog/instant.js';
import { nameOf } from '../../catalog/known-names.js';
import type { Library } from '../../catalog/library.js';
import type { ContentItem, UserContent } from '../../catalog/user-content.js';
import { createValueColumnBuilder } from '../../search/columns/build-value-column.js';
import { compareCodePoints, openStringTable } from '../../search/string-table.js';
import { addValueColumn, openValueColumnOf, openValueFinder } from './columns.js';
import { addGroups, groupByKey, openGroups } from './groups.js';
import { addStrings, openStrings } from './records.js';
import type { SectionData, Sections } from './section.js';
import { sectionOf } from './section-of.js';

const CONTENT_TYPE = 'user_content.content_type';

/**
 * Writes entries of user content as they are listed: the records of one user and one title
 * together, the entry with the newest item first, then by title id, then by user id; those without
 * items last.
 */
export function addUserContents(
  sections: Map<string, SectionData>,
  records: readonly UserContent[],
  userNumbers: ReadonlyMap<string, number>,
  titleNumber: (id: string) => number,
  library: Library,
): void {
  const entries = merged(records)
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

/** Writes which types of content each entry holds; a type is called what the first item says. */
function addContentTypes(
  sections: Map<string, SectionData>,
  entries: readonly UserContent[],
  library: Library,
): void {
  const builder = createValueColumnBuilder();
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
  addValueColumn(sections, CONTENT_TYPE, column);
  addStrings(
    sections,
    `${CONTENT_TYPE}.name`,
    Array.from({ length: size }, (_, value) => names.get(get(value)) ?? ''),
  );
}

/** The entries that {@link addUserContents} wrote. */
export function openUserContents(sections: Sections): UserContents {
  const records = openStrings(sections, 'user_content.record');
  const contentTypes = openValueColumnOf(sections, CONTENT_TYPE);
  return {
    size: records.size,
    get: (number) => JSON.parse(records.get(number)),
    newest: sectionOf(sections, 'user_content.newest', Float64Array),
    users: sectionOf(sections, 'user_content.users', Uint32Array),
    titles: sectionOf(sections, 'user_content.titles', Uint32Array),
    contentTypes,
    contentTypeNumber: openValueFinder(sections, CONTENT_TYPE, contentTypes),
    contentTypeName: openStrings(sections, `${CONTENT_TYPE}.name`).get,
    ofUser: openGroups(sections, 'user_content.by_user'),
    ofTitle: openGroups(sections, 'user_content.by_title'),
  };
}

/** One record for each user and title, with the items of all their records. */
function merged(records: readonly UserContent[]): UserContent[] {
  const entries = new Map<string, { record: UserContent; content: ContentItem[] }>();
  for (const record of records) {
    const key = JSON.stringify([String(record.user), record.title]);
    const entry = entries.get(key) ?? { record, content: [] };
    for (const item of record.content ?? []) entry.content.push(item);
    entries.set(key, entry);
  }
  return Array.from(entries.values(), ({ record, content }) => ({ ...record, content }));
}

function newestOf({ content = [] }: UserContent): number {
  return content.reduce(
    (newest, item) => Math.max(newest, instantOf(item.updated)),
    Number.NEGATIVE_INFINITY,
  );
}
