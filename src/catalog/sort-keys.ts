import { parseDateOrInstant } from './instant.js';
import { publicationYear } from './publication-year.js';
import type { Title } from './records/title.js';
import { sortTitle } from './sort-title.js';

/**
 * The values of the `sort` parameter other than `relevancy`. `title` and `author` sort in
 * ascending collation order, the others in descending order. Titles without a value come last. Ties
 * are in the order of ids.
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

/** The value that a title is sorted by, for each sort order. */
export interface SortKeys {
  /** The result of {@link sortTitle}. */
  readonly title: string;
  /** The first author's name. */
  readonly author?: string | undefined;
  /** The first year of the publication date. */
  readonly published_date?: number | undefined;
  /** When the title was added, in milliseconds since 1970. */
  readonly newly_acquired?: number | undefined;
  /** From 0 to 5. */
  readonly ugc_rating?: number | undefined;
  readonly popularity?: number | undefined;
}

/**
 * Returns the sort keys of a title.
 *
 * @param ratings the title's ratings by users; used if the title has no `rating`
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
