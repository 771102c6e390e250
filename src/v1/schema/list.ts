import type { FromSchema, JsonSchema } from '../../catalog/records/json-schema.js';
import { pageFields, pageRequired } from './envelope.js';
import { idAndNameSchema } from './name.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

const summaryFields = {
  id: { type: 'string' },
  name: { type: 'string' },
  item_count: { type: 'integer', description: 'Number of items on the list' },
  created: { type: 'string', description: 'Date and time of creation' },
  updated: { type: 'string', description: 'Date and time of the last update' },
  list_type: idAndNameSchema,
  user: { ...userSummarySchema, description: 'The user who made the list' },
} as const satisfies Record<string, JsonSchema>;

/** The JSON schema of an item of a list: a title or a web page (section 2.6 of the API specification). */
export const listItemSchema = {
  type: 'object',
  properties: {
    list_item_type: { type: 'string', enum: ['title', 'url'] },
    annotation: { type: 'string' },
    title: titleSummarySchema,
    url: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'Title of the web page' },
        url: { type: 'string', description: 'Address of the web page' },
      },
      required: ['title', 'url'],
      additionalProperties: false,
    },
  },
  required: ['list_item_type'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a list with its items (section 2.6 of the API specification). */
export const listDetailSchema = {
  type: 'object',
  properties: {
    ...summaryFields,
    library: {
      type: 'object',
      properties: { id: { type: 'number' }, code: { type: 'string' } },
      required: ['id', 'code'],
      additionalProperties: false,
      description: "The user's home library",
    },
    staff_list: { type: 'boolean', description: 'Whether a staff member made the list' },
    list_cover: { type: 'string', description: 'Address of the cover image' },
    anchor_bib: {
      ...titleDetailSchema,
      description:
        'The title that the titles on the list resemble; present only if list_type.id is READ_A_LIKE',
    },
    details_url: { type: 'string', description: 'Address of the page of the list' },
    list_items: { type: 'array', items: listItemSchema },
  },
  required: [
    'id',
    'name',
    'item_count',
    'created',
    'updated',
    'user',
    'staff_list',
    'details_url',
    'list_items',
  ],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The JSON schema of a list without its items, in the lists of a user (section 2.6 of the API
 * specification).
 */
export const listSummarySchema = {
  type: 'object',
  properties: { ...summaryFields, details_url: { type: 'string' } },
  required: ['id', 'name', 'item_count', 'created', 'updated', 'user', 'details_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/lists/{id}` (section 4.5 of the API specification). */
export const listResponseSchema = {
  $id: 'ListResponse',
  type: 'object',
  properties: { list: listDetailSchema },
  required: ['list'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/users/{id}/lists` (section 4.6 of the API specification). */
export const listsResponseSchema = {
  $id: 'ListsResponse',
  type: 'object',
  properties: { ...pageFields, lists: { type: 'array', items: listSummarySchema } },
  required: [...pageRequired, 'lists'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/lists/{id}` (section 4.5 of the API specification). */
export type ListResponse = FromSchema<typeof listResponseSchema>;

/** The response of `GET /v1/users/{id}/lists` (section 4.6 of the API specification). */
export type ListsResponse = FromSchema<typeof listsResponseSchema>;

/** A list with its items (section 2.6 of the API specification). */
export type ListDetail = FromSchema<typeof listDetailSchema>;

/** A list without its items, in the lists of a user (section 2.6 of the API specification). */
export type ListSummary = FromSchema<typeof listSummarySchema>;

/** An item of a list: a title or a web page (section 2.6 of the API specification). */
export type ListEntry = FromSchema<typeof listItemSchema>;
