import type { JsonSchema } from '../../catalog/json-schema.js';

/** The fields that every response with a list of results begins with (section 2.1). */
export const pageFields = {
  count: { type: 'integer', description: 'Total number of results' },
  limit: { type: 'integer', description: 'Number of results returned on each page' },
  pages: { type: 'integer', description: 'Total number of pages' },
  page: { type: 'integer', description: 'Current page; the first page has index 1' },
} as const satisfies Record<string, JsonSchema>;

/** Those of {@link pageFields} that are always there: all. */
export const pageRequired = ['count', 'limit', 'pages', 'page'] as const;
