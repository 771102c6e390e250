import type { SortOption } from './metadata.js';

/** A value of the `sort` parameter for user content and lists. */
export type RecencySort = 'newest' | 'oldest';

/** The ways to sort user content and lists, as metadata names them. */
export const recencySortOptions: readonly SortOption[] = [
  { id: 'newest', name: 'Newest first' },
  { id: 'oldest', name: 'Oldest first' },
];
