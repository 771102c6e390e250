import type { FromSchema, JsonSchema } from './json-schema.js';
import { codeSchema, dateTimeSchema, textSchema, userIdSchema } from './shared-schemas.js';

/** The shape of one item: a comment, a rating, a tag and so on (section 2.5 of the specification). */
export const contentItemSchema = {
  type: 'object',
  properties: {
    content_type: codeSchema,
    content_data: {
      type: ['string', 'number', 'object'],
      additionalProperties: true,
    },
    updated: dateTimeSchema,
  },
  required: ['content_type', 'content_data', 'updated'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The shape of an entry of user content (section 2.5 of the specification). */
export const userContentSchema = {
  type: 'object',
  properties: {
    user: userIdSchema,
    title: textSchema,
    content: { type: 'array', items: contentItemSchema },
  },
  required: ['user', 'title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** One item of user content: a comment, a rating, a tag and so on. */
export type ContentItem = FromSchema<typeof contentItemSchema>;

/** An entry of user content: all items of one user about one title. */
export type UserContent = FromSchema<typeof userContentSchema>;

/** The type of `content_data` by content type. Data of any other content type may have any of these types. */
export const CONTENT_DATA_TYPES: ReadonlyMap<string, 'string' | 'number' | 'object'> = new Map([
  ['comment', 'string'],
  ['tag', 'string'],
  ['quotation', 'string'],
  ['summary', 'string'],
  ['notice', 'string'],
  ['rating', 'number'],
  ['age_suitability', 'number'],
  ['video', 'object'],
  ['similar_title', 'object'],
]);
