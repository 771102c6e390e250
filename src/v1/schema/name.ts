import type { JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of an id with its display name. */
export const idAndNameSchema = {
  type: 'object',
  description: 'An id with its display name',
  properties: {
    id: { type: 'string', description: 'The id, such as BK' },
    name: { type: 'string', description: 'The display name, such as Book' },
  },
  required: ['id', 'name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of an object that has only a name. */
export const nameSchema = {
  type: 'object',
  description: 'A name, such as the name of an author, a publisher or a language',
  properties: { name: { type: 'string', description: 'The name' } },
  required: ['name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of an array of objects that have only a name. */
export const namesSchema = { type: 'array', items: nameSchema } as const satisfies JsonSchema;

/** The JSON schema of an array of strings. */
export const stringsSchema = {
  type: 'array',
  items: { type: 'string' },
} as const satisfies JsonSchema;
