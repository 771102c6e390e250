import type { FromSchema, JsonSchema } from './json-schema.js';
import { codeSchema, dateTimeSchema, textSchema, userIdSchema } from './shared-shapes.js';

/** One item of content: a comment, a rating, a tag and so on (section 2.5 of the specification). */
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

/** What one user said about one title. */
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

/** One item of content. */
export type ContentItem = FromSchema<typeof contentItemSchema>;

/** What one user said about one title. */
export type UserContent = FromSchema<typeof userContentSchema>;

/**
 * The type that the data of a known content type has. Another type of content is kept as it stands.
 */
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
