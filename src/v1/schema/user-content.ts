import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';
import { codedName } from './named.js';
import { pageFields, pageRequired } from './page.js';
import { titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

/** What stands in an entry: comments, ratings, tags and the like (section 2.5). */
export const contentSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      content_type: codedName,
      content_data: {
        type: ['string', 'number', 'object'],
        additionalProperties: true,
        description:
          'Its type depends on the content type: a comment gives a String, a rating a Number, a video an Object',
      },
      updated: { type: 'string', description: 'Date and time of the last update' },
      timestamp: { type: 'string', description: 'The same value as updated' },
    },
    required: ['content_type', 'content_data', 'updated', 'timestamp'],
    additionalProperties: false,
  },
} as const satisfies JsonSchema;

/** What one user said about one title, without the user (section 2.5). */
export const entryOfUserSchema = {
  type: 'object',
  properties: { title: titleSummarySchema, content: contentSchema },
  required: ['title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** What one user said about one title, with the user (section 2.5). */
export const entrySchema = {
  type: 'object',
  properties: { user: userSummarySchema, title: titleSummarySchema, content: contentSchema },
  required: ['user', 'title', 'content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/user_content` (section 4.3). */
export const userContentResponseSchema = {
  $id: 'UserContentResponse',
  type: 'object',
  properties: { ...pageFields, user_content: { type: 'array', items: entrySchema } },
  required: [...pageRequired, 'user_content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/users/{id}/user_content` (section 4.4). */
export const contentOfUserResponseSchema = {
  $id: 'ContentOfUserResponse',
  type: 'object',
  properties: { ...pageFields, user_content: { type: 'array', items: entryOfUserSchema } },
  required: [...pageRequired, 'user_content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/user_content` (section 4.3). */
export type UserContentResponse = FromSchema<typeof userContentResponseSchema>;

/** The response of `GET /v1/users/{id}/user_content` (section 4.4). */
export type ContentOfUserResponse = FromSchema<typeof contentOfUserResponseSchema>;

/** What one user said about one title, with the user (section 2.5). */
export type UserContentEntry = FromSchema<typeof entrySchema>;

/** What one user said about one title, without the user (section 2.5). */
export type ContentOfUserEntry = FromSchema<typeof entryOfUserSchema>;

/** One comment, rating, tag or the like (section 2.5). */
export type ContentEntryItem = NonNullable<ContentOfUserEntry['content']>[number];
