import { parseDateOrInstant } from '../base/instant.js';
import { filedName } from './person-name.js';
import { publicationYear } from './publication-year.js';
import type { Title } from './records/title.js';
import { SORT_TITLE_FIELDS, sortTitle } from './sort-title.js';

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

/**
 * The sort orders of which a snapshot stores the ranks. Pages and the function `search` also sort by the family name of
 * the first author.
 */
export const STORED_SORTS = [...SORTS, 'family_name'] as const;

/** A sort order of which a snapshot stores the ranks. */
export type Sort = (typeof STORED_SORTS)[number];

/** The value by which a title is sorted, for each sort order. */
export interface SortKeys {
  /** The result of {@link sortTitle}. */
  readonly title: string;
  /** The first author's name. */
  readonly author?: string | undefined;
  /** The first author's name, as `FiledName.byFamily`. */
  readonly family_name?: string | undefined;
  /** The first year of the publication date. */
  readonly published_date?: number | undefined;
  /** When the title was added, in milliseconds since 1970. */
  readonly newly_acquired?: number | undefined;
  /** The `rating` in the record, or else the mean of the users' ratings. */
  readonly ugc_rating?: number | undefined;
  /** The `popularity` in the record, from 0. */
  readonly popularity?: number | undefined;
}

/** The fields of a title that each sort key depends on. */
export const SORT_FIELDS = {
  title: SORT_TITLE_FIELDS,
  author: ['authors'],
  published_date: ['publication_date'],
  newly_acquired: ['added'],
  ugc_rating: ['rating'],
  popularity: ['popularity'],
  family_name: ['authors'],
} as const satisfies Record<Sort, readonly (keyof Title)[]>;

/** A title with the fields that sort keys depend on. */
export type SortableTitle = Pick<Title, (typeof SORT_FIELDS)[Sort][number]>;

/**
 * Returns a sort key of a title.
 *
 * @param title a title with at least the fields in `SORT_FIELDS[sort]`
 * @param ratings the users' ratings of the title, which are used only if the record has no `rating`
 */
export function sortKey<S extends Sort>(
  sort: S,
  title: Partial<SortableTitle>,
  ratings: readonly number[],
): SortKeys[S] {
  return KEY_OF[sort](title as SortableTitle, ratings);
}

const KEY_OF: {
  readonly [S in Sort]: (title: SortableTitle, ratings: readonly number[]) => SortKeys[S];
} = {
  title: sortTitle,
  author: ({ authors }) => authors?.[0]?.name,
  published_date: ({ publication_date }) => publicationYear(publication_date),
  newly_acquired: ({ added }) => (added === undefined ? undefined : parseDateOrInstant(added)),
  ugc_rating: ({ rating }, ratings) => rating ?? meanOf(ratings),
  popularity: ({ popularity }) => popularity,
  family_name: ({ authors: [first] = [] }) => first && filedName(first.name).byFamily,
};

/**
 * Returns the sort keys of a title.
 *
 * @param ratings the users' ratings of the title, which are used only if the record has no `rating`
 */
export function sortKeys(title: SortableTitle, ratings: readonly number[]): SortKeys {
  const keys: Partial<Record<Sort, string | number | undefined>> = {};
  for (const sort of STORED_SORTS) keys[sort] = sortKey(sort, title, ratings);
  return keys as SortKeys;
}

function meanOf(ratings: readonly number[]): number | undefined {
  if (ratings.length === 0) return undefined;
  return ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
}
