import type { JsonSchema } from '../../catalog/records/json-schema.js';
import { pageFields, pageRequired } from './envelope.js';
import { idAndNameSchema } from './name.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

const summaryFields = {
  id: { type: 'string', description: 'The id of the list' },
  name: { type: 'string', description: 'Name of the list' },
  item_count: { type: 'integer', description: 'Number of items on the list' },
  created: { type: 'string', description: 'Date and time of creation' },
  updated: { type: 'string', description: 'Date and time of the last update' },
  list_type: { ...idAndNameSchema, description: 'Type of the list' },
  user: { ...userSummarySchema, description: 'The user who made the list' },
} as const satisfies Record<string, JsonSchema>;

/** The JSON schema of a web page on a list. */
export const webPageSchema = {
  type: 'object',
  description: 'A web page on a list',
  properties: {
    title: { type: 'string', description: 'Title of the web page' },
    url: { type: 'string', description: 'Address of the web page' },
  },
  required: ['title', 'url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the home library of a user. */
export const homeLibrarySchema = {
  type: 'object',
  description: 'The home library of a user',
  properties: {
    id: { type: 'number', description: 'Number of the library' },
    code: { type: 'string', description: 'Id of the library, as in the library parameter' },
  },
  required: ['id', 'code'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of an item of a list: a title or a web page (section 2.6 of the API specification). */
export const listItemSchema = {
  type: 'object',
  description: 'An item of a list: a title or a web page',
  properties: {
    list_item_type: {
      type: 'string',
      enum: ['title', 'url'],
      description: 'Which of the fields title and url is present',
    },
    annotation: { type: 'string', description: 'Remark of the user who made the list' },
    title: { ...titleSummarySchema, description: 'The title, if list_item_type is title' },
    url: { ...webPageSchema, description: 'The web page, if list_item_type is url' },
  },
  required: ['list_item_type'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of a list with its items (section 2.6 of the API specification). */
export const listDetailSchema = {
  type: 'object',
  description: 'A list with its items',
  properties: {
    ...summaryFields,
    library: { ...homeLibrarySchema, description: 'The home library of the user' },
    staff_list: { type: 'boolean', description: 'Whether a staff member made the list' },
    list_cover: { type: 'string', description: 'Address of the cover image' },
    anchor_bib: {
      ...titleDetailSchema,
      description:
        'The title that the titles on the list resemble; present only if list_type.id is READ_A_LIKE',
    },
    details_url: { type: 'string', description: 'Address of the page of the list' },
    list_items: {
      type: 'array',
      items: listItemSchema,
      description: 'Items, in the order of the list',
    },
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
  description: 'A list without its items',
  properties: {
    ...summaryFields,
    details_url: { type: 'string', description: 'Address of the page of the list' },
  },
  required: ['id', 'name', 'item_count', 'created', 'updated', 'user', 'details_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/lists/{id}` (section 4.5 of the API specification). */
export const listResponseSchema = {
  $id: 'ListResponse',
  type: 'object',
  description: 'The response of GET /v1/lists/{id}',
  properties: { list: { ...listDetailSchema, description: 'The list' } },
  required: ['list'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The JSON schema of the response of `GET /v1/users/{id}/lists` (section 4.6 of the API specification). */
export const listsResponseSchema = {
  $id: 'ListsResponse',
  type: 'object',
  description: 'The response of GET /v1/users/{id}/lists',
  properties: {
    ...pageFields,
    lists: { type: 'array', items: listSummarySchema, description: 'The lists on this page' },
  },
  required: [...pageRequired, 'lists'],
  additionalProperties: false,
} as const satisfies JsonSchema;
