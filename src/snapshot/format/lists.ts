import type { Lists } from '../../catalog/catalog.js';
import { parseInstant } from '../../catalog/instant.js';
import { type List, listSchema } from '../../catalog/records/list.js';
import { schemaCheck } from '../../catalog/records/schema-check.js';
import type { Sections, SectionWriter } from './container/sections.js';
import { addGroups, groupByKey, openGroups } from './groups.js';
import { addRecords, openRecords } from './records.js';

/**
 * Writes lists. Also writes the numbers of each user's lists, with the most recently updated list first.
 *
 * @param lists the lists, in the code point order of their ids
 * @param userNumbers the number of each user, by id
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
    lists,
  );
  addGroups(sections, 'lists.by_user', byUser);
}

const isList = schemaCheck(listSchema);

/** Opens the lists that {@link addLists} wrote. */
export function openLists(sections: Sections): Lists {
  const { size, id, numberOf, get } = openRecords<List>(sections, 'lists', isList);
  return { size, id, numberOf, get, ofUser: openGroups(sections, 'lists.by_user') };
}
