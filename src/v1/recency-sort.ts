import type { SortOption } from './metadata.js';
import { oneOf, type Parameters } from './parameters.js';

/** A value of the `sort` parameter for user content and lists. */
export type RecencySort = 'newest' | 'oldest';

/** The ways to sort user content and lists, as metadata names them. */
export const recencySortOptions: readonly SortOption[] = [
  { id: 'newest', name: 'Newest first' },
  { id: 'oldest', name: 'Oldest first' },
];

/**
 * Reads `sort`: newest unless given.
 *
 * @throws ApiError 400 for another one
 */
export function readRecencySort(parameters: Parameters): RecencySort {
  return oneOf<RecencySort>(parameters, 'sort', ['newest', 'oldest'], 'newest');
}
