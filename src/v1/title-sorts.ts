import type { Sort } from '../catalog/sort-keys.js';
import type { KnownNames } from '../texts/texts.js';
import type { SortOption } from './metadata.js';
import { PARAMETERS } from './schema/parameters.js';

/** A value of the `sort` parameter for titles. */
export type TitleSort = 'relevancy' | Sort;

/** The ways to sort titles, as metadata names them. */
export function titleSortOptions(names: KnownNames): SortOption[] {
  return PARAMETERS.searchTitles.sort.values.map((id) => ({ id, name: names.sort[id] }));
}
