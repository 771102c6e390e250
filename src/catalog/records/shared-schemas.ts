import type { JsonSchema } from './json-schema.js';

/** A text that is not empty. */
export const textSchema = { type: 'string', minLength: 1 } as const satisfies JsonSchema;

/**
 * An id: not empty, and without unpaired surrogates, which neither a URL nor UTF-8 can contain.
 */
export const idSchema = { ...textSchema, format: 'whole-characters' } as const satisfies JsonSchema;

/** A point in time: ISO 8601 in UTC or with an offset. */
export const dateTimeSchema = {
  type: 'string',
  format: 'utc-date-time',
} as const satisfies JsonSchema;

/** An id and a name, both required. */
export const codedNameSchema = {
  type: 'object',
  properties: { id: textSchema, name: textSchema },
  required: ['id', 'name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** An id with an optional name. Without it, the id has the name in the library record or its built-in name. */
export const codeSchema = {
  type: 'object',
  properties: { id: idSchema, name: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** An object with only a name: a person, a publisher, a language. */
export const nameSchema = {
  type: 'object',
  properties: { name: textSchema },
  required: ['name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The home library in a user or list record. */
export const homeLibrarySchema = {
  type: 'object',
  properties: { id: { type: 'number' }, code: textSchema },
  required: ['id', 'code'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The id of a user: a string or a number, compared as a string. */
export const userIdSchema = {
  ...idSchema,
  type: ['string', 'number'],
} as const satisfies JsonSchema;
