import type { JsonSchema } from '../../catalog/json-schema.js';
import { metadataSchema } from './metadata.js';

/** The fields that every response with a list of results begins with (section 2.1). */
export const pageFields = {
  count: { type: 'integer', description: 'Total number of results' },
  limit: { type: 'integer', description: 'Number of results returned on each page' },
  pages: { type: 'integer', description: 'Total number of pages' },
  page: { type: 'integer', description: 'Current page; the first page has index 1' },
  metadata: {
    ...metadataSchema,
    description: 'Present only when the request passes metadata=1',
  },
} as const satisfies Record<string, JsonSchema>;

/** Those of {@link pageFields} that are always there. */
export const pageRequired = ['count', 'limit', 'pages', 'page'] as const;
