import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';

/** How a list of results can be sorted and narrowed (section 2.1); with `metadata=1` only. */
export const metadataSchema = {
  type: 'object',
  properties: {
    sort_bys: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Value for the sort parameter' },
          name: { type: 'string' },
          link: { type: 'string', description: 'The result set sorted by this option' },
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
          id: { type: 'string', description: 'Name of a request parameter' },
          name: { type: 'string' },
          narrow_tos: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Value of that parameter' },
                name: { type: 'string' },
                count: { type: 'integer', description: 'Results the narrowing would return' },
                link: { type: 'string', description: 'The result set narrowed to this value' },
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

/** How a list of results can be sorted and narrowed (section 2.1). */
export type Metadata = FromSchema<typeof metadataSchema>;
