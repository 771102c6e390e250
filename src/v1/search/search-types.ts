import type { SearchField } from '../../catalog/search-fields.js';

/** The fields of a search, each with a factor on the scores of its matches (boost). */
export type SearchFields = Readonly<Partial<Record<SearchField, number>>>;

/**
 * The searched fields and their boosts, for each `search_type` except `custom`. For `keyword`, a
 * match in the title counts most, followed by the author, the subject, the series and the other fields.
 */
export const SEARCH_TYPES = {
  keyword: {
    title: 8,
    author: 5,
    subject: 3,
    series: 2,
    genre: 1,
    tag: 1,
    publisher: 1,
    contents: 1,
    notes: 1,
    summary: 1,
    edition: 1,
    identifier: 1,
    call_number: 1,
    other: 1,
  },
  author: { author: 1 },
  subject: { subject: 2, genre: 1 },
  tag: { tag: 1 },
  series: { series: 1 },
} as const satisfies Readonly<Record<string, SearchFields>>;

/** The searched fields of a search by title on the pages. The API has no such `search_type`. */
export const TITLE_SEARCH: SearchFields = { title: 1 };

/** A value of `search_type` other than `custom`. */
export type SearchType = keyof typeof SEARCH_TYPES;
