import type { Catalog } from '../catalog/catalog.js';
import { nameOf } from '../catalog/known-names.js';
import type { UserContent } from '../catalog/user-content.js';
import type { KnownNames } from '../texts/texts.js';
import type { DateFormat } from './date-format.js';
import type { ContentEntryItem } from './schema/user-content.js';

/** The items of an entry as responses show them (section 2.5). */
export function contentItems(
  catalog: Catalog,
  { content = [] }: UserContent,
  dateFormat: DateFormat,
  names: KnownNames,
): ContentEntryItem[] {
  return content.map((item) => {
    const updated = dateFormat(item.updated);
    return {
      content_type: nameOf('content_type', item.content_type, catalog.library, names),
      content_data: item.content_data,
      updated,
      timestamp: updated,
    };
  });
}
