import type { JsonSchema } from './json-schema.js';

/** Text that says something: never empty. */
export const textSchema = { type: 'string', minLength: 1 } as const satisfies JsonSchema;

/**
 * Text that other records and addresses name something by: never empty, and of whole characters,
 * since half of a surrogate pair can stand in no address and no UTF-8.
 */
export const idSchema = { ...textSchema, format: 'whole-characters' } as const satisfies JsonSchema;

/** A point in time, ISO 8601 in UTC or with an offset. */
export const dateTimeSchema = {
  type: 'string',
  format: 'utc-date-time',
} as const satisfies JsonSchema;

/** An id with its name, where a source must give both. */
export const codedNameSchema = {
  type: 'object',
  properties: { id: textSchema, name: textSchema },
  required: ['id', 'name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** An id whose name may be left to the library or to the table of known names. */
export const codeSchema = {
  type: 'object',
  properties: { id: idSchema, name: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** Something with a name and nothing else: a person, a publisher, a language. */
export const nameSchema = {
  type: 'object',
  properties: { name: textSchema },
  required: ['name'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A user's home library, as it stands on users and lists. */
export const homeLibrarySchema = {
  type: 'object',
  properties: { id: { type: 'number' }, code: textSchema },
  required: ['id', 'code'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A user's id: a String or a Number, compared as a string. */
export const userIdSchema = {
  ...idSchema,
  type: ['string', 'number'],
} as const satisfies JsonSchema;
