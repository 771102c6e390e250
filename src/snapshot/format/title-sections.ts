import type { QueryNumber, QueryValues } from '../../catalog/query-columns.js';
import type { Sort } from '../../catalog/sort-keys.js';

/** The names of the sections with titles. */
export const TITLE_SECTIONS = {
  id: 'titles.id',
  popularity: 'titles.popularity',
  /** Only in a snapshot with a record that has a boost. */
  boost: 'titles.boost',
  work: 'titles.work',
  language: 'titles.language',
  column: (narrowing: string) => `titles.column.${narrowing}`,
  valueName: (narrowing: string) => `titles.column.${narrowing}.name`,
  byTitle: 'titles.by_title',
  rank: (sort: Sort) => `titles.rank.${sort}`,
} as const;

/** The names of the sections of the columns that only the query language uses. */
export const QUERY_SECTIONS = {
  values: (name: QueryValues) => `titles.query.${name}`,
  numbers: (name: QueryNumber) => `titles.query.${name}`,
} as const;
