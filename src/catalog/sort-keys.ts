import { instantOfDate } from './instant.js';
import { publicationYear } from './publication-year.js';
import { sortTitle } from './sort-title.js';
import type { Title } from './title.js';

/**
 * What search results can be sorted by besides relevancy: the values of the `sort` parameter.
 * Titles and authors ascend as a catalog collates them, the others descend; what has no value comes
 * last, then the id decides.
 */
export const SORTS = [
  'title',
  'author',
  'published_date',
  'newly_acquired',
  'ugc_rating',
  'popularity',
] as const;

/** A value of the `sort` parameter other than relevancy. */
export type Sort = (typeof SORTS)[number];

/** What a title is sorted by, for each way to sort. */
export interface SortKeys {
  readonly title: string;
  /** The first author's name. */
  readonly author?: string | undefined;
  /** The first year of the publication date. */
  readonly published_date?: number | undefined;
  /** When it was added, in milliseconds since 1970. */
  readonly newly_acquired?: number | undefined;
  readonly ugc_rating?: number | undefined;
  readonly popularity?: number | undefined;
}

/**
 * The sort keys of a title.
 *
 * @param ratings what users rated it with; their mean stands in for a title without a rating
 */
export function sortKeys(title: Title, ratings: readonly number[]): SortKeys {
  return {
    title: sortTitle(title),
    author: title.authors?.[0]?.name,
    published_date: publicationYear(title.publication_date),
    newly_acquired: title.added === undefined ? undefined : instantOfDate(title.added),
    ugc_rating: title.rating ?? meanOf(ratings),
    popularity: title.popularity,
  };
}

function meanOf(ratings: readonly number[]): number | undefined {
  if (ratings.length === 0) return undefined;
  return ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
}
