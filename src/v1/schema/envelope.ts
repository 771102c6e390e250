import type { JsonSchema } from '../../base/json-schema.js';
import { arrayOf, integer, object, text } from './described.js';

export const sortBySchema = object('A sort order of the results', 'all', {
  id: text('Value of the sort parameter'),
  name: text('Display name of the sort order'),
  link: text('Link to the results in this order'),
});

export const narrowToSchema = object('A value that the results can be narrowed to', 'all', {
  id: text('Value of the request parameter'),
  name: text('Display name of the value'),
  count: integer('Number of results that the link returns'),
  link: text('Link to the results with this value'),
});

export const narrowBySchema = object(
  'A request parameter that narrows the results, with its most frequent values',
  'all',
  {
    id: text('Name of the request parameter'),
    name: text('Display name of the narrowing'),
    narrow_tos: arrayOf(narrowToSchema, 'At most 25 values, the most frequent first'),
  },
);

/** The JSON schema of the metadata object (section 2.1 of the API specification). */
export const metadataSchema = object(
  'The sort orders and narrowings of the results, returned for metadata=1',
  'all',
  {
    sort_bys: arrayOf(sortBySchema, 'All sort orders'),
    narrow_bys: arrayOf(narrowBySchema, 'The narrowings that have values'),
  },
);

const counts = {
  count: integer('Total number of results'),
  limit: integer('Maximum number of results per page'),
  pages: integer('Total number of pages, at least 1'),
  page: integer('Number of this page, from 1'),
};

const metadata = {
  ...metadataSchema,
  description: 'Sort orders and narrowings of the results; present only with metadata=1',
};

/**
 * Returns the schema of a response with a page of results (section 2.1 of the API specification).
 *
 * @param results the array of results, by its name
 */
export function pageResponse<const P extends Readonly<Record<string, JsonSchema>>>(
  $id: string,
  request: string,
  results: P,
) {
  const properties = { ...counts, metadata, ...results };
  const required = Object.keys({ ...counts, ...results }) as (keyof (typeof counts & P) & string)[];
  return { $id, ...object(`The response of ${request}`, required, properties) };
}
