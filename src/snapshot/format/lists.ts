import type { Lists } from '../../catalog/catalog.js';
import { instantOf } from '../../catalog/instant.js';
import type { List } from '../../catalog/list.js';
import { addGroups, groupByKey, openGroups } from './groups.js';
import { addRecords, openRecords } from './records.js';
import type { SectionData, Sections } from './section.js';

/** Writes lists, which must ascend by id, and for every user the order in which theirs are listed. */
export function addLists(
  sections: Map<string, SectionData>,
  lists: readonly List[],
  userNumbers: ReadonlyMap<string, number>,
): void {
  const users = lists.map((list) => userNumbers.get(String(list.user))!);
  const updated = lists.map((list) => instantOf(list.updated));
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

/** The lists that {@link addLists} wrote. */
export function openLists(sections: Sections): Lists {
  return {
    ...openRecords<List>(sections, 'lists'),
    ofUser: openGroups(sections, 'lists.by_user'),
  };
}
