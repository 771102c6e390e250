import { parseInstant } from '../../base/instant.js';
import { schemaCheck } from '../../base/json-schema.js';
import type { Lists } from '../../catalog/catalog.js';
import {
  type List,
  type ListItem,
  listHeaderSchema,
  listItemsSchema,
} from '../../catalog/records/list.js';
import { getParallel, type Sections, type SectionWriter } from './container/sections.js';
import { addGroups, groupByKey, openGroups } from './groups.js';
import { addRecords, addStrings, openRecords, openStrings, parseRecord } from './records.js';

/**
 * Writes lists, their items apart from the other fields, so that a list can be read without its items.
 * Also writes the numbers of each user's lists, with the most recently updated list first.
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
