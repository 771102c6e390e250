import { SEARCH_FIELDS, type SearchField, searchTextOf } from '../../src/catalog/search-fields.js';
import type { Title } from '../../src/index.js';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import { SEARCH_TYPES } from '../../src/v1/search/field-boosts.js';

/** The fields that every engine searches. */
export const FIELDS = SEARCH_FIELDS;
/** The boost of each field. */
export const BOOSTS: Readonly<Record<SearchField, number>> = SEARCH_TYPES.keyword;

/** Returns the text of each field of a title: the folded words of Carrel's text analysis, joined by spaces. */
export function titleTexts(title: Title): Record<SearchField, string> {
  const values = searchTextOf(title, title.tags ?? []);
  const texts = FIELDS.map((field) => [field, values[field].flatMap(analyze).join(' ')]);
  return Object.fromEntries(texts);
}
