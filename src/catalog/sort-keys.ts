import { parseDateOrInstant } from './instant.js';
import { publicationYear } from './publication-year.js';
import type { Title } from './records/title.js';
import { sortTitle } from './sort-title.js';

/**
 * The values of the `sort` parameter other than `relevancy`. `title` and `author` sort in ascending
 * collation order. The other values sort in descending order. Titles without a sort key come last.
 * Titles with equal sort keys are in the order of their ids.
 */
export const SORTS = [
  'title',
  'author',
  'published_date',
  'newly_acquired',
  'ugc_rating',
  'popularity',
] as const;

/** A value of the `sort` parameter other than `relevancy`. */
export type Sort = (typeof SORTS)[number];

/** The value by which a title is sorted, for each sort order. */
export interface SortKeys {
  /** The result of {@link sortTitle}. */
  readonly title: string;
  /** The first author's name. */
  readonly author?: string | undefined;
  /** The first year of the publication date. */
  readonly published_date?: number | undefined;
  /** When the title was added, in milliseconds since 1970. */
  readonly newly_acquired?: number | undefined;
  /** The `rating` in the record, or else the mean of the users' ratings. */
  readonly ugc_rating?: number | undefined;
  /** The `popularity` in the record, from 0. */
  readonly popularity?: number | undefined;
}

/**
 * Returns the sort keys of a title.
 *
 * @param ratings the users' ratings of the title, which are used only if the record has no `rating`
 */
export function sortKeys(title: Title, ratings: readonly number[]): SortKeys {
  return {
    title: sortTitle(title),
    author: title.authors?.[0]?.name,
    published_date: publicationYear(title.publication_date),
    newly_acquired: title.added === undefined ? undefined : parseDateOrInstant(title.added),
    ugc_rating: title.rating ?? meanOf(ratings),
    popularity: title.popularity,
  };
}

function meanOf(ratings: readonly number[]): number | undefined {
  if (ratings.length === 0) return undefined;
  return ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
}
