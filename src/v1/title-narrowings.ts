import type { Titles } from '../catalog/catalog.js';
import { NARROWINGS, type Narrowing } from '../catalog/narrowings.js';
import type { Sort } from '../catalog/sort-keys.js';
import type { FacetFilter, NarrowedDocuments } from '../search/collectors/facet-counter.js';
import { MOST_NARROW_TOS, type NarrowingOption, type SortOption } from './metadata.js';
import { PARAMETERS } from './schema/parameters.js';

const NARROWING_NAMES: Readonly<Record<Narrowing, string>> = {
  title_format: 'Format',
  available_at: 'Available at',
  language: 'Language',
  audience: 'Audience',
  genre: 'Genre',
  subject: 'Subject',
  author: 'Author',
  series: 'Series',
  tag: 'Tag',
  publication_date: 'Publication date',
};

const SORT_NAMES: Readonly<Record<TitleSort, string>> = {
  relevancy: 'Relevancy',
  title: 'Title',
  author: 'Author',
  published_date: 'Publication date',
  newly_acquired: 'Newly acquired',
  ugc_rating: 'User rating',
  popularity: 'Popularity',
};

/** A value of the `sort` parameter for titles. */
export type TitleSort = 'relevancy' | Sort;

/** The ways to sort titles, as metadata names them. */
export const titleSortOptions: readonly SortOption[] = PARAMETERS.searchTitles.sort.values.map(
  (id) => ({
    id,
    name: SORT_NAMES[id],
  }),
);

/** The filters that a request has chosen. A value that no title has lets none pass. */
export function filtersOf(
  chosen: Readonly<Record<Narrowing, string | undefined>>,
  titles: Titles,
): FacetFilter[] {
  return NARROWINGS.flatMap((column) => {
    const id = chosen[column];
    if (id === undefined) return [];
    const value = titles.valueNumber(column, id.normalize('NFC'));
    return [{ column, values: value < 0 ? [] : [value] }];
  });
}

/** The narrowings that lead on from what is narrowed so far, with exact counts. */
export function titleNarrowingOptions(
  titles: Titles,
  narrowed: NarrowedDocuments,
): NarrowingOption[] {
  const counted = narrowed.count(MOST_NARROW_TOS);
  return NARROWINGS.map((narrowing) => {
    const { values, counts } = counted[narrowing];
    return {
      id: narrowing,
      name: NARROWING_NAMES[narrowing],
      values: Array.from(values, (value, place) => ({
        id: titles.columns[narrowing].dictionary.get(value),
        name: titles.valueName(narrowing, value),
        count: counts[place],
      })),
    };
  });
}
