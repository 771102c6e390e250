import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';
import { pageFields, pageRequired } from './envelope.js';
import { idAndNameSchema } from './name.js';
import { titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

/**
 * The JSON schema of the items of an entry: comments, ratings, tags and so on (section 2.5 of the API
 * specification).
 */
export const contentSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      content_type: idAndNameSchema,
      content_data: {
        type: ['string', 'number', 'object'],
        additionalProperties: true,
        description:
          'The type depends on the content type: a string for a comment, a number for a rating, an object for a video',
      },
      updated: { type: 'string', description: 'Date and time of the last update' },
      timestamp: { type: 'string', description: 'The same value as updated' },
    },
    required: ['content_type', 'content_data', 'updated', 'timestamp'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** The JSON schema of an entry without its user (section 2.5 of the API specification). */
export const entryOfUserSchema = {
  type: 'object',
  properties: { title: titleSummarySchema, content: contentSchema },
  required: ['title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of an entry with its user (section 2.5 of the API specification). */
export const entrySchema = {
  type: 'object',
  properties: { user: userSummarySchema, title: titleSummarySchema, content: contentSchema },
  required: ['user', 'title', 'content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/user_content` (section 4.3 of the API specification). */
export const userContentResponseSchema = {
  $id: 'UserContentResponse',
  type: 'object',
  properties: { ...pageFields, user_content: { type: 'array', items: entrySchema } },
  required: [...pageRequired, 'user_content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The JSON schema of the response of `GET /v1/users/{id}/user_content` (section 4.4 of the API
 * specification).
 */
export const contentOfUserResponseSchema = {
  $id: 'ContentOfUserResponse',
  type: 'object',
  properties: { ...pageFields, user_content: { type: 'array', items: entryOfUserSchema } },
  required: [...pageRequired, 'user_content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/user_content` (section 4.3 of the API specification). */
export type UserContentResponse = FromSchema<typeof userContentResponseSchema>;

/** The response of `GET /v1/users/{id}/user_content` (section 4.4 of the API specification). */
export type ContentOfUserResponse = FromSchema<typeof contentOfUserResponseSchema>;

/** The items of one user about one title, with the user (section 2.5 of the API specification). */
export type UserContentEntry = FromSchema<typeof entrySchema>;

/** The items of one user about one title, without the user (section 2.5 of the API specification). */
export type ContentOfUserEntry = FromSchema<typeof entryOfUserSchema>;

/**
 * One item of user content: a comment, a rating, a tag and so on (section 2.5 of the API
 * specification).
 */
export type ContentEntryItem = NonNullable<ContentOfUserEntry['content']>[number];
