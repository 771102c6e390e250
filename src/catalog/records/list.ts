import type { FromSchema, JsonSchema } from './json-schema.js';
import {
  codeSchema,
  dateTimeSchema,
  homeLibrarySchema,
  idSchema,
  textSchema,
  userIdSchema,
} from './shared-schemas.js';

const listItemSchema = {
  type: 'object',
  properties: {
    list_item_type: { type: 'string', enum: ['title', 'url'] },
    title: textSchema,
    url: {
      type: 'object',
      properties: { title: textSchema, url: { type: 'string', format: 'web-address' } },
      required: ['title', 'url'],
      additionalProperties: false,
    },
    annotation: { type: 'string' },
  },
  required: ['list_item_type'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/**
 * The JSON schema of a list record (section 2.6 of the API specification). `anchor_bib` and the `title`
 * of an item are title ids.
 */
export const listSchema = {
  type: 'object',
  properties: {
    id: idSchema,
    name: textSchema,
    user: userIdSchema,
    created: dateTimeSchema,
    updated: dateTimeSchema,
    staff_list: { type: 'boolean' },
    list_type: codeSchema,
    library: homeLibrarySchema,
    list_cover: { type: 'string', format: 'web-address' },
    anchor_bib: textSchema,
    list_items: { type: 'array', items: listItemSchema },
  },
  required: ['id', 'name', 'user', 'created', 'updated', 'list_items'],
  additionalProperties: false,
} as const satisfies JsonSchema;

/** A list of titles and web pages that a user made. The user may be a staff member. */
export type List = FromSchema<typeof listSchema>;

/** One item of a list: a title of the catalog or a web page. */
export type ListItem = FromSchema<typeof listItemSchema>;
