import { SEARCH_FIELDS, type SearchField, searchTextOf } from '../../src/catalog/search-fields.js';
import type { Title } from '../../src/index.js';
import { SEARCH_TYPES } from '../../src/v1/search/search-types.js';

/** The fields that every engine searches. */
export const FIELDS = SEARCH_FIELDS;
/** The boost of each field. */
export const BOOSTS: Readonly<Record<SearchField, number>> = SEARCH_TYPES.keyword;

/** Returns the text of each field of a title, with one line per value. */
export function titleTexts(title: Title): Record<SearchField, string> {
  const values = searchTextOf(title, title.tags ?? []);
  const joined = SEARCH_FIELDS.map((field) => [field, values[field].join('\n')]);
  return Object.fromEntries(joined);
}
