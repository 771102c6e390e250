import type { SearchField } from '../catalog/search-fields.js';

/** The fields that a search looks in, each with how much a match there counts. */
export type SearchFields = Readonly<Partial<Record<SearchField, number>>>;

/**
 * The values of `search_type` and what each of them searches. For `keyword` a match in the title
 * counts before one by the author, that before one in the subjects, and that before the rest.
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

/** A value of `search_type` whose words are looked for as they are. */
export type SearchType = keyof typeof SEARCH_TYPES;
