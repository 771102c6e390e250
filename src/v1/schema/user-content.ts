import type { JsonSchema } from '../../catalog/records/json-schema.js';
import { pageFields, pageRequired } from './envelope.js';
import { idAndNameSchema } from './name.js';
import { titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

/** The JSON schema of an item: a comment, a rating, a tag and so on (section 2.5 of the API specification). */
export const contentItemSchema = {
  type: 'object',
  description: 'An item of user content: a comment, a rating, a tag and so on',
  properties: {
    content_type: { ...idAndNameSchema, description: 'Type of the item, such as comment' },
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
} as const satisfies JsonSchema;

const entryFields = {
  title: { ...titleSummarySchema, description: 'The title that the content is about' },
  content: {
    type: 'array',
    items: contentItemSchema,
    description: 'The items of the user about the title',
  },
} as const satisfies Record<string, JsonSchema>;

/** The JSON schema of an entry without its user (section 2.5 of the API specification). */
export const entryOfUserSchema = {
  type: 'object',
  description: 'The items of one user about one title, without the user',
  properties: entryFields,
  required: ['title'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of an entry with its user (section 2.5 of the API specification). */
export const entrySchema = {
  type: 'object',
  description: 'The items of one user about one title, with the user',
  properties: {
    user: { ...userSummarySchema, description: 'The user who wrote the content' },
    ...entryFields,
  },
  required: ['user', 'title', 'content'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/user_content` (section 4.3 of the API specification). */
export const userContentResponseSchema = {
  $id: 'UserContentResponse',
  type: 'object',
  description: 'The response of GET /v1/user_content',
  properties: {
    ...pageFields,
    user_content: { type: 'array', items: entrySchema, description: 'The entries on this page' },
  },
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
  description: 'The response of GET /v1/users/{id}/user_content',
  properties: {
    ...pageFields,
    user_content: {
      type: 'array',
      items: entryOfUserSchema,
      description: 'The entries on this page',
    },
  },
  required: [...pageRequired, 'user_content'],
  additionalProperties: false,
} as const satisfies JsonSchema;
