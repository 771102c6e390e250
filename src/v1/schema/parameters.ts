import { forEachNarrowing, narrowingDescription } from '../../catalog/narrowings.js';
import { SORTS } from '../../catalog/sort-keys.js';
import { LOCALES } from '../../texts/locales.js';
import type { SearchType } from '../search-types.js';
import type { Parameter } from './parameter.js';

const SEARCH_TYPES = [
  'keyword',
  'author',
  'subject',
  'tag',
  'series',
  'custom',
] as const satisfies readonly (SearchType | 'custom')[];

const COMMON = {
  api_key: { type: 'text', description: 'The API key; every request needs one' },
  locale: {
    type: 'choice',
    description: 'The language of names that the catalog does not give itself',
    values: LOCALES,
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const PAGED = {
  metadata: {
    type: 'choice',
    description: '1 for the ways to sort and to narrow the results, with counts and links',
    values: ['0', '1'],
    byDefault: '0',
  },
  limit: {
    type: 'number',
    description: 'How many results a page has; above 100, 100 is used',
    byDefault: 10,
  },
  page: {
    type: 'number',
    description: 'Which page, from 1; past the last page, the last is answered',
    byDefault: 1,
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const DATED = {
  date_format: {
    type: 'choice',
    description: 'How dates and times are written; always in UTC',
    values: ['iso8601', 'rfc2822'],
    byDefault: 'iso8601',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const RECENCY = {
  sort: {
    type: 'choice',
    description: 'The order of the results',
    values: ['newest', 'oldest'],
    byDefault: 'newest',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

const NARROWINGS = forEachNarrowing((narrowing) => ({
  type: 'text' as const,
  description: narrowingDescription(narrowing),
}));

const CONTENT_TYPE = {
  content_type: {
    type: 'text',
    description: 'Only entries that hold an item of the content type with this id',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/**
 * The query parameters of every operation: what a request may carry is read by this table, and
 * described by it. A request's parameters are checked in its order.
 */
export const PARAMETERS = {
  searchTitles: {
    ...COMMON,
    q: {
      type: 'text',
      description:
        'The words to search for, * for every title, or, with search_type=custom, the query language',
      required: 'the words to search for, or * for every title',
    },
    library: {
      type: 'text',
      description: 'The id of the library to search',
      required: 'the id of the library to search',
    },
    search_type: {
      type: 'choice',
      description: 'Where the words are looked for',
      values: SEARCH_TYPES,
      byDefault: 'keyword',
    },
    sort: {
      type: 'choice',
      description: 'The order of the results',
      values: ['relevancy', ...SORTS],
      byDefault: 'relevancy',
    },
    ...NARROWINGS,
    ...PAGED,
  },
  getTitle: COMMON,
  listUserContent: {
    ...COMMON,
    title: { type: 'text', description: 'The id of a title; only content about it' },
    library: {
      type: 'text',
      description: 'Only content of users of this home library; ignored when title is given',
    },
    ...CONTENT_TYPE,
    ...RECENCY,
    ...DATED,
    ...PAGED,
  },
  listContentOfUser: { ...COMMON, ...CONTENT_TYPE, ...RECENCY, ...DATED, ...PAGED },
  getList: { ...COMMON, ...DATED },
  listListsOfUser: {
    ...COMMON,
    list_type: { type: 'text', description: 'Only lists of the type with this id' },
    ...RECENCY,
    ...DATED,
    ...PAGED,
  },
  getSession: COMMON,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Parameter>>>>;
