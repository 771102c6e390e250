import type { FromSchema, JsonSchema } from '../../catalog/json-schema.js';
import { codedName } from './named.js';
import { pageFields, pageRequired } from './page.js';
import { titleDetailSchema, titleSummarySchema } from './title.js';
import { userSummarySchema } from './user.js';

const summaryFields = {
  id: { type: 'string' },
  name: { type: 'string' },
  item_count: { type: 'integer', description: 'Total items on the list' },
  created: { type: 'string', description: 'Date and time' },
  updated: { type: 'string', description: 'Date and time' },
  list_type: codedName,
  user: { ...userSummarySchema, description: 'Who made it' },
} as const satisfies Record<string, JsonSchema>;

/** A title or a page on a list (section 2.6). */
export const listItemSchema = {
  type: 'object',
  properties: {
    list_item_type: { type: 'string', enum: ['title', 'url'] },
    annotation: { type: 'string' },
    title: titleSummarySchema,
    url: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'Page title' },
        url: { type: 'string', description: 'Page address' },
      },
      required: ['title', 'url'],
      additionalProperties: false,
    },
  },
  required: ['list_item_type'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A list by itself (section 2.6). */
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
    staff_list: { type: 'boolean', description: 'Whether a staff member made it' },
    list_cover: { type: 'string', description: 'Address of the cover image' },
    anchor_bib: {
      ...titleDetailSchema,
      description: 'The title that the list is like, when list_type.id is READ_A_LIKE',
    },
    details_url: { type: 'string', description: 'Address of the list page' },
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

/** A list among the lists of a user (section 2.6). */
export const listSummarySchema = {
  type: 'object',
  properties: { ...summaryFields, details_url: { type: 'string' } },
  required: ['id', 'name', 'item_count', 'created', 'updated', 'user', 'details_url'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/lists/{id}` (section 4.5). */
export const listResponseSchema = {
  $id: 'ListResponse',
  type: 'object',
  properties: { list: listDetailSchema },
  required: ['list'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/users/{id}/lists` (section 4.6). */
export const listsResponseSchema = {
  $id: 'ListsResponse',
  type: 'object',
  properties: { ...pageFields, lists: { type: 'array', items: listSummarySchema } },
  required: [...pageRequired, 'lists'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** The response of `GET /v1/lists/{id}` (section 4.5). */
export type ListResponse = FromSchema<typeof listResponseSchema>;

/** The response of `GET /v1/users/{id}/lists` (section 4.6). */
export type ListsResponse = FromSchema<typeof listsResponseSchema>;

/** A list by itself (section 2.6). */
export type ListDetail = FromSchema<typeof listDetailSchema>;

/** A list among the lists of a user (section 2.6). */
export type ListSummary = FromSchema<typeof listSummarySchema>;

/** A title or a page on a list (section 2.6). */
export type ListEntry = FromSchema<typeof listItemSchema>;
