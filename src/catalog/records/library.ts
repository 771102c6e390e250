import type { FromSchema, JsonSchema } from './json-schema.js';
import { codedNameSchema, dateTimeSchema, textSchema } from './shared-schemas.js';

/** The JSON schema of the library record, which is the content of `library.json`. */
export const librarySchema = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      pattern: '^[a-z0-9][a-z0-9_-]*$',
      description: 'a string of a-z, 0-9, _ and - that begins with a letter or a digit',
    },
    name: textSchema,
    snapshot_date: dateTimeSchema,
    catalog_url: { type: 'string', format: 'web-address' },
    branches: { type: 'array', items: codedNameSchema },
    formats: { type: 'array', items: codedNameSchema },
  },
  required: ['id', 'name', 'snapshot_date'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The library that a catalog belongs to: its id and name, the date and time of the snapshot (ISO 8601),
 * the base address of its catalog pages, and the names of its branches and formats.
 */
export type Library = FromSchema<typeof librarySchema>;
