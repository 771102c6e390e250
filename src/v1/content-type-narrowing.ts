import { translatedName } from '../catalog/known-names.js';
import { countColumn } from '../search/collectors/count-column.js';
import type { KnownNames } from '../texts/texts.js';
import type { EntryList } from './content-entries.js';
import { mostFrequent, type NarrowingOption } from './metadata.js';

/** The entries that hold an item of this type, whole; all of them when no type is given. */
export function ofContentType(
  lists: readonly EntryList[],
  type: string | undefined,
): readonly EntryList[] {
  if (type === undefined) return lists;
  return lists.map(({ catalog, entries }) => {
    const { contentTypes, contentTypeNumber } = catalog.userContent;
    const value = contentTypeNumber(type);
    return { catalog, entries: contentTypes.select(entries, value < 0 ? [] : [value]) };
  });
}

/** The narrowing by content type, with the number of entries that hold an item of each. */
export function contentTypeOption(lists: readonly EntryList[], names: KnownNames): NarrowingOption {
  const values = new Map<string, { id: string; name: string; count: number }>();
  for (const { catalog, entries } of lists) {
    const { contentTypes, contentTypeName } = catalog.userContent;
    const found = countColumn(contentTypes, entries, contentTypes.dictionary.size);
    found.values.forEach((value, place) => {
      const id = contentTypes.dictionary.get(value);
      const name = translatedName('content_type', id, contentTypeName(value), names);
      const known = values.get(id) ?? { id, name, count: 0 };
      values.set(id, { ...known, count: known.count + found.counts[place] });
    });
  }
  return {
    id: 'content_type',
    name: names.narrowing.content_type,
    values: mostFrequent([...values.values()]),
  };
}
