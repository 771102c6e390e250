import { SEARCH_FIELDS, type SearchField, searchTextOf } from '../../src/catalog/search-fields.js';
import type { Title } from '../../src/index.js';
import { SEARCH_TYPES } from '../../src/v1/search-types.js';

/** The fields that every engine searches, and how much a match in each counts. */
export const FIELDS = SEARCH_FIELDS;
export const BOOSTS: Readonly<Record<SearchField, number>> = SEARCH_TYPES.keyword;

/** The text of every field of a title. */
export function titleTexts(title: Title): Record<SearchField, string> {
  return searchTextOf(title, title.tags ?? []);
}
