import { type JsonSchema, objectSchema } from '../../base/json-schema.js';

/** The JSON schema of a text that is not empty. */
export const textSchema = { type: 'string', minLength: 1 } as const satisfies JsonSchema;

/**
 * The JSON schema of an id: a text that is not empty and has no unpaired surrogates. Neither a URL nor UTF-8 can
 * contain an unpaired surrogate. The ids `.` and `..` are invalid too: browsers remove them from the path of a URL,
 * even percent-encoded.
 */
export const idSchema = { ...textSchema, format: 'id' } as const satisfies JsonSchema;

/** The JSON schema of a date and time: ISO 8601 in UTC or with an offset from UTC. */
export const dateTimeSchema = {
  type: 'string',
  format: 'utc-date-time',
} as const satisfies JsonSchema;

/** The JSON schema of an object with an id and a name, both required. */
export const codedNameSchema = objectSchema('all', { id: textSchema, name: textSchema });

/**
 * The JSON schema of an object with an id and an optional name. If the name is missing, responses
 * contain the name in the library record, the built-in name or the id.
 */
export const codeSchema = objectSchema(['id'], { id: idSchema, name: { type: 'string' } });

/** The JSON schema of an object that has only a name, such as a person, a publisher or a language. */
export const nameSchema = objectSchema('all', { name: textSchema });

/** The JSON schema of the home library in a user or list record. */
export const homeLibrarySchema = objectSchema('all', { id: { type: 'number' }, code: textSchema });

/** The JSON schema of the id of a user: a string or a number. Ids are compared as strings. */
export const userIdSchema = {
  ...idSchema,
  type: ['string', 'number'],
} as const satisfies JsonSchema;
