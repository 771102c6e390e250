import type { JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of a sort order in the metadata. */
export const sortBySchema = {
  type: 'object',
  description: 'A sort order of the results',
  properties: {
    id: { type: 'string', description: 'Value of the sort parameter' },
    name: { type: 'string', description: 'Display name of the sort order' },
    link: { type: 'string', description: 'Link to the results in this order' },
  },
  required: ['id', 'name', 'link'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a value of a narrowing in the metadata. */
export const narrowToSchema = {
  type: 'object',
  description: 'A value that the results can be narrowed to',
  properties: {
    id: { type: 'string', description: 'Value of the request parameter' },
    name: { type: 'string', description: 'Display name of the value' },
    count: { type: 'integer', description: 'Number of results that the link returns' },
    link: { type: 'string', description: 'Link to the results with this value' },
  },
  required: ['id', 'name', 'count', 'link'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a narrowing in the metadata. */
export const narrowBySchema = {
  type: 'object',
  description: 'A request parameter that narrows the results, with its most frequent values',
  properties: {
    id: { type: 'string', description: 'Name of the request parameter' },
    name: { type: 'string', description: 'Display name of the narrowing' },
    narrow_tos: {
      type: 'array',
      items: narrowToSchema,
      description: 'At most 25 values, the most frequent first',
    },
  },
  required: ['id', 'name', 'narrow_tos'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the metadata object (section 2.1 of the API specification). */
export const metadataSchema = {
  type: 'object',
  description: 'The sort orders and narrowings of the results, returned for metadata=1',
  properties: {
    sort_bys: { type: 'array', items: sortBySchema, description: 'All sort orders' },
    narrow_bys: {
      type: 'array',
      items: narrowBySchema,
      description: 'The narrowings that have values',
    },
  },
  required: ['sort_bys', 'narrow_bys'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The fields at the beginning of every response with a list of results (section 2.1 of the API
 * specification).
 */
export const pageFields = {
  count: { type: 'integer', description: 'Total number of results' },
  limit: { type: 'integer', description: 'Maximum number of results per page' },
  pages: { type: 'integer', description: 'Total number of pages, at least 1' },
  page: { type: 'integer', description: 'Number of this page, from 1' },
  metadata: {
    ...metadataSchema,
    description: 'Sort orders and narrowings of the results; present only with metadata=1',
  },
} as const satisfies Record<string, JsonSchema>;

/** The names of the {@link pageFields} that are always present. */
export const pageRequired = ['count', 'limit', 'pages', 'page'] as const;
