import type { JsonSchema } from '../../catalog/records/json-schema.js';

/** The JSON schema of an id with its display name. */
export const idAndNameSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of an object that has only a name. */
export const nameSchema = {
  type: 'object',
  properties: { name: { type: 'string' } },
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
