import type { KnownNames } from '../texts/texts.js';
import type { SortOption } from './metadata.js';

/** The values of the `sort` parameter for user content and lists. */
const RECENCY_SORTS = ['newest', 'oldest'] as const;

/** A value of the `sort` parameter for user content and lists. */
export type RecencySort = (typeof RECENCY_SORTS)[number];

/** The ways to sort user content and lists, as metadata names them. */
export function recencySortOptions({ sort }: KnownNames): SortOption[] {
  return RECENCY_SORTS.map((id) => ({ id, name: sort[id] }));
}
