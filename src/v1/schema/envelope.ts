import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of the metadata object (section 2.1 of the API specification). */
export const metadataSchema = {
  type: 'object',
  properties: {
    sort_bys: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Value of the sort parameter' },
          name: { type: 'string' },
          link: { type: 'string', description: 'Link to the results in this order' },
        },
        required: ['id', 'name', 'link'],
        additionalProperties: false,
      },
    },
    narrow_bys: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Name of the request parameter' },
          name: { type: 'string' },
          narrow_tos: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Value of the request parameter' },
                name: { type: 'string' },
                count: { type: 'integer', description: 'Number of results that the link returns' },
                link: { type: 'string', description: 'Link to the results with this value' },
              },
              required: ['id', 'name', 'count', 'link'],
              additionalProperties: false,
            },
          },
        },
        required: ['id', 'name', 'narrow_tos'],
        additionalProperties: false,
      },
    },
  },
  required: ['sort_bys', 'narrow_bys'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The sort orders and narrowings of the results, returned for `metadata=1` (section 2.1 of the API
 * specification).
 */
export type Metadata = FromSchema<typeof metadataSchema>;

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
