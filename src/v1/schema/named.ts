import type { JsonSchema } from '../../catalog/json-schema.js';

/** An id and its name for people. */
export const codedName = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A name and nothing else. */
export const named = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

export const nameds = { type: 'array', items: named } as const satisfies JsonSchema;

export const strings = { type: 'array', items: { type: 'string' } } as const satisfies JsonSchema;
